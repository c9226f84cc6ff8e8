/** What RFC 9309 requires of caching, requirement by requirement; `lifecycle.test.ts` has every profile and every stage. */
import { expect, test } from 'vitest';
import { describeRequirement } from '../../../../test/conformance/cite.js';
import { DAY, HOUR, SECOND } from '../../../../test/support/manual-clock.js';
import type { ResponseHeaders } from '../../src/fetch/result.js';
import { ROBOTS_URL, success, unreachable } from './support/results.js';
import { type ScriptedCache, scriptedCache } from './support/scripted-cache.js';

/** A cache of the default profile that has just fetched a file. */
async function afterFile(headers: ResponseHeaders = {}): Promise<ScriptedCache> {
  const scripted = scriptedCache({});
  scripted.answer(success('User-agent: *\nDisallow: /\n', headers));
  await scripted.cache.find(ROBOTS_URL);
  return scripted;
}

/** How often the file has been fetched after a question at this time. */
async function fetchesAfter(scripted: ScriptedCache, ms: number): Promise<number> {
  await scripted.clock.advance(ms);
  await scripted.cache.find(ROBOTS_URL);
  return scripted.fetches.length;
}

describeRequirement('2.4-cache', () => {
  test('a second question needs no second fetch', async () => {
    expect(await fetchesAfter(await afterFile(), HOUR)).toBe(1);
  });
});

describeRequirement('2.4-cache-control', () => {
  test('a file is fetched again when its max-age has ended', async () => {
    const headers = { 'cache-control': 'max-age=3600' };
    expect(await fetchesAfter(await afterFile(headers), HOUR / 2)).toBe(1);
    expect(await fetchesAfter(await afterFile(headers), HOUR + SECOND)).toBe(2);
  });
});

describeRequirement('2.4-one-day', () => {
  test('a max-age of a week is a day', async () => {
    const headers = { 'cache-control': 'max-age=604800' };
    expect(await fetchesAfter(await afterFile(headers), DAY / 2)).toBe(1);
    expect(await fetchesAfter(await afterFile(headers), DAY + SECOND)).toBe(2);
  });

  test('unless the file is unreachable by then: its copy stays in use', async () => {
    const scripted = await afterFile();
    scripted.answer(unreachable(null, {}));
    await scripted.clock.advance(2 * DAY);
    const { freshness } = await scripted.cache.find(ROBOTS_URL);
    expect([freshness.copy !== null, freshness.isFresh]).toEqual([true, false]);
  });
});

describeRequirement('2.3.1.4-long', () => {
  test('unreachable for 31 days without a copy: everything is allowed', async () => {
    const scripted = scriptedCache({});
    scripted.answer(unreachable(null, {}));
    expect((await scripted.cache.find(ROBOTS_URL)).freshness.meaning).toBe('disallow-all');
    for (let day = 0; day < 31; day++) {
      await scripted.clock.advance(DAY);
      await scripted.cache.find(ROBOTS_URL);
    }
    expect((await scripted.cache.find(ROBOTS_URL)).freshness.meaning).toBe('allow-all');
  });
});
