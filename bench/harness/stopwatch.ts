/**
 * Time as it would be on an idle machine: wall-clock time, or the CPU time of all threads of the process if that is less. A process that
 * is ready to run may have to wait for a CPU. Its wall clock runs on, its CPU time does not.
 */
import { performance } from 'node:perf_hooks';

const US_A_MS = 1e3;

/** @returns a function that returns the milliseconds since the start */
export function startStopwatch(): () => number {
  const cpuStart = process.cpuUsage();
  const start = performance.now();
  return () => {
    const clockMs = performance.now() - start;
    const { user, system } = process.cpuUsage(cpuStart);
    return Math.min(clockMs, (user + system) / US_A_MS);
  };
}

/** @returns milliseconds */
export function timeCall(call: () => unknown): number {
  const elapsedMs = startStopwatch();
  call();
  return elapsedMs();
}
