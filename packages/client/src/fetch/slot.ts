/**
 * The slot of a fetch under limits on concurrency. The limits are in `src/pacing/limiter.ts`.
 */
import type { EndSignal } from './ending.js';
import type { TimeLimits } from './limits.js';

/**
 * The right to send requests, held by one fetch. It counts against one host and one address at a time: those that the
 * fetch sends its current request to.
 */
export interface FetchSlot {
  /**
   * Releases the current host and address, and waits for a slot at another host. Call it before each request that
   * follows a redirect.
   *
   * @throws the signal's reason (rejects) if it aborts
   */
  moveTo(host: string, signal: EndSignal): Promise<void>;
  /**
   * Counts this fetch against an address, too, and waits for a slot there. Call it once the host's name is resolved,
   * before connecting. Throws as {@link moveTo}.
   */
  connectTo(address: string, signal: EndSignal): Promise<void>;
}

/**
 * Waits for a slot to connect to an address. No time limit of the fetch counts that time.
 *
 * @throws the limits' reason (rejects) if they abort
 */
export async function waitForSlot(
  address: string,
  slot: FetchSlot | undefined,
  limits: TimeLimits,
): Promise<void> {
  if (slot === undefined) return;
  try {
    await limits.uncounted((signal) => slot.connectTo(address, signal));
  } catch (error) {
    limits.signal.throwIfAborted();
    throw error;
  }
}
