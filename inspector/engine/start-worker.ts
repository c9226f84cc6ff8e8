/** Starts the worker, whose code is part of the page's scripts. */
import type { TerminablePort } from './restarting-port.js';

export function startWorker(): TerminablePort {
  return inspectorChunks.startWorker();
}
