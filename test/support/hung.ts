/** When work of the tests counts as hung. */

/**
 * How long a test, a hook or a process that one waits for may run before it counts as hung. It says nothing about how fast
 * anything is: the slowest quick test takes seconds on a quiet machine, and a machine may be very busy. So no test sets a
 * timeout of its own. A process that the worker of a test waits for has to end by itself: meanwhile, the worker ends no test.
 */
export const HUNG_AFTER_MS = 10 * 60_000;
