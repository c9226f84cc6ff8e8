/** Waiting for a permit to connect to an address, without a connection. */
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { DEFAULT_TIMEOUTS, TimeLimits, waitForPermit } from '../../src/fetch/limits.js';

/** Waits for a permit at an address, which is granted or refused. */
function waiting(connectTo: (address: string, signal: AbortSignal) => Promise<void>, signal?: AbortSignal) {
  const limits = new TimeLimits(new ManualClock(), DEFAULT_TIMEOUTS, signal);
  const permit = { moveTo: async () => {}, connectTo };
  return waitForPermit('192.0.2.1', permit, limits).finally(() => limits.end());
}

describe('a fetch that waits for a permit at an address', () => {
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
