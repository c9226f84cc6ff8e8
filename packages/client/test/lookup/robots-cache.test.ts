/** A cache: one fetch for all questions, bounded memory, closing, and the messages of its channels. */

import { tracingChannel } from 'node:diagnostics_channel';
import { onAbort } from 'robotstream/internal';
import { describe, expect, onTestFinished, test } from 'vitest';
import { later } from '../../../../test/support/later.js';
import { DAY, HOUR, ManualClock, MINUTE, rest, SECOND } from '../../../../test/support/manual-clock.js';
import type { AccessResult } from '../../src/fetch/result.js';
import { resultOfTarget } from '../../src/lookup/lookup-runner.js';
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
    expect([fetches[0].call.signal.aborted, cache.counts.coalesced]).toEqual([false, 1]);
    file.resolve(FILE);
    expect((await other).freshness.meaning).toBe('rules');
    await expect(cache.find(ROBOTS_URL, impatient.signal)).rejects.toThrow('enough');
  });

  test.each([true, false])(
    'a fetch that no question waits for is aborted, and its result is not kept (it ends at once: %j)',
    async (obeys) => {
      const { cache, fetches, answer } = scriptedCache();
      const file = later<typeof FILE>();
      answer((_, { signal }) => {
        if (!obeys) return file.promise;
        return new Promise((_resolve, reject) => void onAbort(signal, () => reject(signal.reason)));
      });
      const impatient = new AbortController();
      const one = cache.find(ROBOTS_URL, impatient.signal);
      await rest();
      impatient.abort(new Error('enough'));
      await expect(one).rejects.toThrow('enough');
      expect(fetches[0].call.signal.aborted).toBe(true);
      file.resolve(FILE);
      await rest();
      expect(cache.gauges.entries).toBe(0);
      answer(FILE);
      expect((await cache.find(ROBOTS_URL)).freshness.meaning).toBe('rules');
      expect(fetches.length).toBe(2);
    },
  );

  test('if the fetch throws, all questions reject, and the next question tries again', async () => {
    const { cache, answer } = scriptedCache();
    answer(() => Promise.reject(new Error('misused')));
    const questions = [cache.find(ROBOTS_URL), cache.find(ROBOTS_URL)];
    for (const question of questions) await expect(question).rejects.toThrow('misused');
    answer(FILE);
    expect((await cache.find(ROBOTS_URL)).source).toBe('fetch');
  });

  test('a background refresh that throws fails no question', async () => {
    const { cache, clock, answer } = scriptedCache({}, FILE);
    await cache.find(ROBOTS_URL);
    await clock.advance(23 * HOUR);
    answer(() => Promise.reject(new Error('misused')));
    expect((await cache.find(ROBOTS_URL)).source).toBe('memory');
    await rest();
    expect(cache.gauges.pending).toBe(0);
  });
});

test('a closed cache answers nothing, holds nothing, and closes once', async () => {
  const clock = new ManualClock();
  const shared = new SharedStore(clock);
  const { cache } = scriptedCache({ clock, store: shared.connect() }, FILE);
  await cache.find(ROBOTS_URL);
  await Promise.all([cache.close(), cache.close()]);
  expect(shared.log.filter((line) => line === 'close').length).toBe(1);
  expect(shared.log).toContain(`set ${KEY}`);
  await expect(cache.find(ROBOTS_URL)).rejects.toMatchObject({ code: 'client-closed' });
  expect(() => cache.peek(ROBOTS_URL)).toThrow('The client is closed');
  expect(cache.gauges).toMatchObject({ entries: 0, octets: 0, pending: 0 });
});

const OTHER_URL = 'https://other.example/robots.txt';
const KEYS = keysOf(ROBOTS_URL);

/** Two caches over one store without leases, as in separate processes, of which one has fetched a file some time ago. */
async function processes(known: AccessResult, passedMs = 0) {
  const clock = new ManualClock();
  const shared = new SharedStore(clock);
  const newCache = (): ScriptedCache => scriptedCache({ clock, store: shared.connect({ leases: false }) });
  const [one, other] = [newCache(), newCache()];
  one.answer(known);
  const hits = await heard('robotstream:hit', () => one.cache.find(ROBOTS_URL));
  expect(hits).toEqual([]);
  await clock.advance(passedMs);
  return { clock, shared, one, other };
}

/** Has the next fetch of a cache wait for the test, and returns what ends it. */
function slow({ answer }: ScriptedCache): (result: AccessResult) => void {
  const { promise, resolve } = later<AccessResult>();
  answer(() => promise);
  return resolve;
}

const sizeOf = async ({ cache }: ScriptedCache) =>
  (await cache.find(ROBOTS_URL)).freshness.copy?.document.size;

test('what the store has is not used if one of its two entries could not be read', async () => {
  const { shared, clock } = await processes(FILE);
  const inner = shared.connect({ leases: false });
  const get = (key: string) => (key === KEYS.own ? Promise.reject(new Error('down')) : inner.get(key));
  const other = scriptedCache({ clock, store: { ...inner, get } }, FILE);
  expect((await other.cache.find(ROBOTS_URL)).source).toBe('fetch');
});

describe('a fetch', () => {
  test('that fails leaves a copy in use, also one that was evicted while it went on', async () => {
    const clock = new ManualClock();
    const cache = scriptedCache({ clock, memoryOctets: 250_000 }, FILE);
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
    let messages: unknown[] = [];
    const faults = await heard('robotstream:fault', async () => {
      messages = await heard('robotstream:fetch', async () => {
        answer(FILE);
        await cache.find(ROBOTS_URL);
        await clock.advance(0.95 * DAY);
        cache.peek(ROBOTS_URL);
        await rest();
        answer(unreachable(503));
        await clock.advance(2 * DAY);
        await cache.find(ROBOTS_URL);
      });
    });
    expect(faults).toEqual(messages.slice(2));
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
    const { other } = await processes(result, HOUR);
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
function held({ leases = true } = {}) {
  const clock = new ManualClock();
  const shared = new SharedStore(clock);
  const scripted = scriptedCache({ clock, store: shared.connect({ leases }) });
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
  const refreshed = Promise.all([cache.refresh(ROBOTS_URL), cache.refresh(ROBOTS_URL)]);
  await rest();
  expect(fetches.length).toBe(1);
  fetches[0](OLD);
  expect(documentOf(await question)).toBe(OLD.document);
  await rest();
  fetches[1](NEW);
  expect((await refreshed).map(documentOf)).toEqual([NEW.document, NEW.document]);
  expect(documentOf(await asked(cache))).toBe(NEW.document);
});

test.each([true, false])(
  'a refresh gets the file as it is now, however long that takes (an older copy in memory: %j)',
  async (isInMemory) => {
    const { clock, other } = await processes(OLD);
    if (isInMemory) await other.cache.find(ROBOTS_URL);
    const end = slow(other);
    const refreshed = other.cache.refresh(ROBOTS_URL);
    await clock.advance(MINUTE);
    end(NEW);
    expect(documentOf(await refreshed)).toBe(NEW.document);
  },
);

test('refreshes of two files are two fetches', async () => {
  const { cache, answer } = scriptedCache();
  answer((robotsUrl) => ({ ...FILE, robotsUrl }));
  const refreshed = await Promise.all([ROBOTS_URL, OTHER_URL].map((url) => cache.refresh(url)));
  expect(refreshed.map(({ entry }) => entry.record.robotsUrl)).toEqual([ROBOTS_URL, OTHER_URL]);
});

test.each(['memory', 'store'] as const)(
  'a copy in the %s that is no longer fresh answers once the fetch has taken a second',
  async (source) => {
    const { clock, one, other } = await processes(OLD, 2 * DAY);
    const asking = source === 'memory' ? one : other;
    const end = slow(asking);
    const { cache } = asking;
    const stale = await heard('robotstream:stale', async () => {
      const question = asked(cache);
      await clock.advance(SECOND);
      expect(documentOf(await question)?.octets).toEqual(OLD.document.octets);
    });
    expect(stale).toEqual([{ robotsUrl: ROBOTS_URL, source, ageMs: 2 * DAY + SECOND }]);
    end(NEW);
    await rest();
    expect(documentOf(await asked(cache))).toBe(NEW.document);
  },
);

test.each([
  ['a file under no-store', success('a', { 'cache-control': 'no-store' })],
  ['no file', unavailable(404)],
])('%s, known from before, answers no question while the fetch goes on', async (_, result) => {
  const { clock, one } = await processes(result, 2 * DAY);
  const end = slow(one);
  const question = asked(one.cache);
  await clock.advance(MINUTE);
  end(NEW);
  expect(documentOf(await question)).toBe(NEW.document);
});

test('what a store has answers a question towards the end of its lifetime, and is fetched in the background', async () => {
  const { other } = await processes(OLD, 0.95 * DAY);
  other.answer(NEW);
  const sources = [await asked(other.cache), await asked(other.cache)].map(({ source }) => source);
  expect([sources, other.fetches.length]).toEqual([['store', 'memory'], 0]);
  await rest();
  expect(documentOf(await asked(other.cache))).toBe(NEW.document);
});

test('what a program puts in replaces nothing that was learnt later', async () => {
  const { cache, clock } = scriptedCache();
  await cache.put(NEW, clock.now());
  await cache.put(OLD, clock.now() - 1);
  expect(documentOf(await asked(cache))).toBe(NEW.document);
  await cache.put(OLD, clock.now());
  expect(documentOf(await asked(cache))).toBe(OLD.document);
});

test('a file to which another site redirects is known to all that share the store', async () => {
  const redirects = [{ url: ROBOTS_URL, status: 301, location: OTHER_URL }];
  const { other } = await processes({ ...FILE, finalUrl: OTHER_URL, redirects });
  expect((await other.cache.find(OTHER_URL)).source).toBe('store');
});

test.each([
  'https://other.example/other.txt',
  'https://other.example/robots.txt?site=a',
  'https://other.example/sub/robots.txt',
  'https://other.example/Robots.txt',
  'ftp://other.example/robots.txt',
])('%s, to which a robots.txt redirects, is the robots.txt of no other site', (finalUrl) => {
  const redirects = [{ url: ROBOTS_URL, status: 301, location: finalUrl }];
  expect(resultOfTarget({ ...FILE, finalUrl, redirects }, {})).toBeUndefined();
});

describe('a file forgotten during its fetch', () => {
  test.each([ROBOTS_URL, OTHER_URL])(
    'is not known afterwards; the question that waits gets the result (forgotten: %s)',
    async (forgotten) => {
      const { cache, fetches, isKnown } = held();
      const question = asked(cache);
      await rest();
      await cache.forget(forgotten);
      fetches[0](OLD);
      expect(documentOf(await question)).toBe(OLD.document);
      await rest();
      expect(isKnown()).toBe(forgotten === OTHER_URL);
    },
  );

  test('is fetched for the next question, which does not wait for the first fetch', async () => {
    const { cache, fetches, isKnown } = held({ leases: false });
    const before = asked(cache);
    await rest();
    await cache.forget(ROBOTS_URL);
    const after = asked(cache);
    await rest();
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
  const { clock, shared } = await processes(OLD);
  const reading = later();
  const store = shared.connect({ leases: false });
  const get = async (key: string) => {
    const entry = await store.get(key);
    await reading.promise;
    return entry;
  };
  const { cache } = scriptedCache({ clock, store: { ...store, get } });
  const question = cache.find(ROBOTS_URL);
  const forgotten = cache.forget(ROBOTS_URL);
  reading.resolve();
  await forgotten;
  expect((await question).source).toBe('store');
  await rest();
  expect([cache.gauges.entries, shared.entries.size]).toEqual([0, 0]);
});
