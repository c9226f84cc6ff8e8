/**
 * Keeps the process running while a question waits. The timers of the cache and the sockets of an idle store do not keep
 * it running, because an idle client must not prevent a process from ending.
 */
import { MAX_TIMER_MS } from '../fetch/clock.js';

/** Counts the promises that are awaited. The process stays alive while there are any. */
export class KeepAlive {
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Keeps the process running until a promise settles, and returns the promise. */
  during<Value>(awaited: Promise<Value>): Promise<Value> {
    this.#count++;
    this.#timer ??= setInterval(() => {}, MAX_TIMER_MS);
    awaited.then(this.#end, this.#end);
    return awaited;
  }

  readonly #end = (): void => {
    this.#count--;
    if (this.#count > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  };
}
