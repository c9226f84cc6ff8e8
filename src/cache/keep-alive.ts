/**
 * Keeps the process running while something is awaited. Timers of the cache do not, and neither do the sockets of an idle
 * store: a client that is merely open must not hold a process up. A question that waits must.
 */
import { MAX_TIMER_MS } from '../time-units.js';

/** Counts what is awaited; the process stays alive while there is any. */
export class KeepAlive {
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Keeps the process running until a promise settles. */
  async during<Value>(awaited: Promise<Value>): Promise<Value> {
    this.#count++;
    this.#timer ??= setInterval(() => {}, MAX_TIMER_MS);
    try {
      return await awaited;
    } finally {
      this.#count--;
      if (this.#count === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }
  }
}
