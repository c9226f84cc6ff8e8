// @ts-check
/**
 * Time as it would be without neighbours: by the clock, or by the processor time of all the process's threads if that
 * is less. A process that is ready may have to wait for a processor, while its clock runs on and its processor time does not.
 */
import { performance } from 'node:perf_hooks';

const US_A_MS = 1e3;

/** @returns {() => number} what tells the milliseconds that have passed since */
export function startStopwatch() {
  const cpuStart = process.cpuUsage();
  const start = performance.now();
  return () => {
    const clockMs = performance.now() - start;
    const { user, system } = process.cpuUsage(cpuStart);
    return Math.min(clockMs, (user + system) / US_A_MS);
  };
}

/**
 * @param {() => unknown} call
 * @returns {number} milliseconds
 */
export function timeCall(call) {
  const elapsedMs = startStopwatch();
  call();
  return elapsedMs();
}
