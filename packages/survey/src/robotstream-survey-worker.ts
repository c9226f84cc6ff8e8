/**
 * A thread that makes parts, one after another. It is started by its file, which is looked for next to the module that starts it. In a bundle
 * that is the bundle's folder. So the name is one that no file of a program has.
 */
import { parentPort } from 'node:worker_threads';
import { type WorkFault, workFault } from './part/folder.js';
import { type PartProgress, type PartResult, type PartTask, writePart } from './part/part.js';

/** What is sent to a thread: a part to make, or to stop making it. */
export type WorkRequest = { readonly task: PartTask } | 'stop';

/** The end of a part. */
export type PartEnd =
  | { readonly result: PartResult; readonly fault?: undefined }
  | { readonly result?: undefined; readonly fault: WorkFault };

/** What a thread sends: that it has started, progress, and the end of a part. */
export type WorkMessage = { readonly isReady: true } | { readonly progress: PartProgress } | PartEnd;

/** Progress is sent at most this often. */
const PROGRESS_INTERVAL_MS = 200;

let stopping = new AbortController();

parentPort?.on('message', (request: WorkRequest) => {
  if (request === 'stop') stopping.abort();
  else void makePart(request.task);
});
send({ isReady: true });

async function makePart(task: PartTask): Promise<void> {
  stopping = new AbortController();
  let sentAt = 0;
  try {
    const result = await writePart(task, {
      signal: stopping.signal,
      onProgress: (progress) => {
        const now = performance.now();
        if (now - sentAt < PROGRESS_INTERVAL_MS) return;
        sentAt = now;
        send({ progress });
      },
    });
    send({ result });
  } catch (error) {
    send({ fault: workFault(error as Error) });
  }
}

function send(message: WorkMessage): void {
  parentPort?.postMessage(message);
}
