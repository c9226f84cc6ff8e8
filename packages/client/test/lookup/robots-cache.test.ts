/** A cache: one fetch for all questions, bounded memory, closing, and the messages of its channels. */

import { tracingChannel } from 'node:diagnostics_channel';
import { onAbort } from 'robotstream/internal';
import { describe, expect, onTestFinished, test } from 'vitest';
import { later } from '../../../../test/support/later.js';
import { DAY, HOUR, ManualClock, rest } from '../../../../test/support/manual-clock.js';
import type { AccessResult } from '../../src/fetch/result.js';
import { keysOf, SharedStore } from '../store/support/stores.js';
import { heard } from './support/heard.js';
import { ROBOTS_URL, success, unavailable, unreachable } from './support/results.js';
import { type ScriptedCache, scriptedCache } from './support/scripted-cache.js';

const FILE = success('User-agent: *\nDisallow: /a\n');
const { shared: KEY } = keysOf(ROBOTS_URL);

describe('one fetch answers all questions', () => {
  test('a question that gives up does not abort the fetch for the others', async () => {
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

  test('a fetch that no question waits for is aborted, and no record is kept', async () => {
    const { cache, fetches, answer } = scriptedCache();
    answer(
      (_, { signal }) => new Promise((_resolve, reject) => void onAbort(signal, () => reject(signal.reason))),
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

  test('the result of a fetch that ignores its abort is not kept either', async () => {
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

const OTHER_URL = 'https://other.example/robots.txt';
const KEYS = keysOf(ROBOTS_URL);

/** Two caches over one store without leases, as in separate processes. */
function processes() {
  const clock = new ManualClock();
  const shared = new SharedStore(clock);
  const newCache = (): ScriptedCache => scriptedCache({ clock, store: shared.connect({ leases: false }) });
  return { clock, shared, one: newCache(), other: newCache() };
}

const sizeOf = async ({ cache }: ScriptedCache) =>
  (await cache.find(ROBOTS_URL)).freshness.copy?.document.size;

test('what the store has is not used if one of its two entries could not be read', async () => {
  const { shared, one, clock } = processes();
  one.answer(FILE);
  await one.cache.find(ROBOTS_URL);
  await rest();
  const inner = shared.connect({ leases: false });
  const get = (key: string) => (key === KEYS.own ? Promise.reject(new Error('down')) : inner.get(key));
  const other = scriptedCache({ clock, store: { ...inner, get } });
  other.answer(FILE);
  expect((await other.cache.find(ROBOTS_URL)).source).toBe('fetch');
});

describe('a fetch', () => {
  test('that fails leaves a copy in use, also one that was evicted while it went on', async () => {
    const clock = new ManualClock();
    const cache = scriptedCache({ clock, memoryOctets: 250_000 });
    cache.answer(FILE);
    await cache.cache.find(ROBOTS_URL);
    await clock.advance(2 * DAY);
    cache.answer(async () => {
      for (let i = 0; i < 100; i++)
        await cache.cache.put({ ...FILE, robotsUrl: `${OTHER_URL}?${i}` }, clock.now());
      return unreachable(503);
    });
    expect(await sizeOf(cache)).toBe(FILE.document.size);
    expect(cache.cache.counts.evictions).toBeGreaterThan(0);
  });

  test('whose question gives up in the queue is not a fault', async () => {
    const { cache, answer } = scriptedCache({ concurrency: { total: 1, perHost: 1, perAddress: 1 } });
    const slow = later<typeof FILE>();
    answer(() => slow.promise);
    const first = cache.find(OTHER_URL);
    const controller = new AbortController();
    const messages = await heard('robotstream:fetch', async () => {
      const second = cache.find(ROBOTS_URL, controller.signal);
      await rest();
      controller.abort(new Error('enough'));
      await expect(second).rejects.toThrow('enough');
      await rest();
    });
    expect([cache.counts.faults, messages]).toEqual([0, []]);
    slow.resolve({ ...FILE, robotsUrl: OTHER_URL });
    await first;
  });

  test('is counted, reported and traced, with whether a question waits for it', async () => {
    const { cache, clock, answer } = scriptedCache();
    const traced: object[] = [];
    const channel = tracingChannel('robotstream:fetch');
    const start = (message: unknown) => void traced.push({ ...(message as object) });
    channel.start.subscribe(start);
    onTestFinished(() => void channel.start.unsubscribe(start));
    const messages = await heard('robotstream:fetch', async () => {
      answer(FILE);
      await cache.find(ROBOTS_URL);
      await clock.advance(0.95 * DAY);
      cache.peek(ROBOTS_URL);
      await rest();
      answer(unreachable(503));
      await clock.advance(2 * DAY);
      await cache.find(ROBOTS_URL);
    });
    expect(traced).toEqual([false, true, false].map((background) => ({ robotsUrl: ROBOTS_URL, background })));
    expect(messages).toMatchObject([{ background: false }, { background: true }, { background: false }]);
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

test.each([
  ['a file', FILE],
  ['no file', unavailable(404)],
])(
  'the age of %s counts from the response that answers, and the source is where it was',
  async (_, result) => {
    const { clock, one, other } = processes();
    one.answer(result);
    await one.cache.find(ROBOTS_URL);
    await clock.advance(HOUR);
    const hits = await heard('robotstream:hit', async () => {
      await other.cache.find(ROBOTS_URL);
      await other.cache.find(ROBOTS_URL);
    });
    expect(hits).toEqual([
      { robotsUrl: ROBOTS_URL, source: 'store', ageMs: HOUR },
      { robotsUrl: ROBOTS_URL, source: 'memory', ageMs: HOUR },
    ]);
    expect(other.cache.counts).toMatchObject({ questions: 2, hits: 1, storeHits: 1, staleAnswers: 0 });
  },
);

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

test('a refresh begins once a fetch in progress has ended: the file that was sent later is the one that is known', async () => {
  const { cache, fetches } = held();
  const question = asked(cache);
  await rest();
  const refreshed = cache.refresh(ROBOTS_URL);
  await rest();
  expect(fetches.length).toBe(1);
  fetches[0](OLD);
  expect(documentOf(await question)).toBe(OLD.document);
  await rest();
  fetches[1](NEW);
  expect(documentOf(await refreshed)).toBe(NEW.document);
  expect(documentOf(await asked(cache))).toBe(NEW.document);
});

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
