/**
 * Time, as something that is handed in: the real one, or one that a test moves.
 */

/** What tells the time and calls back later. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once, `ms` milliseconds from now, and must not keep the process alive for it. */
  setTimeout(callback: () => void, ms: number): unknown;
  /** Takes back a callback that has not happened; anything else is ignored. */
  clearTimeout(timer: unknown): void;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms).unref(),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout | undefined),
};
