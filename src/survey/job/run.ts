/**
 * A survey of many inputs on one machine: parts in a folder, several inputs at the same time, and a ledger to resume by.
 */
import { RobotsError } from '../../errors.js';
import { distinctInputs, type InputFacts, inputFacts } from '../input/read-input.js';
import type { SurveyQuestions } from '../questions.js';
import type { TableName } from '../tables.js';
import { type Work, WorkerPool } from '../worker-pool.js';
import { endingIfItThrows } from './ending-if-it-throws.js';
import { FolderError } from './folder-error.js';
import { Ledger } from './ledger.js';
import { type PartProgress, type PartResult, type RowCounts, writePart } from './part.js';
import { type PartFormat, surveyFacts } from './survey-file.js';

export interface RunOptions {
  readonly inputs: readonly string[];
  readonly folder: string;
  readonly format: PartFormat;
  readonly questions: SurveyQuestions;
  /** How many inputs are read at the same time. */
  readonly jobs: number;
  /** Whether inputs in the folder's ledger are skipped. */
  readonly resume: boolean;
  /** The User-Agent header for inputs at URLs; undefined for the default. */
  readonly userAgent: string | undefined;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/** What happens to an input. */
export type RunEvent =
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
  /** The rows of those inputs, by table. */
  readonly rows: RowCounts;
}

/**
 * Runs a survey. An input that fails is an event, and the others go on. If the folder fails, all end.
 *
 * @throws {RobotsError} `survey-failed` if inputs are given and none could be read; `threads-unavailable`
 * @throws {FolderError} if the folder has the parts of another survey, or cannot be written
 * @throws the reason of the signal if it aborts, or what `onEvent` throws; every part is then complete or absent
 */
export async function runSurvey(options: RunOptions): Promise<SurveyCounts> {
  const { folder, format, questions, resume, userAgent } = options;
  const inputs = await distinctInputs(options.inputs);
  const jobs = Math.min(options.jobs, inputs.size);
  const ending = new AbortController();
  const tell = endingIfItThrows(options.onEvent, ending);
  const tally = new Tally();
  const signal = AbortSignal.any([options.signal, ending.signal]);
  const ledger = await Ledger.open(folder, surveyFacts(format, questions), resume);
  const waiting = inputs.values();
  let pool: WorkerPool | undefined;
  let work: Work = inThisThread(signal);
  try {
    if (jobs > 1) {
      pool = await WorkerPool.start(jobs);
      work = pool.work(signal);
    }
    // Wait for each, so that it removes its unfinished files before the threads end.
    const ends = await Promise.allSettled(Array.from({ length: jobs }, runInTurn));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    ending.signal.throwIfAborted();
    return tally.counts();
  } finally {
    await pool?.close();
    await ledger.close();
  }

  function onEvent(event: RunEvent): void {
    tally.take(event);
    tell(event);
  }

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
        onEvent({ kind: 'failed', input, error: error as Error });
      }
    }
  }

  async function runOne(input: string): Promise<void> {
    const facts = await inputFacts(input, { signal, userAgent });
    const entry = await ledger.find(facts);
    const known = entry && (await ledger.resultOf(facts, entry));
    if (known !== undefined) {
      onEvent({ kind: 'passed-over', input: facts, result: known });
      return;
    }
    const name = entry?.input ?? input;
    const result = await work({ input, name, folder, format, questions, userAgent }, (progress) => {
      onEvent({ kind: 'progress', input, progress });
    });
    await ledger.add(name, facts, result);
    onEvent({ kind: 'done', input: facts, result });
  }
}

/** Counts what happens to inputs. */
class Tally {
  #done = 0;
  #passedOver = 0;
  #failed = 0;
  #captures = 0;
  readonly #rows: Partial<Record<TableName, number>> = {};
  #first: { readonly input: string; readonly error: Error } | undefined;

  take(event: RunEvent): void {
    if (event.kind === 'progress') return;
    if (event.kind === 'failed') {
      this.#failed++;
      this.#first ??= event;
      return;
    }
    if (event.kind === 'done') this.#done++;
    else this.#passedOver++;
    this.#captures += event.result.captures;
    for (const [table, rows] of Object.entries(event.result.rows) as [TableName, number][])
      this.#rows[table] = (this.#rows[table] ?? 0) + rows;
  }

  /** @throws {RobotsError} `survey-failed` if every input failed, and there was one */
  counts(): SurveyCounts {
    const failed = this.#failed;
    if (this.#first !== undefined && this.#done + this.#passedOver === 0) {
      const { input, error } = this.#first;
      const text =
        failed === 1
          ? 'The only input cannot be read'
          : `None of the ${failed} inputs can be read; the first`;
      throw new RobotsError('survey-failed', `${text}: ${input}: ${error.message}`, { cause: error });
    }
    return {
      done: this.#done,
      passedOver: this.#passedOver,
      failed,
      captures: this.#captures,
      rows: this.#rows,
    };
  }
}

function inThisThread(signal: AbortSignal): Work {
  return (task, onProgress) => writePart(task, { onProgress, signal });
}
