/** Shows where one task spends its time: the functions with the largest self time. */
import { Session } from 'node:inspector/promises';
import { performance } from 'node:perf_hooks';
import { filesNamed, type SetName } from './inputs/file-sets.js';
import { oneQuestionEach } from './inputs/questions.js';
import { passOver } from './subjects/passes.js';
import { TASKS, type TaskName } from './subjects/tasks.js';

const WARM_UP_MS = 1500;
const PROFILE_MS = 4000;
const SAMPLING_US = 200;
const SHOWN = 25;

/** Prints the profile of a task over a set of files. */
export async function profileTask(task: TaskName, set: SetName): Promise<void> {
  const pass = passOver(oneQuestionEach(filesNamed(set).files), TASKS[task].run);
  repeatFor(pass, WARM_UP_MS);

  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_US });
  await session.post('Profiler.start');
  repeatFor(pass, PROFILE_MS);
  const { profile } = await session.post('Profiler.stop');

  const hits = new Map<string, number>();
  for (const { callFrame, hitCount = 0 } of profile.nodes) {
    const { functionName, url, lineNumber } = callFrame;
    const place = url === '' ? '' : ` ${url.replace(/^.*\/(?=dist|bench)/, '')}:${lineNumber + 1}`;
    const name = `${functionName || '(anonymous)'}${place}`;
    hits.set(name, (hits.get(name) ?? 0) + hitCount);
  }
  const total = [...hits.values()].reduce((sum, count) => sum + count, 0);
  for (const [name, count] of [...hits].sort((a, b) => b[1] - a[1]).slice(0, SHOWN)) {
    console.log(`${((count / total) * 100).toFixed(1).padStart(5)} %  ${name}`);
  }
}

function repeatFor(pass: () => unknown, ms: number): void {
  for (const start = performance.now(); performance.now() - start < ms; ) pass();
}
