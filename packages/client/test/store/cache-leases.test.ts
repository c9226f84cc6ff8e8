/** Processes that share a store with leases: one of them fetches. */
import { onAbort } from 'robotstream/internal';
import { describe, expect, test } from 'vitest';
import { later } from '../../../../test/support/later.js';
import { DAY, HOUR, ManualClock, MINUTE, rest, SECOND } from '../../../../test/support/manual-clock.js';
import { STORE_REST_MS } from '../../src/store/guarded-store.js';
import { ROBOTS_URL, success } from '../lookup/support/results.js';
import { scriptedCache } from '../lookup/support/scripted-cache.js';
import { keysOf, SharedStore } from './support/stores.js';

const FILE = success('User-agent: *\nDisallow: /a\n');
const { own: OWN_KEY } = keysOf(ROBOTS_URL);

describe('processes that share a store with leases', () => {
  /** Several caches over one store and one server, each with its own connection, as in separate processes. */
  function fleet(count: number) {
    const clock = new ManualClock();
    const shared = new SharedStore(clock);
    const workers = Array.from({ length: count }, () => scriptedCache({ clock, store: shared.connect() }));
    const fetches = () => workers.reduce((sum, worker) => sum + worker.fetches.length, 0);
    return { clock, shared, workers, fetches };
  }

  test('fetch a file once', async () => {
    const { clock, shared, workers, fetches } = fleet(4);
    const file = later<typeof FILE>();
    for (const { answer } of workers) answer(() => file.promise);
    const questions = workers.flatMap(({ cache }) => [cache.find(ROBOTS_URL), cache.find(ROBOTS_URL)]);
    await clock.advance(20 * SECOND);
    expect(fetches()).toBe(1);
    file.resolve(FILE);
    await clock.advance(SECOND);
    const sources = (await Promise.all(questions)).map(({ source }) => source).sort();
    expect(sources).toEqual(['fetch', 'fetch', 'store', 'store', 'store', 'store', 'store', 'store']);
    expect(fetches()).toBe(1);
    expect(workers.map(({ cache }) => cache.counts.leaseWaits).sort()).toEqual([0, 1, 1, 1]);
    expect([shared.leaseCount, clock.pending]).toEqual([0, 0]);
  });

  test('refresh a file once, in the background', async () => {
    const { clock, workers, fetches } = fleet(3);
    for (const { answer } of workers) answer(FILE);
    for (const { cache } of workers) await cache.find(ROBOTS_URL);
    await clock.advance(23 * HOUR);
    for (const { cache } of workers) expect((await cache.find(ROBOTS_URL)).source).toBe('memory');
    await clock.advance(SECOND);
    expect(fetches()).toBe(2);
    for (const { cache } of workers) {
      expect((await cache.find(ROBOTS_URL)).entry.record.learntAt).toBeGreaterThan(clock.now() - MINUTE);
    }
  });

  test('refresh a file also where the store has a later one that is itself towards its end', async () => {
    const { clock, workers, fetches } = fleet(2);
    for (const { answer } of workers) answer(FILE);
    const [{ cache }, other] = workers;
    await cache.find(ROBOTS_URL);
    await clock.advance(HOUR);
    await other.cache.refresh(ROBOTS_URL);
    await clock.advance(DAY * 0.9);
    expect((await cache.find(ROBOTS_URL)).source).toBe('memory');
    await clock.advance(SECOND);
    expect(fetches()).toBe(3);
  });

  test('read what the holder has stored before it releases the lease', async () => {
    const { clock, shared, workers, fetches } = fleet(1);
    await shared.connect().leases?.acquire(`lease ${OWN_KEY}`, 'another', HOUR);
    const question = workers[0].cache.find(ROBOTS_URL);
    await clock.advance(SECOND);
    const other = scriptedCache({ clock, store: shared.connect({ leases: false }) }, FILE);
    await other.cache.find(ROBOTS_URL);
    await clock.advance(SECOND);
    expect((await question).source).toBe('store');
    expect(fetches()).toBe(0);
  });

  test('are held up by one that died for no longer than the lease', async () => {
    const { clock, shared, workers, fetches } = fleet(2);
    const dead = shared.connect().leases;
    await dead?.acquire(`lease ${OWN_KEY}`, 'of the dead', 5 * SECOND);
    for (const { answer } of workers) answer(FILE);
    const questions = workers.map(({ cache }) => cache.find(ROBOTS_URL));
    await clock.advance(4.9 * SECOND);
    expect(fetches()).toBe(0);
    await clock.advance(1.1 * SECOND);
    await Promise.all(questions);
    expect(fetches()).toBe(1);
  });

  test('wait for one that is alive and slow, but not forever', async () => {
    const { clock, shared, workers, fetches } = fleet(2);
    workers[0].answer(() => new Promise(() => {}));
    workers[1].answer(FILE);
    void workers[0].cache.find(ROBOTS_URL).catch(() => {});
    await rest();
    const question = workers[1].cache.find(ROBOTS_URL);
    await clock.advance(MINUTE - SECOND);
    expect([fetches(), shared.leaseCount]).toEqual([1, 1]);
    await clock.advance(2 * SECOND);
    expect((await question).source).toBe('fetch');
    expect(fetches()).toBe(2);
  });

  test('get the result of a fetch that ended after they asked, however short its lifetime', async () => {
    const brief = success('', { 'cache-control': 'max-age=0' });
    // The clock of the first one is ahead, or behind, by minutes.
    for (const aheadMs of [0, -2 * MINUTE, 2 * MINUTE]) {
      const { clock, shared, workers } = fleet(1);
      const first = scriptedCache({ clock: new ManualClock(clock.now() + aheadMs), store: shared.connect() });
      const file = later<typeof FILE>();
      first.answer(() => file.promise);
      const questions = [first, ...workers].map(({ cache }) => cache.find(ROBOTS_URL));
      await rest();
      file.resolve(brief);
      await clock.advance(SECOND);
      expect((await Promise.all(questions)).map(({ source }) => source)).toEqual(['fetch', 'store']);
    }
    const { workers } = fleet(2);
    for (const { answer } of workers) answer(brief);
    await workers[0].cache.find(ROBOTS_URL);
    await rest();
    // In the same millisecond.
    expect((await workers[1].cache.find(ROBOTS_URL)).source).toBe('store');
  });

  test('fetch by themselves if the one that fetched has forgotten the file', async () => {
    const { clock, workers, fetches } = fleet(2);
    const file = later<typeof FILE>();
    for (const { answer } of workers) answer(() => file.promise);
    const questions = workers.map(({ cache }) => cache.find(ROBOTS_URL));
    await rest();
    await workers[0].cache.forget(ROBOTS_URL);
    file.resolve(FILE);
    await clock.advance(SECOND);
    expect((await Promise.all(questions)).map(({ source }) => source)).toEqual(['fetch', 'fetch']);
    expect(fetches()).toBe(2);
  });

  test('answer by a copy that is no longer fresh once the store can be read, while another fetches', async () => {
    const { clock, shared, workers } = fleet(1);
    workers[0].answer(FILE);
    await workers[0].cache.find(ROBOTS_URL);
    await clock.advance(2 * DAY);
    await shared.connect().leases?.acquire(`lease ${OWN_KEY}`, 'another', HOUR);
    const store = shared.connect();
    let isDown = true;
    const get = (key: string) => (isDown ? Promise.reject(new Error('down')) : store.get(key));
    const { cache } = scriptedCache({ clock, store: { ...store, get } });
    const question = cache.find(ROBOTS_URL);
    await clock.advance(2 * SECOND);
    isDown = false;
    await clock.advance(STORE_REST_MS);
    expect(await question).toMatchObject({ source: 'store', freshness: { isFresh: false } });
  });

  test('release a lease when the fetch fails, is given up, or the client closes', async () => {
    const { clock, shared, workers } = fleet(1);
    const [{ cache, answer }] = workers;
    answer(() => Promise.reject(new Error('misused')));
    await expect(cache.find(ROBOTS_URL)).rejects.toThrow('misused');
    await rest();
    // Nothing tells the others to fetch by themselves: the next one that gets the lease fetches for all.
    expect([shared.leaseCount, shared.entries.size]).toEqual([0, 0]);
    const hang = (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => void onAbort(signal, () => reject(signal.reason)));
    answer(hang);
    const impatient = new AbortController();
    const one = cache.find(ROBOTS_URL, impatient.signal);
    await rest();
    expect(shared.leaseCount).toBe(1);
    impatient.abort();
    await expect(one).rejects.toThrow();
    await rest();
    expect(shared.leaseCount).toBe(0);
    const other = cache.find(ROBOTS_URL);
    await rest();
    const closed = cache.close();
    await expect(other).rejects.toMatchObject({ code: 'client-closed' });
    await closed;
    expect([shared.leaseCount, clock.pending]).toEqual([0, 0]);
    expect(shared.log.at(-1)).toBe('close');
  });
});
