/** The protocol between the two sides of mutation testing: `stryker-runner.mjs` in Stryker's process and `vitest-runner.mjs` in its worker. */

/** The global of Stryker's instrumented code. */
export const NAMESPACE = '__stryker__';

/** Threads of one process share the channel, other processes do not. */
export const CHANNEL = 'robotstream-mutation';
