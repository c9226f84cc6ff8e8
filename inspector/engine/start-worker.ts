/** Starts the worker. Its code is part of the page's script: browsers refuse workers from files on disk. */
import type { Port } from './client.js';
import InlineWorker from './worker.js?worker&inline';

export function startWorker(): Port {
  return new InlineWorker();
}
