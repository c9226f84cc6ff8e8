/** Where an answer comes from, what is counted and what is reported, with a scripted server and a store in memory. */
import { tracingChannel } from 'node:diagnostics_channel';
import { describe, expect, onTestFinished, test } from 'vitest';
import { later } from '../../../../test/support/later.js';
import { DAY, HOUR, ManualClock, rest, SECOND } from '../../../../test/support/manual-clock.js';
import { AccessError } from '../../src/fetch/faults.js';
import type { ChannelName } from '../../src/lookup/events.js';
import type { Logger } from '../../src/lookup/reporter.js';
import { Reporter } from '../../src/lookup/reporter.js';
import { keysOf, SharedStore } from '../store/support/stores.js';
import { ROBOTS_URL, success, unavailable, unreachable } from './support/results.js';
import { type ScriptedCache, scriptedCache } from './support/scripted-cache.js';

const FILE = success('User-agent: *\nDisallow: /old\n');
const NEW_FILE = success('User-agent: *\nDisallow: /newer\n');
const OTHER_URL = 'https://other.example/robots.txt';
const KEYS = keysOf(ROBOTS_URL);

/** A reporter that notes every message, and wants all of them. */
class Notes extends Reporter {
  readonly notes: [ChannelName, object][] = [];
  readonly #wanted: boolean;

  constructor(wanted = true) {
    super(undefined);
    this.#wanted = wanted;
  }

  override isHeard(): boolean {
    return this.#wanted;
  }

  override report(name: ChannelName, message: object): void {
    this.notes.push([name, message]);
  }

  get names(): string[] {
    return this.notes.map(([name]) => name.replace('robotstream:', ''));
  }
}

/** Caches over one store without leases, as in separate processes. */
function processes(count: number, options: Parameters<typeof scriptedCache>[0] = {}) {
  const clock = new ManualClock();
  const shared = new SharedStore(clock);
  const caches = Array.from({ length: count }, () =>
    scriptedCache({ clock, store: shared.connect({ leases: false }), ...options }),
  );
  return { clock, shared, caches };
}

const sizeOf = async ({ cache }: ScriptedCache) =>
  (await cache.find(ROBOTS_URL)).freshness.copy?.document.size;

describe('what the store has', () => {
  test('answers a question near the end of its lifetime, without a fetch', async () => {
    const { clock, caches } = processes(2);
    const [one, other] = caches;
    one.answer(FILE);
    await one.cache.find(ROBOTS_URL);
    await clock.advance(0.95 * DAY);
    expect(await other.cache.find(ROBOTS_URL)).toMatchObject({
      source: 'store',
      freshness: { isFresh: true },
    });
    expect(other.fetches.length).toBe(0);
  });

  test('does not answer a caller that asks for a fetch', async () => {
    const { clock, caches } = processes(2);
    const [one, other] = caches;
    one.answer(FILE);
    other.answer(NEW_FILE);
    await one.cache.find(ROBOTS_URL);
    await clock.advance(1);
    expect(await other.cache.refresh(ROBOTS_URL)).toMatchObject({ source: 'fetch' });
    expect(other.fetches.length).toBe(1);
  });

  test('is not used if one of its two entries could not be read', async () => {
    const { shared, caches, clock } = processes(1);
    caches[0].answer(FILE);
    await caches[0].cache.find(ROBOTS_URL);
    await rest();
    const inner = shared.connect({ leases: false });
    const get = (key: string) => (key === KEYS.own ? Promise.reject(new Error('down')) : inner.get(key));
    const other = scriptedCache({ clock, store: { ...inner, get } });
    other.answer(FILE);
    expect((await other.cache.find(ROBOTS_URL)).source).toBe('fetch');
  });

  test('serves while a fetch takes long', async () => {
    const { clock, caches, shared } = processes(1);
    caches[0].answer(FILE);
    await caches[0].cache.find(ROBOTS_URL);
    await clock.advance(2 * DAY);
    const other = scriptedCache({ clock, store: shared.connect({ leases: false }), staleIfSlowMs: SECOND });
    const slow = later<typeof NEW_FILE>();
    other.answer(() => slow.promise);
    const question = other.cache.find(ROBOTS_URL);
    await clock.advance(SECOND);
    expect(await question).toMatchObject({ source: 'store', freshness: { isFresh: false } });
    expect(other.cache.counts).toMatchObject({ staleAnswers: 1, storeHits: 1 });
    expect(await other.cache.find(ROBOTS_URL)).toMatchObject({
      source: 'store',
      freshness: { isFresh: false },
    });
    slow.resolve(NEW_FILE);
    await rest();
    expect(await sizeOf(other)).toBe(NEW_FILE.document.size);
  });
});

describe('a fetch', () => {
  test('that fails leaves a copy in use, also one that was evicted while it went on', async () => {
    const clock = new ManualClock();
    const cache = scriptedCache({ clock, memory: { maxEntries: 1, maxOctets: 1e9 } });
    cache.answer(FILE);
    await cache.cache.find(ROBOTS_URL);
    await clock.advance(2 * DAY);
    cache.answer(async () => {
      await cache.cache.put({ ...FILE, robotsUrl: OTHER_URL }, clock.now());
      return unreachable(503);
    });
    expect(await sizeOf(cache)).toBe(FILE.document.size);
  });

  test('without a free slot in time is a fault, and the next question tries again', async () => {
    const clock = new ManualClock();
    const notes = new Notes();
    const { cache, fetches, answer } = scriptedCache({
      clock,
      reporter: notes,
      queueMs: SECOND,
      concurrency: { total: 1, perHost: 1, perAddress: 1 },
    });
    const slow = later<typeof FILE>();
    answer(() => slow.promise);
    const first = cache.find(OTHER_URL);
    const second = cache.find(ROBOTS_URL);
    await clock.advance(SECOND);
    expect(await second).toMatchObject({ source: 'fetch', freshness: { meaning: 'disallow-all' } });
    expect(notes.notes).toMatchObject([
      ['robotstream:fetch', { robotsUrl: ROBOTS_URL, fault: 'queue-timeout', background: false }],
      ['robotstream:fault', { robotsUrl: ROBOTS_URL, fault: 'queue-timeout' }],
    ]);
    slow.resolve({ ...FILE, robotsUrl: OTHER_URL });
    await first;
    answer(FILE);
    expect((await cache.find(ROBOTS_URL)).freshness.meaning).toBe('rules');
    expect([fetches.length, cache.counts.faults, cache.counts.fetches]).toEqual([2, 1, 2]);
  });

  test('whose question gives up in the queue is not a fault', async () => {
    const notes = new Notes();
    const { cache, answer } = scriptedCache({
      reporter: notes,
      concurrency: { total: 1, perHost: 1, perAddress: 1 },
    });
    const slow = later<typeof FILE>();
    answer(() => slow.promise);
    const first = cache.find(OTHER_URL);
    const controller = new AbortController();
    const second = cache.find(ROBOTS_URL, controller.signal);
    await rest();
    controller.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    await rest();
    expect([cache.counts.faults, notes.notes]).toEqual([0, []]);
    slow.resolve({ ...FILE, robotsUrl: OTHER_URL });
    await first;
  });

  test('without a free slot uses what the store has by then', async () => {
    const { clock, caches, shared } = processes(1);
    const { cache, fetches, answer } = scriptedCache({
      clock,
      store: shared.connect({ leases: false }),
      queueMs: SECOND,
      concurrency: { total: 1, perHost: 1, perAddress: 1 },
    });
    const slow = later<typeof FILE>();
    answer(() => slow.promise);
    const first = cache.find(OTHER_URL);
    const second = cache.find(ROBOTS_URL);
    await rest();
    caches[0].answer(FILE);
    await caches[0].cache.find(ROBOTS_URL);
    await clock.advance(SECOND);
    expect(await second).toMatchObject({ source: 'store', freshness: { meaning: 'rules' } });
    expect(fetches.length).toBe(1);
    slow.resolve({ ...FILE, robotsUrl: OTHER_URL });
    await first;
  });

  test('is counted, reported and traced, with whether a question waits for it', async () => {
    const notes = new Notes();
    const { cache, clock, answer } = scriptedCache({ reporter: notes });
    const traced: object[] = [];
    const channel = tracingChannel('robotstream:fetch');
    const start = (message: unknown) => void traced.push({ ...(message as object) });
    channel.start.subscribe(start);
    onTestFinished(() => void channel.start.unsubscribe(start));
    answer(FILE);
    await cache.find(ROBOTS_URL);
    await clock.advance(0.95 * DAY);
    cache.peek(ROBOTS_URL);
    await rest();
    answer(unreachable(503));
    await clock.advance(2 * DAY);
    await cache.find(ROBOTS_URL);
    expect(traced).toEqual([false, true, false].map((background) => ({ robotsUrl: ROBOTS_URL, background })));
    expect(notes.names).toEqual(['fetch', 'fetch', 'fetch', 'fault', 'stale']);
    expect(notes.notes.map(([, message]) => 'background' in message && message.background)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ]);
    expect(cache.counts).toMatchObject({
      questions: 3,
      hits: 1,
      storeHits: 0,
      fetches: 3,
      refreshes: 1,
      faults: 1,
      renewals: 0,
      staleAnswers: 1,
    });
  });
});

describe('with leases', () => {
  test('the lease is released when the store has the result', async () => {
    const clock = new ManualClock();
    const shared = new SharedStore(clock);
    const inner = shared.connect();
    const written = later();
    const set: typeof inner.set = async (...entry) => {
      await written.promise;
      await inner.set(...entry);
    };
    const { cache, answer } = scriptedCache({ clock, store: { ...inner, set } });
    answer(FILE);
    await cache.find(ROBOTS_URL);
    await rest();
    expect(shared.leaseCount).toBe(1);
    written.resolve();
    await rest();
    expect([shared.leaseCount, shared.entries.size]).toEqual([0, 1]);
  });

  test('a fetch without a result leaves the others waiting for the next one, not all fetching at once', async () => {
    const clock = new ManualClock();
    const shared = new SharedStore(clock);
    const { cache, answer } = scriptedCache({ clock, store: shared.connect() });
    answer(() => Promise.reject(new Error('misused')));
    await expect(cache.find(ROBOTS_URL)).rejects.toThrow('misused');
    await rest();
    expect([shared.leaseCount, [...shared.entries.keys()]]).toEqual([0, []]);
  });

  test('a result that is not shared leaves a note', async () => {
    const clock = new ManualClock();
    const shared = new SharedStore(clock);
    const { cache, answer } = scriptedCache({ clock, store: shared.connect() });
    answer({ ...unreachable(null), isLocalFault: true });
    await cache.find(ROBOTS_URL);
    await rest();
    expect([...shared.entries.keys()]).toEqual([`unshared ${KEYS.own}`]);
  });
});

describe('what is reported of answers', () => {
  test('the age counts from the response that answers, and the source is where it was', async () => {
    const notes = new Notes();
    const { clock, shared, caches } = processes(1);
    caches[0].answer(FILE);
    await caches[0].cache.find(ROBOTS_URL);
    await clock.advance(HOUR);
    const { cache } = scriptedCache({
      clock,
      store: shared.connect({ leases: false }),
      reporter: notes,
    });
    await cache.find(ROBOTS_URL);
    await cache.find(ROBOTS_URL);
    expect(notes.notes).toEqual([
      ['robotstream:hit', { robotsUrl: ROBOTS_URL, source: 'store', ageMs: HOUR }],
    ]);
    expect(cache.counts).toMatchObject({ questions: 2, hits: 1, storeHits: 1, staleAnswers: 0 });
  });

  test('without a file, the age counts from the response that said so', async () => {
    const notes = new Notes();
    const { clock, shared, caches } = processes(1);
    caches[0].answer(unavailable(404));
    await caches[0].cache.find(ROBOTS_URL);
    await clock.advance(HOUR);
    const store = shared.connect({ leases: false });
    await scriptedCache({ clock, store, reporter: notes }).cache.find(ROBOTS_URL);
    expect(notes.notes).toEqual([
      ['robotstream:hit', { robotsUrl: ROBOTS_URL, source: 'store', ageMs: HOUR }],
    ]);
  });

  test('no message is made without a subscriber', async () => {
    const notes = new Notes(false);
    const { cache, answer, clock } = scriptedCache({ reporter: notes });
    answer(FILE);
    await cache.find(ROBOTS_URL);
    await cache.find(ROBOTS_URL);
    answer(unreachable(503));
    await clock.advance(2 * DAY);
    await cache.find(ROBOTS_URL);
    expect(notes.names).toEqual(['fetch', 'fetch', 'fault']);
    expect(cache.counts.staleAnswers).toBe(1);
  });

  test('a logger wants stale answers, and no other answer', () => {
    const logger: Logger = { debug: () => {} };
    expect(new Reporter(logger).isHeard('robotstream:stale')).toBe(true);
    expect(new Reporter(logger).isHeard('robotstream:hit')).toBe(false);
    expect(new Reporter(undefined).isHeard('robotstream:stale')).toBe(false);
  });

  test('a message goes to the channel, and to the logger if there is one', () => {
    const lines: string[] = [];
    const hit = { robotsUrl: ROBOTS_URL, source: 'memory', ageMs: 1 } as const;
    new Reporter({ debug: (text) => void lines.push(text) }).report('robotstream:stale', hit);
    new Reporter(undefined).report('robotstream:stale', hit);
    expect(lines).toEqual([`robotstream: ${ROBOTS_URL}: a stale copy answers`]);
  });
});

test('every turn is counted', async () => {
  const { cache } = scriptedCache();
  const host = 'a.example';
  const request = {
    robotsUrl: ROBOTS_URL,
    key: host,
    askedDelayMs: null,
    delayMs: 0,
    lasts: false,
    signal: undefined,
  };
  await cache.takeTurn(request);
  await cache.takeTurn(request);
  expect(cache.counts.turns).toBe(2);
});

test('a cache without a store closes', async () => {
  await expect(scriptedCache().cache.close()).resolves.toBeUndefined();
});

test('a fault of the queue is an AccessError: every other error is the caller’s', async () => {
  const { cache, answer } = scriptedCache();
  answer(() => Promise.reject(new AccessError('connect-timeout', 'no connection')));
  await expect(cache.find(ROBOTS_URL)).rejects.toMatchObject({ code: 'connect-timeout' });
});
