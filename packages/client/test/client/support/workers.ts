/** Crawlers in processes of their own, and the site that they ask. */
import { afterAll, beforeAll } from 'vitest';
import { type Program, program } from '../../../../../test/support/program.js';

/** What a worker writes before it ends. */
export interface Report {
  readonly allowed: boolean[];
  readonly sources: string[];
  readonly stats: { fetches: number; storeHits: number; leaseWaits: number; storeFailures: number };
}

/** The worker of `worker.ts`, bundled before the tests of a file. */
export function useWorker(): Pick<Program, 'start'> {
  let worker: Program;
  beforeAll(async () => {
    worker = await program(new URL('./worker.ts', import.meta.url));
  });
  afterAll(() => worker.remove());
  return { start: (...args) => worker.start(...args) };
}
