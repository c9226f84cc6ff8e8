/** A cache over a store: what is read from it and written to it, and what happens when it fails. */
import { describe, expect, test } from 'vitest';
import { later } from '../../../../test/support/later.js';
import { DAY, ManualClock, MINUTE, rest } from '../../../../test/support/manual-clock.js';
import { STORE_REST_MS } from '../../src/store/guarded-store.js';
import type { TurnRule } from '../../src/store/store.js';
import { heard } from '../lookup/support/heard.js';
import { notModified, ROBOTS_URL, success, unreachable } from '../lookup/support/results.js';
import { scriptedCache } from '../lookup/support/scripted-cache.js';
import { failing, hanging, keysOf, SharedStore } from './support/stores.js';

const FILE = success('User-agent: *\nDisallow: /a\n');
const { shared: KEY } = keysOf(ROBOTS_URL);

/** A cache, and the store that it alone uses. */
function cacheOverStore() {
  const clock = new ManualClock();
  const shared = new SharedStore(clock);
  return { ...scriptedCache({ clock, store: shared.connect() }), shared };
}

describe('with a store', () => {
  test('an entry that is no longer fresh is fetched by a conditional request', async () => {
    const clock = new ManualClock();
    const shared = new SharedStore(clock);
    const first = scriptedCache({ clock, store: shared.connect() }, success('a', { etag: '"a"' }));
    await first.cache.find(ROBOTS_URL);
    await clock.advance(2 * DAY);
    const second = scriptedCache({ clock, store: shared.connect() }, notModified());
    expect((await second.cache.find(ROBOTS_URL)).source).toBe('fetch');
    expect(second.fetches[0].call.held?.headers).toEqual({ etag: '"a"' });
    expect(second.cache.counts.renewals).toBe(1);
  });

  test('an entry is useful for as long as its copy or absence may matter', async () => {
    const { clock, shared, cache, answer } = cacheOverStore();
    answer(FILE);
    await cache.find(ROBOTS_URL);
    await rest();
    expect(shared.lastTtlMs).toBe(DAY + 30 * DAY + DAY);
    answer(unreachable(500));
    await clock.advance(10 * DAY);
    await cache.find(ROBOTS_URL);
    await rest();
    expect(shared.lastTtlMs).toBe(MINUTE + 30 * DAY + DAY);
  });

  test('a turn that lasts is held for leaseMs of the store, or for five seconds, and the delay', async () => {
    for (const leaseMs of [undefined, 30_000]) {
      const held: number[] = [];
      const take = async (_key: string, _token: string, { holdMs }: TurnRule) => held.push(holdMs) - 1;
      const turns = { take, due: async () => 0, extend: async () => {}, end: async () => {} };
      const clock = new ManualClock();
      const store = { ...new SharedStore(clock).connect(), turns, leaseMs };
      const { cache } = scriptedCache({ clock, store });
      await cache.pacer.tryTake({ key: 'a.example', delayMs: 100, lasts: true });
      await cache.close();
      expect(held).toEqual([(leaseMs ?? 5000) + 100]);
    }
  });

  test('closing waits until the store has written everything, and until then the lease is held', async () => {
    const clock = new ManualClock();
    const shared = new SharedStore(clock);
    const inner = shared.connect();
    const slow = later<void>();
    const set = async (...entry: Parameters<typeof inner.set>) => {
      await slow.promise;
      await inner.set(...entry);
    };
    const { cache } = scriptedCache({ clock, store: { ...inner, set } }, FILE);
    await cache.find(ROBOTS_URL);
    const closed = cache.close();
    await rest();
    expect([shared.log.includes('close'), shared.leaseCount]).toEqual([false, 1]);
    slow.resolve();
    await closed;
    expect(shared.leaseCount).toBe(0);
    expect(shared.log.slice(-2)).toEqual([`set ${KEY}`, 'close']);
  });

  test.each([
    ['corrupt', 'robotstream-cache 2 AAAA\n{}\n'],
    ['version', 'robotstream-cache 99 whatever\nthat is'],
    ['foreign', '{"value":1}'],
    ['foreign', 17],
    ['foreign', { some: 'object' }],
  ])('an entry that is %s is a miss, and is reported and replaced', async (reason, value) => {
    const clock = new ManualClock();
    const shared = new SharedStore(clock);
    shared.entries.set(KEY, value);
    const { cache } = scriptedCache({ clock, store: shared.connect() }, FILE);
    const messages = await heard('robotstream:store', async () => {
      expect((await cache.find(ROBOTS_URL)).source).toBe('fetch');
    });
    expect(messages[0]).toEqual({ operation: 'get', error: null, discarded: { key: KEY, reason } });
    expect(cache.counts).toMatchObject({ storeFailures: 0 });
    expect(cache.counts.storeDiscards).toBeGreaterThan(0);
    await rest();
    expect(String(shared.entries.get(KEY))).toMatch(/^robotstream-cache 2 /);
  });

  test.each([
    // Two entries to read, a lease, an entry to write: each kind of operation is tried once.
    ['fails', failing, 4],
    // Where reading hangs, nothing else is tried.
    ['hangs', hanging, 2],
  ])(
    'a store that %s delays a question by its time limit, once, and decides nothing',
    async (_, broken, expectedFailures) => {
      const { cache, clock, answer, fetches } = scriptedCache({ store: broken() });
      answer((robotsUrl) => ({ ...FILE, robotsUrl }));
      const question = cache.find(ROBOTS_URL);
      await clock.advance(500);
      expect((await question).freshness.meaning).toBe('rules');
      // The store rests now: no question waits for it.
      for (let i = 0; i < 10; i++) await cache.find(`https://host${i}.example/robots.txt`);
      expect(fetches.length).toBe(11);
      const failures = cache.counts.storeFailures;
      expect(failures).toBe(expectedFailures);
      await clock.advance(STORE_REST_MS);
      const again = cache.find('https://later.example/robots.txt');
      await clock.advance(500);
      await again;
      expect(cache.counts.storeFailures).toBe(failures * 2);
      const closed = cache.close();
      await clock.advance(500);
      await closed;
      expect(clock.pending).toBe(0);
    },
  );
});
