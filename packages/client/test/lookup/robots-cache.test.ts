/** A cache: one fetch for all questions, bounded memory, closing, and the messages of its channels. */
import { onAbort } from 'robotstream/internal';
import { describe, expect, test } from 'vitest';
import { later } from '../../../../test/support/later.js';
import { HOUR, ManualClock, rest } from '../../../../test/support/manual-clock.js';
import { keysOf, SharedStore } from '../store/support/stores.js';
import { ROBOTS_URL, success } from './support/results.js';
import { scriptedCache } from './support/scripted-cache.js';

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
