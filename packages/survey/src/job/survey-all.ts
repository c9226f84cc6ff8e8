/**
 * A survey of many inputs on one machine: parts in a folder, several inputs at the same time, and a ledger to resume by.
 */
import { RobotsError } from 'robotstream';
import {
  aBoolean,
  aFunction,
  anAbortSignal,
  aWholeNumber,
  checkedElsewhere,
  checkOptions,
  oneOf,
  optionTable,
} from 'robotstream/internal';
import { distinctInputs, type InputFacts, inputFacts, withStoredParts } from '../captures/read-input.js';
import { FORMATS, type PartFormat } from '../kept-tables/survey-folder.js';
import { FolderError } from '../parts/folder.js';
import { type PartProgress, type PartResult, type RowCounts, writePart } from '../parts/part.js';
import { surveyFacts } from '../parts/survey-file.js';
import {
  aFolder,
  aListOfNames,
  questionsOf,
  SURVEY_LIMITS,
  SURVEY_OPTIONS,
  type SurveyOptions,
} from '../questions.js';
import { paceOf } from '../remote/pace.js';
import { REMOTE_OPTIONS, type RemoteOptions } from '../remote/remote-options.js';
import { SiteLists } from '../rows/site-list.js';
import type { TableName } from '../tables.js';
import { endingIfItThrows, type Work, WorkerPool } from '../worker-pool.js';
import { hasVersion, Ledger } from './ledger.js';

/** Options for `surveyAll`. */
export interface SurveyAllOptions extends SurveyOptions, RemoteOptions {
  /**
   * The names of the inputs: files, folders, and http, https or s3 URLs. Each gets a part of its own, a file for each table:
   * `FOLDER/verdicts/NAME.parquet`.
   */
  readonly inputs: readonly string[];
  /** The folder for the parts, which is made if needed. */
  readonly folder: string;
  /** The format of the parts; default `parquet`. */
  readonly format?: PartFormat | undefined;
  /** How many inputs are read at the same time, each in a thread of its own if more than 1; default 1. */
  readonly jobs?: number | undefined;
  /** Whether inputs whose parts are in the folder are skipped, unless they have changed; default false. */
  readonly resume?: boolean | undefined;
  /** Ends the survey early. Each part is then complete or absent. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with what happens: progress, and the end of each input. If it throws, the survey ends, as if `signal` aborted with what
   * it threw.
   */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
}

/** What happens to an input. */
export type RunEvent = InputEvent & {
  /** How many inputs the survey has: each one once, and the parts of a folder with tables one by one. */
  readonly inputs: number;
};

type InputEvent =
  | { readonly kind: 'progress'; readonly input: string; readonly progress: PartProgress }
  | { readonly kind: 'done'; readonly input: InputFacts; readonly result: PartResult }
  | { readonly kind: 'passed-over'; readonly input: InputFacts; readonly result: PartResult }
  | { readonly kind: 'failed'; readonly input: string; readonly error: Error };

/** What became of the inputs of a survey. */
export interface SurveyCounts {
  /** Inputs whose parts were made. */
  readonly done: number;
  /** Inputs that were skipped, because their parts were in the folder. */
  readonly passedOver: number;
  /** Inputs that could not be read. */
  readonly failed: number;
  /** The captures of the inputs done and skipped. */
  readonly captures: number;
  /** Those of other sites, which are left out; only if a list of sites is given. */
  readonly otherCaptures?: number | undefined;
  /** The rows of those inputs, by table. */
  readonly rows: RowCounts;
}

const OPTIONS = optionTable<SurveyAllOptions>({
  ...SURVEY_OPTIONS,
  inputs: checkedElsewhere,
  folder: checkedElsewhere,
  format: oneOf(...FORMATS),
  jobs: aWholeNumber(1, SURVEY_LIMITS.jobs),
  resume: aBoolean,
  ...REMOTE_OPTIONS,
  signal: anAbortSignal,
  onEvent: aFunction,
});

/**
 * Surveys many inputs into a folder: a part for each input and table, and a ledger of what is done. A part is written under
 * a temporary name and renamed when it is on the disk, and the same input gives the same octets. So a survey that was
 * killed can be resumed at any time. An input that fails is an event; the others go on. An input that is named twice is
 * read once, also if its names differ, such as `a` and `./a`.
 *
 * @returns how many inputs were read, skipped and failed, and how many captures and rows the folder has of them
 * @throws {TypeError | RangeError} (rejects) if an option is unknown or not as documented
 * @throws {RobotsError} (rejects) `survey-failed` if inputs are given and none can be read; `threads-unavailable` if
 *   there is more than one job and their threads cannot be started
 * @throws {FolderError} (rejects) if the folder has the parts of another survey, or cannot be written
 * @throws {JoinError} (rejects) if the list of sites is none
 * @throws {Error} (rejects) if the list of sites cannot be read
 * @throws (rejects) the reason of `signal` if it aborts, or what `onEvent` throws
 * @example
 * ```js
 * import { writeFile } from 'node:fs/promises';
 * import { surveyAll } from '@robotstream/survey';
 *
 * await writeFile(
 *   'captures.ndjson',
 *   '{"url": "https://example.com/robots.txt", "status": 200, "body": "User-agent: GPTBot\\nDisallow: /"}\n',
 * );
 * const { done, captures, rows } = await surveyAll({
 *   inputs: ['captures.ndjson'],
 *   folder: 'tables',
 *   format: 'csv',
 *   agents: ['GPTBot'],
 * });
 * console.log(done, captures, rows.verdicts); // → 1 1 1
 * ```
 */
export async function surveyAll(options: SurveyAllOptions): Promise<SurveyCounts> {
  checkOptions('surveyAll', options, OPTIONS);
  aListOfNames(options.inputs, 'inputs');
  aFolder(options.folder, 'folder');
  const { folder, format = 'parquet', resume = false, userAgent, headers, ratePerHost } = options;
  const pace = paceOf(ratePerHost);
  questionsOf(options); // checks the options before the list is read
  const lists = new SiteLists();
  const { sites, by = 'host' } = options;
  const list = sites === undefined ? undefined : await lists.named(sites, by);
  const questions = questionsOf(options, list?.facts);
  const ending = new AbortController();
  const tellAll = endingIfItThrows(options.onEvent, ending);
  const signal = AbortSignal.any([ending.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const inputs = await distinctInputs(await withStoredParts(options.inputs));
  const tell = (event: InputEvent): void => tellAll({ ...event, inputs: inputs.size });
  const jobs = Math.min(options.jobs ?? 1, inputs.size);
  const counts: Counts = { done: 0, passedOver: 0, failed: 0, captures: 0, rows: {} };
  let firstFailure: { readonly input: string; readonly error: Error } | undefined;
  const ledger = await Ledger.open(folder, surveyFacts(format, questions), resume);
  const waiting = inputs.values();
  let pool: WorkerPool | undefined;
  let work: Work = (task, onProgress) => writePart(task, { onProgress, signal, pace, lists });
  try {
    if (jobs > 1) {
      pool = await WorkerPool.start(jobs, pace);
      work = pool.work(signal);
    }
    // Wait for each, so that it removes its unfinished files before the threads end.
    const ends = await Promise.allSettled(Array.from({ length: jobs }, runInTurn));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    ending.signal.throwIfAborted();
  } finally {
    await pool?.close();
    await ledger.close();
  }
  if (firstFailure !== undefined && counts.failed === inputs.size)
    throw nothingRead(firstFailure, counts.failed);
  return counts;

  async function runInTurn(): Promise<void> {
    for (const input of waiting) {
      signal.throwIfAborted();
      try {
        await runOne(input);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof FolderError) {
          ending.abort(error);
          throw error;
        }
        firstFailure ??= { input, error: error as Error };
        counts.failed++;
        tell({ kind: 'failed', input, error: error as Error });
      }
    }
  }

  async function runOne(input: string): Promise<void> {
    const facts = await inputFacts(input);
    const entry = await ledger.find(facts);
    const present = entry && ledger.resultOf(entry);
    if (entry !== undefined && present !== undefined && hasVersion(facts, entry)) {
      passOver(facts, present);
      return;
    }
    const name = entry?.input ?? input;
    const known = present === undefined ? null : (entry?.version ?? null);
    const task = { input, name, folder, format, questions, remote: { userAgent, headers, known } };
    const end = await work(task, (progress) => tell({ kind: 'progress', input, progress }));
    if (end === undefined) {
      passOver({ ...facts, size: entry?.size ?? null, version: known }, present as PartResult);
      return;
    }
    const read = { ...facts, ...end.facts };
    await ledger.add(name, read, end.result);
    counts.done++;
    addResult(counts, end.result);
    tell({ kind: 'done', input: read, result: end.result });
  }

  function passOver(input: InputFacts, result: PartResult): void {
    counts.passedOver++;
    addResult(counts, result);
    tell({ kind: 'passed-over', input, result });
  }
}

interface Counts extends Omit<SurveyCounts, 'rows' | 'otherCaptures'> {
  otherCaptures?: number;
  done: number;
  passedOver: number;
  failed: number;
  captures: number;
  readonly rows: Partial<Record<TableName, number>>;
}

function addResult(counts: Counts, { captures, otherCaptures, rows }: PartResult): void {
  counts.captures += captures;
  if (otherCaptures !== undefined) counts.otherCaptures = (counts.otherCaptures ?? 0) + otherCaptures;
  for (const [table, count] of Object.entries(rows) as [TableName, number][])
    counts.rows[table] = (counts.rows[table] ?? 0) + count;
}

function nothingRead(
  { input, error }: { readonly input: string; readonly error: Error },
  failed: number,
): RobotsError {
  const text =
    failed === 1 ? 'The only input cannot be read' : `None of the ${failed} inputs can be read; the first`;
  return new RobotsError('survey-failed', `${text}: ${input}: ${error.message}`, { cause: error });
}
