/** The jobs by name. A worker loads the one that it runs. */
export const JOBS = {
  answers: async () => (await import('./answers.js')).answers,
  audit: async () => (await import('./audit.js')).audits,
  batch: async () => (await import('./batch.js')).batch,
  calls: async () => (await import('./calls.js')).calls,
  compile: async () => (await import('./compile.js')).compile,
  drip: async () => (await import('./drip.js')).drip,
  'expected-answers': async () => (await import('./expected-answers.js')).expectedAnswers,
  fetch: async () => (await import('./fetch.js')).fetches,
  hostile: async () => (await import('./hostile.js')).hostile,
  load: async () => (await import('./load.js')).load,
  'many-sites': async () => (await import('./load.js')).manySites,
  memory: async () => (await import('./memory.js')).memory,
  'memory-peak': async () => (await import('./memory-peak.js')).memoryPeak,
  'recorded-verdicts': async () => (await import('./recorded-verdicts.js')).recordedVerdicts,
  reference: async () => (await import('./reference.js')).reference,
  'rule-count': async () => (await import('./rule-count.js')).ruleCount,
  survey: async () => (await import('./survey.js')).surveys,
  'survey-crawlers': async () => (await import('./survey-crawlers.js')).surveyCrawlers,
  'task-alone': async () => (await import('./tasks.js')).taskAlone,
  'tasks-in-turns': async () => (await import('./tasks.js')).tasksInTurns,
  transform: async () => (await import('./transform.js')).transform,
  turns: async () => (await import('./turns.js')).turns,
  warm: async () => (await import('./warm.js')).warm,
  worst: async () => (await import('./worst.js')).worst,
};

export type JobName = keyof typeof JOBS;

type Job<Name extends JobName> = Awaited<ReturnType<(typeof JOBS)[Name]>>;

/** What a job takes: an empty object if nothing. */
export type JobParameters<Name extends JobName> =
  Parameters<Job<Name>> extends [infer Options] ? Options : Record<never, never>;

export type JobResult<Name extends JobName> = Awaited<ReturnType<Job<Name>>>;

export function isJobName(name: string): name is JobName {
  return Object.hasOwn(JOBS, name);
}
