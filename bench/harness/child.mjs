// @ts-check
/**
 * A job in a process of its own: its code is compiled for its own inputs alone, its memory can be told from others',
 * and it can be killed when it takes too long.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(new URL('../worker.mjs', import.meta.url));

/** A job that ran longer than it may. */
export class OverLimit extends Error {
  /** @param {number} limitMs */
  constructor(limitMs) {
    super(`over ${limitMs / 1000} s`);
  }
}

/**
 * Runs the default export of `jobs/NAME.mjs` in a new process.
 *
 * @param {string} name
 * @param {unknown} parameters passed on as JSON
 * @param {number} limitMs
 * @param {string} [execPath] the Node to run it with; default the one that runs this
 * @returns {Promise<any>} what the job returned
 * @throws {OverLimit} if it was killed
 */
export function runJob(name, parameters, limitMs, execPath = process.execPath) {
  return new Promise((resolve, reject) => {
    const child = fork(WORKER, [name, JSON.stringify(parameters)], { execPath, execArgv: [] });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new OverLimit(limitMs));
    }, limitMs);
    child.on('message', (message) => {
      clearTimeout(timer);
      const { result, error } = /** @type {{ result?: unknown, error?: string }} */ (message);
      child.kill();
      if (error === undefined) resolve(result);
      else reject(new Error(`${name}: ${error}`));
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`${name} ended without a result (${signal ?? code})`));
    });
  });
}
