/** Memory, store and server together: what is asked of which, and what each answer counts as. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, test } from 'vitest';
import { encodeRecord } from '../../src/cache/entry-codec.js';
import type { ChannelName } from '../../src/cache/events.js';
import { STORE_REST_MS } from '../../src/cache/guarded-store.js';
import { nextRecord } from '../../src/cache/next-record.js';
import { PROFILES } from '../../src/profiles.js';
import { DAY, HOUR, ManualClock, MINUTE, rest, SECOND } from '../support/manual-clock.js';
import { facts, notModified, ROBOTS_URL, success, unreachable } from './support/results.js';
import { scriptedCache } from './support/scripted-cache.js';
import { failing, hanging, keysOf, SharedStore } from './support/stores.js';

const FILE = success('User-agent: *\nDisallow: /a\n');
const { shared: KEY, own: OWN_KEY } = keysOf(ROBOTS_URL);

/** Ends what a test has waiting. */
function later<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe('one fetch for all who ask', () => {
  test('a thousand questions at once', async () => {
    const { cache, fetches, answer } = scriptedCache();
    const file = later<typeof FILE>();
    answer(() => file.promise);
    const questions = Array.from({ length: 1000 }, () => cache.find(ROBOTS_URL));
    await rest();
    file.resolve(FILE);
    const findings = await Promise.all(questions);
    expect(new Set(findings.map(({ entry }) => entry)).size).toBe(1);
    expect(fetches.length).toBe(1);
    expect(cache.counts).toMatchObject({ questions: 1000, coalesced: 999, fetches: 1, hits: 0 });
  });

  test('one who gives up does not abort it for the others', async () => {
    const { cache, fetches, answer } = scriptedCache();
    const file = later<typeof FILE>();
    answer(() => file.promise);
    const impatient = new AbortController();
    const one = cache.find(ROBOTS_URL, impatient.signal);
    const other = cache.find(ROBOTS_URL);
    await rest();
    impatient.abort(new Error('enough'));
    await expect(one).rejects.toThrow('enough');
    expect(fetches[0].call.signal.aborted).toBe(false);
    file.resolve(FILE);
    expect((await other).freshness.meaning).toBe('rules');
    await expect(cache.find(ROBOTS_URL, impatient.signal)).rejects.toThrow('enough');
  });

  test('without a waiting question it is aborted, and no record is kept', async () => {
    const { cache, fetches, answer } = scriptedCache();
    answer(
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const impatient = new AbortController();
    const one = cache.find(ROBOTS_URL, impatient.signal);
    await rest();
    impatient.abort(new Error('enough'));
    await expect(one).rejects.toThrow('enough');
    expect(fetches[0].call.signal.aborted).toBe(true);
    answer(FILE);
    expect((await cache.find(ROBOTS_URL)).freshness.meaning).toBe('rules');
    expect(fetches.length).toBe(2);
  });

  test('a fetch that pays no heed to being aborted is not remembered either', async () => {
    const { cache, answer } = scriptedCache();
    const file = later<typeof FILE>();
    answer(() => file.promise);
    const impatient = new AbortController();
    const one = cache.find(ROBOTS_URL, impatient.signal);
    await rest();
    impatient.abort(new Error('enough'));
    await expect(one).rejects.toThrow('enough');
    file.resolve(FILE);
    await rest();
    expect(cache.gauges.entries).toBe(0);
  });

  test('if the fetch throws, all questions reject, and the next question tries again', async () => {
    const { cache, answer } = scriptedCache();
    answer(() => Promise.reject(new Error('misused')));
    const questions = [cache.find(ROBOTS_URL), cache.find(ROBOTS_URL)];
    for (const question of questions) await expect(question).rejects.toThrow('misused');
    answer(FILE);
    expect((await cache.find(ROBOTS_URL)).source).toBe('fetch');
  });

  test('a background refresh that throws fails no question', async () => {
    const { cache, clock, answer } = scriptedCache();
    answer(FILE);
    await cache.find(ROBOTS_URL);
    await clock.advance(23 * HOUR);
    answer(() => Promise.reject(new Error('misused')));
    expect((await cache.find(ROBOTS_URL)).source).toBe('memory');
    await rest();
    expect(cache.gauges.pending).toBe(0);
  });
});

test('no more fetches at once than are allowed', async () => {
  const { cache, fetches, answer } = scriptedCache({ concurrency: { total: 3, perHost: 2, perAddress: 3 } });
  const file = later<typeof FILE>();
  answer(async (robotsUrl) => ({ ...(await file.promise), robotsUrl }));
  const places = Array.from({ length: 10 }, (_, i) => `http://example.com:${1000 + i}/robots.txt`);
  const questions = [...places, 'http://example.org/robots.txt'].map((url) => cache.find(url));
  await rest();
  expect(fetches.map(({ robotsUrl }) => robotsUrl)).toEqual([
    places[0],
    places[1],
    'http://example.org/robots.txt',
  ]);
  expect(cache.gauges).toMatchObject({ fetching: 3, queued: 8, pending: 11 });
  file.resolve(FILE);
  await Promise.all(questions);
  expect(cache.gauges).toMatchObject({ fetching: 0, queued: 0, pending: 0, entries: 11 });
});

test('memory is bounded by entries, and what it lets go of is fetched again', async () => {
  const { cache, fetches, answer } = scriptedCache({ memory: { maxEntries: 10, maxOctets: 1e9 } });
  answer((robotsUrl) => ({ ...FILE, robotsUrl }));
  const place = (i: number) => `https://host${i}.example/robots.txt`;
  for (let i = 0; i < 100; i++) await cache.find(place(i));
  expect(cache.gauges.entries).toBe(10);
  expect(cache.counts.evictions).toBe(90);
  await cache.find(place(99));
  expect(fetches.length).toBe(100);
  await cache.find(place(0));
  expect(fetches.length).toBe(101);
});

test('memory is bounded by octets', async () => {
  const { cache, answer } = scriptedCache({ memory: { maxEntries: 1e9, maxOctets: 1_000_000 } });
  answer((robotsUrl) => ({ ...success(`Disallow: /${'a'.repeat(1000)}\n`.repeat(50)), robotsUrl }));
  for (let i = 0; i < 50; i++) await cache.find(`https://host${i}.example/robots.txt`);
  expect(cache.gauges.octets).toBeLessThanOrEqual(1_000_000);
  expect(cache.gauges.entries).toBeGreaterThan(5);
});

describe('with a store', () => {
  test('what one run has fetched, the next need not', async () => {
    const clock = new ManualClock();
    const shared = new SharedStore(clock);
    const first = scriptedCache({ clock, store: shared.connect() });
    first.answer(FILE);
    await first.cache.find(ROBOTS_URL);
    await first.cache.close();
    const second = scriptedCache({ clock, store: shared.connect() });
    await clock.advance(HOUR);
    const cached = await second.cache.find(ROBOTS_URL);
    expect(cached).toMatchObject({ source: 'store', freshness: { meaning: 'rules', isFresh: true } });
    expect(cached.entry.record).toEqual({ ...cached.entry.record, learntAt: clock.now() - HOUR });
    expect((await second.cache.find(ROBOTS_URL)).source).toBe('memory');
    expect(second.fetches.length).toBe(0);
    expect(second.cache.counts).toMatchObject({ storeHits: 1, hits: 1 });
  });

  test('an entry that is no longer fresh is asked about conditionally', async () => {
    const clock = new ManualClock();
    const shared = new SharedStore(clock);
    const first = scriptedCache({ clock, store: shared.connect() });
    first.answer(success('a', { etag: '"a"' }));
    await first.cache.find(ROBOTS_URL);
    await clock.advance(2 * DAY);
    const second = scriptedCache({ clock, store: shared.connect() });
    second.answer(notModified());
    expect((await second.cache.find(ROBOTS_URL)).source).toBe('fetch');
    expect(second.fetches[0].call.held?.headers).toEqual({ etag: '"a"' });
    expect(second.cache.counts.renewals).toBe(1);
  });

  test('how long a file has been unreachable outlives the process', async () => {
    const clock = new ManualClock();
    const shared = new SharedStore(clock);
    for (const [passed, meaning] of [
      [0, 'disallow-all'],
      ...[7, 14, 21, 28].map(() => [7 * DAY, 'disallow-all'] as const),
      [3 * DAY, 'allow-all'],
    ] as const) {
      await clock.advance(passed);
      const run = scriptedCache({ clock, store: shared.connect() });
      run.answer(unreachable(500));
      expect((await run.cache.find(ROBOTS_URL)).freshness.meaning).toBe(meaning);
      await run.cache.close();
    }
  });

  test('an entry is useful for as long as its copy or absence may matter', async () => {
    const clock = new ManualClock();
    const shared = new SharedStore(clock);
    const { cache, answer } = scriptedCache({ clock, store: shared.connect() });
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

  test('closing waits until the store has written everything', async () => {
    const clock = new ManualClock();
    const shared = new SharedStore(clock);
    const inner = shared.connect();
    const slow = later<void>();
    const set = async (...entry: Parameters<typeof inner.set>) => {
      await slow.promise;
      await inner.set(...entry);
    };
    const { cache, answer } = scriptedCache({ clock, store: { ...inner, set } });
    answer(FILE);
    await cache.find(ROBOTS_URL);
    const closed = cache.close();
    await rest();
    expect(shared.log).not.toContain('close');
    slow.resolve();
    await closed;
    expect(shared.log.slice(-2)).toEqual([`set ${KEY}`, 'close']);
  });

  test('no-store: nothing is written, and the stored entry is removed', async () => {
    const clock = new ManualClock();
    const shared = new SharedStore(clock);
    const { cache, answer } = scriptedCache({ clock, store: shared.connect() });
    answer(FILE);
    await cache.find(ROBOTS_URL);
    await rest();
    expect([...shared.entries.keys()]).toEqual([KEY]);
    answer(success('b', { 'cache-control': 'no-store' }));
    await clock.advance(DAY);
    await cache.find(ROBOTS_URL);
    await rest();
    expect(
      [...shared.entries.keys()].filter((key) => key.endsWith(ROBOTS_URL) && !key.startsWith('unshared ')),
    ).toEqual([]);
  });

  test.each([
    ['corrupt', 'robotstream-cache 2 AAAA\n{}\n'],
    ['version', 'robotstream-cache 99 whatever\nthat is'],
    ['foreign', '{"value":1}'],
    ['foreign', 17],
    ['foreign', { some: 'object' }],
  ])('an entry that is %s is a miss, said so, and replaced', async (reason, value) => {
    const clock = new ManualClock();
    const shared = new SharedStore(clock);
    shared.entries.set(KEY, value);
    const { cache, answer } = scriptedCache({ clock, store: shared.connect() });
    answer(FILE);
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

  test('an older entry never replaces the one in memory', async () => {
    const clock = new ManualClock();
    const shared = new SharedStore(clock);
    const { cache, answer } = scriptedCache({ clock, store: shared.connect() });
    const context = {
      access: PROFILES.rfc9309.access,
      userAgent: 'ExampleBot/1.0',
      minLifetimeMs: 0,
      now: clock.now(),
    };
    const old = encodeRecord(nextRecord(undefined, null, success('old'), context));
    await clock.advance(HOUR);
    answer(FILE);
    await cache.find(ROBOTS_URL);
    await rest();
    shared.entries.set(KEY, old);
    answer(unreachable(500));
    await clock.advance(DAY);
    expect((await cache.find(ROBOTS_URL)).freshness.copy?.document.size).toBe(FILE.document.size);
  });
});

describe('processes that share a store with leases', () => {
  /** Several caches as if in processes of their own, over one store and one server. */
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

  test('find a file unreachable once, and back off together', async () => {
    const { clock, workers, fetches } = fleet(3);
    for (const { answer } of workers) answer(unreachable(500));
    for (const passed of [0, 30 * SECOND, 31 * SECOND]) {
      await clock.advance(passed);
      const questions = workers.map(({ cache }) => cache.find(ROBOTS_URL));
      await clock.advance(0);
      await clock.advance(SECOND / 2);
      for (const { freshness } of await Promise.all(questions))
        expect(freshness.meaning).toBe('disallow-all');
    }
    expect(fetches()).toBe(2);
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
    const { clock, shared, workers, fetches } = fleet(1);
    const [{ cache, answer }] = workers;
    answer(FILE);
    await cache.find(ROBOTS_URL);
    const context = {
      access: PROFILES.rfc9309.access,
      userAgent: 'ExampleBot/1.0',
      minLifetimeMs: 0,
      now: clock.now() + HOUR,
    };
    shared.entries.set(KEY, encodeRecord(nextRecord(undefined, null, FILE, context)));
    await clock.advance(HOUR + DAY * 0.9);
    expect((await cache.find(ROBOTS_URL)).source).toBe('memory');
    await clock.advance(SECOND);
    expect(fetches()).toBe(2);
  });

  test('find what another process has fetched between their read and their lease', async () => {
    const clock = new ManualClock();
    const shared = new SharedStore(clock);
    const other = scriptedCache({ clock, store: shared.connect({ leases: false }) });
    other.answer(FILE);
    const inner = shared.connect();
    const leases = {
      ...inner.leases,
      acquire: async (key: string, token: string, ttlMs: number) => {
        await other.cache.find(ROBOTS_URL);
        await rest();
        return (await inner.leases?.acquire(key, token, ttlMs)) ?? false;
      },
    } as NonNullable<typeof inner.leases>;
    const { cache, fetches } = scriptedCache({ clock, store: { ...inner, leases } });
    expect((await cache.find(ROBOTS_URL)).source).toBe('store');
    expect(fetches.length).toBe(0);
    expect(shared.leaseCount).toBe(0);
  });

  test('read what the holder has stored before it releases the lease', async () => {
    const { clock, shared, workers, fetches } = fleet(1);
    await shared.connect().leases?.acquire(`lease ${OWN_KEY}`, 'another', HOUR);
    const question = workers[0].cache.find(ROBOTS_URL);
    await clock.advance(SECOND);
    const other = scriptedCache({ clock, store: shared.connect({ leases: false }) });
    other.answer(FILE);
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

  test('wait for one that lives and takes long, but not for ever', async () => {
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

  test('give a lease back when the fetch fails, is given up, or the client closes', async () => {
    const { clock, shared, workers } = fleet(1);
    const [{ cache, answer }] = workers;
    answer(() => Promise.reject(new Error('misused')));
    await expect(cache.find(ROBOTS_URL)).rejects.toThrow('misused');
    await rest();
    expect(shared.leaseCount).toBe(0);
    const hang = (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
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

  test('that wait for another end at once when they close', async () => {
    const { clock, shared, workers } = fleet(1);
    await shared.connect().leases?.acquire(`lease ${OWN_KEY}`, 'another', HOUR);
    const question = workers[0].cache.find(ROBOTS_URL);
    await rest();
    const closed = workers[0].cache.close();
    await expect(question).rejects.toMatchObject({ code: 'client-closed' });
    await closed;
    expect(clock.pending).toBe(0);
  });
});

test('a closed cache answers nothing, and closes once', async () => {
  const clock = new ManualClock();
  const shared = new SharedStore(clock);
  const { cache, answer } = scriptedCache({ clock, store: shared.connect() });
  answer(FILE);
  await cache.find(ROBOTS_URL);
  await Promise.all([cache.close(), cache.close()]);
  expect(shared.log.filter((line) => line === 'close').length).toBe(1);
  expect(shared.log).toContain(`set ${KEY}`);
  await expect(cache.find(ROBOTS_URL)).rejects.toMatchObject({ code: 'client-closed' });
  expect(() => cache.peek(ROBOTS_URL)).toThrow('The client is closed');
});

describe('messages on diagnostics_channel', () => {
  test('fetches, hits, stale answers and faults', async () => {
    const { cache, clock, answer } = scriptedCache();
    answer(FILE);
    const fetched = await heard('robotstream:fetch', () => cache.find(ROBOTS_URL));
    const { totalMs } = facts(200).timings;
    expect(fetched).toEqual([
      {
        robotsUrl: ROBOTS_URL,
        outcome: 'success',
        status: 200,
        fault: null,
        cause: null,
        totalMs,
        octets: 0,
        background: false,
      },
    ]);
    await clock.advance(HOUR);
    const hit = await heard('robotstream:hit', () => cache.find(ROBOTS_URL));
    expect(hit).toEqual([{ robotsUrl: ROBOTS_URL, source: 'memory', ageMs: HOUR }]);
    answer(unreachable(503));
    await clock.advance(DAY);
    const faults = await heard('robotstream:fault', async () => {
      const stale = await heard('robotstream:stale', () => cache.find(ROBOTS_URL));
      expect(stale).toEqual([{ robotsUrl: ROBOTS_URL, source: 'memory', ageMs: DAY + HOUR }]);
    });
    expect(faults).toMatchObject([{ outcome: 'unreachable', status: 503, fault: 'server-error' }]);
  });
});

/** What is said on a channel while something happens. */
async function heard(channel: ChannelName, happen: () => Promise<unknown>): Promise<unknown[]> {
  const messages: unknown[] = [];
  const listen = (message: unknown): void => void messages.push(message);
  subscribe(channel, listen);
  try {
    await happen();
  } finally {
    unsubscribe(channel, listen);
  }
  return messages;
}
