/**
 * A clock that can be passed in: the machine's, or one that a test controls.
 */

/** The longest time that Node's timers can count, in milliseconds. A longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

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

/**
 * The machine's clock. While a process is busy, responses arrive and timers become due. Afterwards Node runs the timers first.
 * So a timer here lets the event loop take in what has arrived before it calls back: a response that came in time is no timeout.
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicNow: () => performance.now(),
  setTimeout: (callback, ms) => {
    const timer: SystemTimer = {
      timeout: setTimeout(() => {
        timer.immediate = setImmediate(callback);
      }, ms).unref(),
      immediate: undefined,
    };
    return timer;
  },
  clearTimeout: (timer) => {
    const { timeout, immediate } = (timer ?? {}) as Partial<SystemTimer>;
    clearTimeout(timeout);
    clearImmediate(immediate);
  },
};

interface SystemTimer {
  readonly timeout: NodeJS.Timeout;
  /** Set once the time has passed. */
  immediate: NodeJS.Immediate | undefined;
}

/** A clock's monotonic time in milliseconds. */
export function monotonicNow(clock: Clock): number {
  return clock.monotonicNow === undefined ? clock.now() : clock.monotonicNow();
}

/**
 * A clock's monotonic time in milliseconds. If the clock has none and is set back, the result stays the same until time goes on.
 */
export function steadyTime(clock: Clock): () => number {
  let lastSeen = -Infinity;
  let lost = 0;
  return () => {
    const seen = monotonicNow(clock);
    lost += Math.max(lastSeen - seen, 0);
    lastSeen = seen;
    return seen + lost;
  };
}
