/** Waiting for a slot to connect to an address, without a connection. */
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { TimeLimits } from '../../src/fetch/limits.js';
import { DEFAULT_TIMEOUTS } from '../../src/fetch/settings.js';
import { waitForSlot } from '../../src/fetch/slot.js';

/** Waits for a slot at an address, which is granted or refused. */
function waiting(connectTo: (address: string, signal: AbortSignal) => Promise<void>, signal?: AbortSignal) {
  const limits = new TimeLimits(new ManualClock(), DEFAULT_TIMEOUTS, signal);
  const slot = { moveTo: async () => {}, connectTo };
  return waitForSlot('192.0.2.1', slot, limits).finally(() => limits.end());
}

describe('a fetch that waits for a slot at an address', () => {
  test('goes on when it is let in', async () => {
    const asked: string[] = [];
    await waiting(async (address) => void asked.push(address));
    expect(asked).toEqual(['192.0.2.1']);
  });

  test("fails with the caller's reason if the caller ends it, whatever its limits say", async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const refused = waiting(async () => {
      controller.abort(reason);
      throw new Error('too late');
    }, controller.signal);
    await expect(refused).rejects.toBe(reason);
  });
});
