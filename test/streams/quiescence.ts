/**
 * Finds a hang without a clock: something has not happened, and the event loop has nothing left to do that could make it
 * happen.
 */
import { stat } from 'node:fs';

/** What keeps the loop of an idle test worker alive: the pipe to the runner, its timers, sockets that wait for octets. */
const IDLE_RESOURCES = new Set([
  'CloseReq',
  'MessagePort',
  'PipeWrap',
  'TCPServerWrap',
  'TCPSocketWrap',
  'Timeout',
  'TTYWrap',
]);

/**
 * Turns of the event loop without work in progress after which it is a hang. Octets of a socket take one or two, if the system
 * delivers them at once, and zlib as many as its thread waits for a processor. On a busy machine these are thousands.
 */
const IDLE_TURNS = 300_000;

/**
 * Waits for a condition.
 *
 * @param name what the error calls the work that makes it true; an object's `toString` is called for it
 * @throws {Error} if the event loop runs out of things to do first
 */
export async function comesTrue(
  name: string | { toString(): string },
  condition: () => boolean,
  mostIdleTurns = IDLE_TURNS,
): Promise<void> {
  for (let idleTurns = 0; !condition(); idleTurns++) {
    // zlib's work in the thread pool is not among the resources. Other work in the pool gives it time.
    if (idleTurns > 0) await new Promise((resolve) => stat('.', resolve));
    await new Promise(setImmediate);
    if (process.getActiveResourcesInfo().some((resource) => !IDLE_RESOURCES.has(resource))) idleTurns = 0;
    if (idleTurns === mostIdleTurns)
      throw new Error(`${name}: hangs, nothing is left to do and it has not ended`);
  }
}

/**
 * Waits for work.
 *
 * @param name what the error calls the work, as for `comesTrue`
 * @param mostIdleTurns fewer for work that hangs as it should
 * @throws {Error} if the event loop runs out of things to do first; what the work rejects with is passed on
 */
export async function settles<T>(
  name: string | { toString(): string },
  work: Promise<T>,
  mostIdleTurns?: number,
): Promise<T> {
  let isSettled = false;
  const settle = (): void => {
    isSettled = true;
  };
  work.then(settle, settle);
  await comesTrue(name, () => isSettled, mostIdleTurns);
  return work;
}
