/** A clock that a test moves: nothing sleeps. */
import type { Clock } from '../../../src/access/clock.js';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Time stands still until the test moves it on. */
export class ManualClock implements Clock {
  readonly #timers = new Set<Timer>();
  #now: number;

  constructor(now: number = Date.UTC(2026, 0, 1)) {
    this.#now = now;
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

  /** Timers that have not gone off. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Moves on; timers go off in their order, and what they set going comes to rest before the next. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await rest();
    for (;;) {
      const due = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#timers.delete(due);
      this.#now = Math.max(this.#now, due.at);
      due.callback();
      await rest();
    }
    this.#now = end;
    await rest();
  }

  /** Moves on where no timer waits. */
  skip(ms: number): void {
    if (this.#timers.size > 0) throw new Error('a timer waits; advance() lets it go off');
    this.#now += ms;
  }
}

/** Lets everything that needs no more than turns of the event loop come to rest. */
export async function rest(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
