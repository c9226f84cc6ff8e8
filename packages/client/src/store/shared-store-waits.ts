/**
 * What processes that share a store do in the same way for leases and for turns: they ask again after pauses that grow, and renew what
 * they hold long before it ends.
 */
import type { BackOff } from '../fetch/back-off.js';
import type { Clock } from '../fetch/clock.js';

/** The pauses between two questions to the store while another process comes first. */
export const PAUSES: BackOff = { firstMs: 25, maxMs: 500, factor: 1.5 };

/** How often something that is held is renewed within its time. */
export const RENEWALS_PER_TTL = 3;

/**
 * Renews something regularly until it is stopped.
 *
 * @param renew resolves with whether it is still held
 * @returns stops renewing
 */
export function renewRegularly(clock: Clock, ttlMs: number, renew: () => Promise<boolean>): () => void {
  let timer: unknown;
  let hasEnded = false;
  const renewLater = (): void => {
    timer = clock.setTimeout(async () => {
      if ((await renew()) && !hasEnded) renewLater();
    }, ttlMs / RENEWALS_PER_TTL);
  };
  renewLater();
  return () => {
    hasEnded = true;
    clock.clearTimeout(timer);
  };
}
