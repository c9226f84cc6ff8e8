/** Where an answer comes from, what is counted and what is reported, with a scripted server and a store in memory. */
import { tracingChannel } from 'node:diagnostics_channel';
import { describe, expect, onTestFinished, test } from 'vitest';
import { later } from '../../../../test/support/later.js';
import { DAY, HOUR, ManualClock, rest } from '../../../../test/support/manual-clock.js';
import { keysOf, SharedStore } from '../store/support/stores.js';
import { heard } from './support/heard.js';
import { ROBOTS_URL, success, unavailable, unreachable } from './support/results.js';
import { type ScriptedCache, scriptedCache } from './support/scripted-cache.js';

const FILE = success('User-agent: *\nDisallow: /old\n');
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

describe('what the store has', () => {
  test('is not used if one of its two entries could not be read', async () => {
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
