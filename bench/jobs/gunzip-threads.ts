/** The speed of threads that only decompress: how much a second thread can gain on this machine. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { warcArchive } from '../inputs/warc-archive.js';

/** How often each thread decompresses the archive. */
const PASSES = 100;

/** A thread that decompresses an archive as often as a message says, and then answers. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const { gunzipSync } = require('node:zlib');
gunzipSync(workerData);
parentPort.on('message', (passes) => {
  for (let i = 0; i < passes; i++) gunzipSync(workerData);
  parentPort.postMessage('done');
});
parentPort.postMessage('ready');
`;

export interface ThreadsResult {
  readonly ms: number;
  /** How much all threads decompressed. */
  readonly octets: number;
}

/** Decompresses an archive in threads at the same time. */
export async function gunzipThreads({ threads }: { threads: number }): Promise<ThreadsResult> {
  const { octets, recordOctets } = warcArchive();
  const workers = Array.from(
    { length: threads },
    () => new Worker(THREAD, { eval: true, workerData: octets }),
  );
  try {
    await answers(workers);
    const startMs = performance.now();
    for (const worker of workers) worker.postMessage(PASSES);
    await answers(workers);
    return { ms: performance.now() - startMs, octets: threads * PASSES * recordOctets };
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** Waits until each thread has answered. */
async function answers(workers: readonly Worker[]): Promise<void> {
  await Promise.all(workers.map((worker) => once(worker, 'message')));
}
