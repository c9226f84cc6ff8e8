/** Starts the worker. */
import type { Port } from './client.js';

export function startWorker(): Port {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
