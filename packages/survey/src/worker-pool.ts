/**
 * Threads that make parts. This file and `robotstream-survey-worker.ts` are in the same folder, in the source and as they are published, so that
 * one finds the other.
 */
import { Worker } from 'node:worker_threads';
import { RobotsError } from 'robotstream';
import { errorOf } from './parts/folder.js';
import type { PartEnd, PartProgress, PartTask } from './parts/part.js';
import type { Pace } from './remote/pace.js';
import type { TaskEnd, WorkMessage, WorkRequest } from './robotstream-survey-worker.js';

/** Makes the parts of an input, here or in a thread. Resolves with undefined if the input has not changed. */
export type Work = (
  task: PartTask,
  onProgress: (progress: PartProgress) => void,
) => Promise<PartEnd | undefined>;

/** A number of threads, each of which makes one part at a time. */
export class WorkerPool {
  readonly #threads = new Set<Worker>();
  readonly #idle = new Set<Worker>();
  readonly #pace: Pace;
  readonly #closing = new AbortController();

  private constructor(pace: Pace) {
    this.#pace = pace;
  }

  /**
   * Starts a thread for each of the jobs.
   *
   * @param pace gives all of them their turns to send requests
   * @throws {RobotsError} (rejects) `threads-unavailable` if a thread cannot be started
   */
  static async start(jobs: number, pace: Pace): Promise<WorkerPool> {
    const pool = new WorkerPool(pace);
    try {
      const threads = await Promise.all(Array.from({ length: jobs }, () => pool.#startThread()));
      for (const thread of threads) pool.#idle.add(thread);
      return pool;
    } catch (error) {
      await pool.close();
      throw error;
    }
  }

  /**
   * Makes the parts of inputs, of as many at a time as there are jobs, until the signal aborts if there is one. A thread that ends takes
   * its input with it, and is replaced.
   */
  work(signal?: AbortSignal): Work {
    return async (task, onProgress) => {
      const [thread = await this.#startThread()] = this.#idle;
      this.#idle.delete(thread);
      try {
        return await makePart(thread, task, onProgress, signal);
      } finally {
        if (this.#threads.has(thread)) this.#idle.add(thread);
      }
    };
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(Array.from(this.#threads, (thread) => thread.terminate()));
  }

  #takePaceMessage(thread: Worker, message: WorkMessage): void {
    if ('hold' in message) this.#pace.hold(message.hold, message.ms);
    if (!('turn' in message)) return;
    this.#pace.turn(message.turn, this.#closing.signal).then(
      () => thread.postMessage('turn' satisfies WorkRequest),
      () => {}, // the threads end
    );
  }

  async #startThread(): Promise<Worker> {
    try {
      const thread = new Worker(new URL('./robotstream-survey-worker.js', import.meta.url));
      this.#threads.add(thread);
      for (const end of ['error', 'exit']) {
        thread.on(end, () => {
          this.#threads.delete(thread);
          this.#idle.delete(thread);
        });
      }
      thread.on('message', (message: WorkMessage) => this.#takePaceMessage(thread, message));
      await answerOf(thread, (message) => 'isReady' in message);
      return thread;
    } catch (error) {
      throw new RobotsError(
        'threads-unavailable',
        `The threads of the survey cannot be started: ${(error as Error).message}. If robotstream is part of a bundle, leave it out ` +
          'of the bundle, or survey with one job (docs/survey.md)',
        { cause: error },
      );
    }
  }
}

async function makePart(
  thread: Worker,
  task: PartTask,
  onProgress: (progress: PartProgress) => void,
  signal: AbortSignal | undefined,
): Promise<PartEnd | undefined> {
  const answer = answerOf(thread, (message) => {
    if ('progress' in message) onProgress(message.progress);
    return 'end' in message || 'fault' in message;
  });
  thread.postMessage({ task } satisfies WorkRequest);
  const stop = () => thread.postMessage('stop' satisfies WorkRequest);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const { fault, end } = (await answer) as TaskEnd;
    if (fault !== undefined) throw errorOf(fault);
    return end;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** The first message of a thread that is an answer. Rejects if the thread fails or ends before. */
function answerOf(thread: Worker, isAnswer: (message: WorkMessage) => boolean): Promise<WorkMessage> {
  return new Promise<WorkMessage>((resolve, reject) => {
    const onMessage = (message: WorkMessage) => {
      if (isAnswer(message)) settle(() => resolve(message));
    };
    const onError = (error: Error) => settle(() => reject(error));
    const onExit = (code: number) =>
      settle(() => reject(new Error(`the thread ended with exit code ${code}`)));
    const settle = (act: () => void) => {
      thread.off('message', onMessage).off('error', onError).off('messageerror', onError).off('exit', onExit);
      act();
    };
    thread.on('message', onMessage).on('error', onError).on('messageerror', onError).on('exit', onExit);
  });
}

/**
 * A listener that aborts work with what the program's listener throws, instead of throwing it.
 *
 * @param listener undefined for none
 */
export function endingIfItThrows<Event>(
  listener: ((event: Event) => void) | undefined,
  work: AbortController,
): (event: Event) => void {
  return (event) => {
    try {
      listener?.(event);
    } catch (error) {
      work.abort(error);
    }
  };
}
