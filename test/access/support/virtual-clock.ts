/** Time that stands still until a test moves it. */
import type { Clock } from '../../../src/index.js';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that begins at `start`, milliseconds since 1970. */
export class VirtualClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  setTimeout(callback: () => void, ms: number): unknown {
    const timer = { at: this.#now + ms, callback };
    this.#timers.add(timer);
    return timer;
  }

  clearTimeout(timer: unknown): void {
    this.#timers.delete(timer as Timer);
  }

  /** Timers that are still to go off. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Lets time pass; what is due goes off in order, each at its time. */
  advance(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const due = [...this.#timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#timers.delete(due);
      this.#now = due.at;
      due.callback();
    }
    this.#now = until;
  }
}
