/**
 * Threads that make parts. This file and `worker.ts` are in the folder of the entry point, so that one finds the other in the
 * build for bundlers and in the build for Node.
 */
import { MessageChannel } from 'node:worker_threads';
import { Tinypool } from 'tinypool';
import type { PartProgress, PartResult, PartTask } from './job/part.js';
import { errorOf } from './job/work-fault.js';
import type { WorkAnswer } from './worker.js';

/** Makes the parts of an input, here or in a worker. */
export type Work = (task: PartTask, onProgress: (progress: PartProgress) => void) => Promise<PartResult>;

/** Threads that make parts. */
export function workerPool(jobs: number): Tinypool {
  return new Tinypool({
    filename: new URL('./worker.js', import.meta.url).href,
    minThreads: jobs,
    maxThreads: jobs,
  });
}

/** Makes parts in the threads of a pool, until the signal aborts if there is one. */
export function inWorker(pool: Tinypool, signal?: AbortSignal): Work {
  return async (task, onProgress) => {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', onProgress);
    const stop = () => port1.postMessage('stop');
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const answer: WorkAnswer = await pool.run({ task, port: port2 }, { transferList: [port2] });
      if ('fault' in answer) throw errorOf(answer.fault);
      return answer.result;
    } finally {
      signal?.removeEventListener('abort', stop);
      port1.close();
    }
  };
}
