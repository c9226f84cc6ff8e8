/** `forget` at each step of a lookup: the file is forgotten afterwards, in memory and in the store. */
import { describe, expect, test } from 'vitest';
import { later } from '../../../../test/support/later.js';
import { DAY, ManualClock, rest } from '../../../../test/support/manual-clock.js';
import type { AccessResult } from '../../src/fetch/result.js';
import { ROBOTS_URL, success } from '../lookup/support/results.js';
import { scriptedCache } from '../lookup/support/scripted-cache.js';
import { SharedStore } from '../store/support/stores.js';

const OLD = success('User-agent: *\nDisallow: /old\n');
const NEW = success('User-agent: *\nDisallow: /new\n');

/** A cache whose fetches the test ends, and its store. */
function held() {
  const clock = new ManualClock();
  const shared = new SharedStore(clock);
  const scripted = scriptedCache({ clock, store: shared.connect() });
  const fetches: ((result: AccessResult) => void)[] = [];
  scripted.answer(() => {
    const { promise, resolve } = later<AccessResult>();
    fetches.push(resolve);
    return promise;
  });
  const files = (): string[] => [...shared.entries.keys()].filter((key) => !key.startsWith('unshared'));
  const { cache } = scripted;
  const isKnown = () =>
    cache.gauges.entries > 0 || files().length > 0 || cache.peek(ROBOTS_URL) !== undefined;
  return { cache, clock, shared, fetches, isKnown };
}

const documentOf = (answer: Awaited<ReturnType<typeof asked>>) => answer.freshness.copy?.document;
const asked = (cache: ReturnType<typeof held>['cache']) => cache.find(ROBOTS_URL);

describe('a file forgotten during its fetch', () => {
  test('is not known afterwards; the question that waits gets the result', async () => {
    const { cache, fetches, isKnown } = held();
    const question = asked(cache);
    await rest();
    await cache.forget(ROBOTS_URL);
    fetches[0](OLD);
    expect(documentOf(await question)).toBe(OLD.document);
    await rest();
    expect(isKnown()).toBe(false);
  });

  test('is fetched for the next question, which does not wait for the first fetch', async () => {
    const { cache, clock, fetches, isKnown } = held();
    const before = asked(cache);
    await rest();
    await cache.forget(ROBOTS_URL);
    const after = asked(cache);
    // The first fetch has the lease.
    await clock.advance(DAY);
    expect(fetches.length).toBe(2);
    fetches[1](NEW);
    expect(documentOf(await after)).toBe(NEW.document);
    fetches[0](OLD);
    expect(documentOf(await before)).toBe(OLD.document);
    await rest();
    expect(documentOf(await asked(cache))).toBe(NEW.document);
    expect(isKnown()).toBe(true);
  });

  test('by a refresh, also one that waits for an earlier fetch, is not known afterwards either', async () => {
    const { cache, fetches, isKnown } = held();
    const question = asked(cache);
    await rest();
    const refreshed = cache.refresh(ROBOTS_URL);
    await rest();
    await cache.forget(ROBOTS_URL);
    fetches[0](OLD);
    await question;
    await rest();
    expect(fetches.length).toBe(2);
    fetches[1](NEW);
    expect(documentOf(await refreshed)).toBe(NEW.document);
    await rest();
    expect(isKnown()).toBe(false);
  });
});

test('a file forgotten while the store is read is not known afterwards', async () => {
  const clock = new ManualClock();
  const shared = new SharedStore(clock);
  const earlier = scriptedCache({ clock, store: shared.connect() });
  earlier.answer(OLD);
  await earlier.cache.find(ROBOTS_URL);
  await rest();
  const reading = later();
  const store = shared.connect({ leases: false });
  const { cache } = scriptedCache({
    clock,
    store: {
      ...store,
      get: async (key) => {
        const entry = await store.get(key);
        await reading.promise;
        return entry;
      },
    },
  });
  const question = cache.find(ROBOTS_URL);
  const forgotten = cache.forget(ROBOTS_URL);
  reading.resolve();
  await forgotten;
  expect((await question).source).toBe('store');
  await rest();
  expect([cache.gauges.entries, shared.entries.size]).toEqual([0, 0]);
});
