/**
 * A survey of many inputs on one machine: parts in a folder, several inputs at the same time, and a ledger to resume by.
 */
import { type InputFacts, inputFacts } from '../input/read-input.js';
import type { SurveyQuestions } from '../questions.js';
import { inWorker, type Work, workerPool } from '../worker-pool.js';
import { endingIfItThrows } from './ending-if-it-throws.js';
import { FolderError, inFolder } from './folder-error.js';
import { Ledger } from './ledger.js';
import { type PartFormat, type PartProgress, type PartResult, writePart } from './part.js';
import { removeAbandoned } from './unfinished.js';

export interface RunOptions {
  readonly inputs: readonly string[];
  readonly folder: string;
  readonly format: PartFormat;
  readonly questions: SurveyQuestions;
  /** How many inputs are read at the same time. */
  readonly jobs: number;
  /** Whether inputs in the folder's ledger are skipped. */
  readonly resume: boolean;
  /** The version of this package. */
  readonly robotstream: string;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/** What happens to an input. */
export type RunEvent =
  | { readonly kind: 'progress'; readonly input: string; readonly progress: PartProgress }
  | { readonly kind: 'done'; readonly input: InputFacts; readonly result: PartResult }
  | { readonly kind: 'passed-over'; readonly input: InputFacts; readonly result: PartResult }
  | { readonly kind: 'failed'; readonly input: string; readonly error: Error };

/**
 * Runs a survey. An input that fails is an event, and the others go on. If the folder fails, all end.
 *
 * @throws {FolderError} if the folder has the parts of another survey, or cannot be written
 * @throws the reason of the signal if it aborts, or what `onEvent` throws; every part is then complete or absent
 */
export async function runSurvey(options: RunOptions): Promise<void> {
  const { folder, format, questions, resume, robotstream } = options;
  const inputs = new Set(options.inputs);
  const jobs = Math.min(options.jobs, inputs.size);
  const ending = new AbortController();
  const onEvent = endingIfItThrows(options.onEvent, ending);
  const signal = AbortSignal.any([options.signal, ending.signal]);
  const ledger = await Ledger.open({ folder, format, questions, robotstream }, resume);
  await inFolder(folder, () => removeAbandoned(folder));
  const pool = jobs > 1 ? workerPool(jobs) : undefined;
  const work: Work = pool === undefined ? inThisThread(signal) : inWorker(pool, signal);
  const waiting = inputs.values();
  try {
    // Wait for each, so that it removes its unfinished files before the threads end.
    const ends = await Promise.allSettled(Array.from({ length: jobs }, runInTurn));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    ending.signal.throwIfAborted();
  } finally {
    await pool?.destroy();
    await ledger.close();
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
    const facts = await inputFacts(input, signal);
    const known = await ledger.resultOf(facts);
    if (known !== undefined) {
      onEvent({ kind: 'passed-over', input: facts, result: known });
      return;
    }
    const result = await work({ input, folder, format, questions }, (progress) => {
      onEvent({ kind: 'progress', input, progress });
    });
    await ledger.add(facts, result);
    onEvent({ kind: 'done', input: facts, result });
  }
}

function inThisThread(signal: AbortSignal): Work {
  return (task, onProgress) => writePart(task, { onProgress, signal });
}
