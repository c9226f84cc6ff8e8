/**
 * A thread that makes parts.
 */
import type { MessagePort } from 'node:worker_threads';
import { type PartResult, type PartTask, writePart } from './job/part.js';
import { type WorkFault, workFault } from './job/work-fault.js';

/** Progress is sent at most this often. */
const PROGRESS_INTERVAL_MS = 200;

/** The answer of a thread. */
export type WorkAnswer = { readonly result: PartResult } | { readonly fault: WorkFault };

/**
 * Makes the parts of an input.
 *
 * @param port takes the progress; any message to it stops the work
 */
export default async function work({
  task,
  port,
}: {
  task: PartTask;
  port: MessagePort;
}): Promise<WorkAnswer> {
  const controller = new AbortController();
  port.on('message', () => controller.abort());
  let sentAt = 0;
  try {
    const result = await writePart(task, {
      signal: controller.signal,
      onProgress: (progress) => {
        const now = performance.now();
        if (now - sentAt < PROGRESS_INTERVAL_MS) return;
        sentAt = now;
        port.postMessage(progress);
      },
    });
    return { result };
  } catch (error) {
    return { fault: workFault(error as Error) };
  } finally {
    port.close();
  }
}
