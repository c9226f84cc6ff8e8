/** Starts the worker, whose code is part of the page's scripts. */
import type { Port } from './client.js';

export function startWorker(): Port {
  return inspectorChunks.startWorker();
}
