/**
 * A thread that makes parts, one after another. It is started by its file, which is looked for next to the module that starts it. In a bundle
 * that is the bundle's folder. So the name is one that no file of a program has.
 */
import { parentPort } from 'node:worker_threads';
import { type WorkFault, workFault } from './parts/folder.js';
import { type PartEnd, type PartProgress, type PartTask, writePart } from './parts/part.js';
import type { Pace } from './remote/pace.js';
import { SiteLists } from './rows/site-list.js';

/** What is sent to a thread: a part to make, to stop making it, or that it may send a request. */
export type WorkRequest = { readonly task: PartTask } | 'stop' | 'turn';

/** The end of a task. */
export type TaskEnd =
  | { readonly end: PartEnd | undefined; readonly fault?: undefined }
  | { readonly end?: undefined; readonly fault: WorkFault };

/** What a thread sends: that it has started, progress, the end of a task, that it waits for its turn, and a wait that a server asks for. */
export type WorkMessage =
  | { readonly isReady: true }
  | { readonly progress: PartProgress }
  | TaskEnd
  | { readonly turn: string }
  | { readonly hold: string; readonly ms: number };

/** Progress is sent at most this often. */
const PROGRESS_INTERVAL_MS = 200;

let stopping = new AbortController();

/** The list of sites of the inputs so far. */
const lists = new SiteLists();

/** Resolves the turn that is waited for. A part has one request at a time. */
let onTurn = (): void => {};

/** The pace of the whole process, which the thread that started this one keeps. */
const pace: Pace = {
  turn: (host, signal) =>
    new Promise((resolve, reject) => {
      onTurn = resolve;
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      send({ turn: host });
    }),
  hold: (host, ms) => send({ hold: host, ms }),
};

parentPort?.on('message', (request: WorkRequest) => {
  if (request === 'stop') stopping.abort();
  else if (request === 'turn') onTurn();
  else void makePart(request.task);
});
send({ isReady: true });

async function makePart(task: PartTask): Promise<void> {
  stopping = new AbortController();
  let sentAt = 0;
  try {
    const end = await writePart(task, {
      signal: stopping.signal,
      pace,
      lists,
      onProgress: (progress) => {
        const now = performance.now();
        if (now - sentAt < PROGRESS_INTERVAL_MS) return;
        sentAt = now;
        send({ progress });
      },
    });
    send({ end });
  } catch (error) {
    send({ fault: workFault(error as Error) });
  }
}

function send(message: WorkMessage): void {
  parentPort?.postMessage(message);
}
