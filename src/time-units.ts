/**
 * Units of time in milliseconds, and the longest time that a timer can count.
 */

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The longest time that Node's timers can count, in milliseconds. A longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
