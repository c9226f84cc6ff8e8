/**
 * Runs a job in its own process, so that its code is compiled for its own inputs only, its memory is separate, and it can be
 * killed when it takes too long.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { JobName, JobParameters, JobResult } from '../jobs/index.js';

const WORKER = fileURLToPath(new URL('../worker.js', import.meta.url));

/** A job exceeded its time limit. */
export class OverLimit extends Error {
  constructor(limitMs: number) {
    super(`over ${limitMs / 1000} s`);
  }
}

/** What the worker sends when it is done. */
export type WorkerMessage = { readonly result: unknown } | { readonly error: string };

/**
 * Runs a job in a new process.
 *
 * @param parameters sent as JSON
 * @param execPath the Node that runs it; default: the one that runs this
 * @returns the job's result, passed as JSON
 * @throws {OverLimit} if the job was killed
 */
export function runJob<Name extends JobName>(
  name: Name,
  parameters: JobParameters<Name>,
  limitMs: number,
  execPath: string = process.execPath,
): Promise<JobResult<Name>> {
  return new Promise((resolve, reject) => {
    const child = fork(WORKER, [name, JSON.stringify(parameters)], { execPath, execArgv: [] });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new OverLimit(limitMs));
    }, limitMs);
    child.on('message', (message: WorkerMessage) => {
      clearTimeout(timer);
      child.kill();
      if ('error' in message) reject(new Error(`${name}: ${message.error}`));
      else resolve(message.result as JobResult<Name>);
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`${name} ended without a result (${signal ?? code})`));
    });
  });
}
