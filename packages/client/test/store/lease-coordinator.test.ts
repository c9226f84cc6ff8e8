import { describe, expect, test } from 'vitest';
import { later } from '../../../../test/support/later.js';
import { ManualClock, MINUTE, rest, SECOND } from '../../../../test/support/manual-clock.js';
import { GuardedStore } from '../../src/store/guarded-store.js';
import { LeaseCoordinator } from '../../src/store/lease-coordinator.js';
import type { RobotsStore } from '../../src/store/store.js';
import { failing, SharedStore } from './support/stores.js';

const forever = (): AbortSignal => new AbortController().signal;

function coordinator(store: RobotsStore, clock: ManualClock, patienceMs = MINUTE): LeaseCoordinator {
  const guarded = new GuardedStore(store, { clock, timeoutMs: 500, report: () => {} });
  return new LeaseCoordinator(guarded, { clock, leaseMs: 6 * SECOND, patienceMs });
}

/** The coordinators of two processes that share a store. */
function pair(patienceMs?: number) {
  const clock = new ManualClock();
  const shared = new SharedStore(clock);
  const [one, other] = [1, 2].map(() => coordinator(shared.connect(), clock, patienceMs));
  return { clock, shared, one, other };
}

describe('a lease', () => {
  test('that ends with a result for all leaves no note; one without leaves a note', async () => {
    const { one, shared } = pair();
    await (await one.take('key'))?.end(true);
    expect(shared.entries.size).toBe(0);
    await (await one.take('key'))?.end(false);
    expect([...shared.entries.keys()]).toEqual(['unshared key']);
    expect(shared.lastTtlMs).toBe(MINUTE);
  });

  test('that ends while it is extended is not extended again', async () => {
    const clock = new ManualClock();
    const shared = new SharedStore(clock);
    const inner = shared.connect();
    const { leases } = inner;
    if (leases === undefined) throw new Error('the store has leases');
    const slow = later();
    const extend: typeof leases.extend = async (...call) => {
      const isExtended = await leases.extend(...call);
      await slow.promise;
      return isExtended;
    };
    const lease = await coordinator({ ...inner, leases: { ...leases, extend } }, clock).take('key');
    clock.elapse(2 * SECOND);
    const ended = lease?.end(true);
    slow.resolve();
    await ended;
    await rest();
    expect([clock.pending, shared.leaseCount]).toEqual([0, 0]);
  });
});

describe('a process that waits', () => {
  test('reads the store soon, then less and less often, at last every half second', async () => {
    const { other, clock } = pair(100 * MINUTE);
    const wait = await other.wait('key');
    for (const pauseMs of [25, 37, 56, 84, 126, 189, 284, 427, 500, 500]) {
      let isOver = false;
      void wait.pause(forever()).then(() => {
        isOver = true;
      });
      await clock.advance(pauseMs - 1);
      expect(isOver).toBe(false);
      await clock.advance(2);
      expect(isOver).toBe(true);
    }
  });

  test('fetches by itself when the holder leaves a note, and not because of an older note', async () => {
    const { one, other, clock } = pair();
    await (await one.take('key'))?.end(false);
    const lease = await one.take('key');
    const wait = await other.wait('key');
    const first = wait.pause(forever());
    await clock.advance(SECOND);
    expect(await first).toBe(false);
    await lease?.end(false);
    const second = wait.pause(forever());
    await clock.advance(SECOND);
    expect(await second).toBe(true);
  });

  test('goes on waiting when an older note has expired', async () => {
    const { one, other, clock, shared } = pair();
    await (await one.take('key'))?.end(false);
    const wait = await other.wait('key');
    shared.entries.clear();
    const pause = wait.pause(forever());
    await clock.advance(SECOND);
    expect(await pause).toBe(false);
  });

  test('goes on waiting if the store fails', async () => {
    const clock = new ManualClock();
    const wait = await coordinator(failing(), clock).wait('key');
    const pause = wait.pause(forever());
    await clock.advance(SECOND);
    expect(await pause).toBe(false);
  });

  test('ends at once when its signal aborts, before a pause or in it', async () => {
    const { other, clock } = pair();
    const wait = await other.wait('key');
    const controller = new AbortController();
    const pause = wait.pause(controller.signal);
    expect(clock.pending).toBe(1);
    controller.abort(new Error('enough'));
    await expect(pause).rejects.toThrow('enough');
    expect(clock.pending).toBe(0);
    await expect(wait.pause(controller.signal)).rejects.toThrow('enough');
    expect(clock.pending).toBe(0);
  });
});
