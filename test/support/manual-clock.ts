/** A clock that a test moves: nothing sleeps. */
import type { Clock } from '../../packages/client/src/fetch/clock.js';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Time passes only when the test says so. */
export class ManualClock implements Clock {
  readonly #timers = new Set<Timer>();
  /** Milliseconds that have passed. */
  #passed = 0;
  /** What the clock showed when none had. */
  #start: number;

  constructor(now: number = Date.UTC(2026, 0, 1)) {
    this.#start = now;
  }

  now(): number {
    return this.#start + this.#passed;
  }

  monotonicNow(): number {
    return this.#passed;
  }

  setTimeout(callback: () => void, ms: number): unknown {
    const timer = { at: this.#passed + ms, callback };
    this.#timers.add(timer);
    return timer;
  }

  clearTimeout(timer: unknown): void {
    this.#timers.delete(timer as Timer);
  }

  /** Timers that have not fired. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Whether a timer fires exactly so many milliseconds from now. */
  hasTimerIn(ms: number): boolean {
    return [...this.#timers].some(({ at }) => at === this.#passed + ms);
  }

  /** Sets the clock forward or back, as an administrator would: no time passes, and no timer fires. */
  set(ms: number): void {
    this.#start += ms;
  }

  /** Lets time pass. Timers fire in order; the work that one starts settles before the next one fires. */
  async advance(ms: number): Promise<void> {
    const end = this.#passed + ms;
    await rest();
    for (let timer = this.#nextUntil(end); timer !== undefined; timer = this.#nextUntil(end)) {
      this.#fire(timer);
      await rest();
    }
    this.#passed = end;
    await rest();
  }

  /** Lets time pass at once; timers fire in order. */
  elapse(ms: number): void {
    const end = this.#passed + ms;
    for (let timer = this.#nextUntil(end); timer !== undefined; timer = this.#nextUntil(end))
      this.#fire(timer);
    this.#passed = end;
  }

  /** Lets time pass where no timer is pending. */
  skip(ms: number): void {
    if (this.#timers.size > 0) throw new Error('a timer is pending; advance() fires it');
    this.#passed += ms;
  }

  #nextUntil(end: number): Timer | undefined {
    return [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }

  #fire(timer: Timer): void {
    this.#timers.delete(timer);
    this.#passed = Math.max(this.#passed, timer.at);
    timer.callback();
  }
}

/** Waits until all work that needs only turns of the event loop has settled. */
export async function rest(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

export {
  DAY_MS as DAY,
  HOUR_MS as HOUR,
  MINUTE_MS as MINUTE,
  SECOND_MS as SECOND,
} from '../../src/limits.js';
