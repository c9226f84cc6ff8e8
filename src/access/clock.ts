/**
 * A clock that can be passed in: the machine's, or one that a test controls.
 */

/** Gives the time and calls back later. */
export interface Clock {
  /** Milliseconds since 1970. It may jump in either direction when the machine's clock is set. */
  now(): number;
  /**
   * Milliseconds since any fixed moment, for measuring how long something takes: it never goes back. Default: `now`.
   */
  monotonicNow?(): number;
  /** Calls back once, `ms` milliseconds from now. The timer must not keep the process alive. */
  setTimeout(callback: () => void, ms: number): unknown;
  /** Cancels a callback that has not been called; anything else is ignored. */
  clearTimeout(timer: unknown): void;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicNow: () => performance.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms).unref(),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout | undefined),
};

/** A clock's monotonic time in milliseconds. */
export function monotonicNow(clock: Clock): number {
  return clock.monotonicNow === undefined ? clock.now() : clock.monotonicNow();
}
