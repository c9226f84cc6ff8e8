/** The life of a robots.txt in a cache, by the clock: RFC 9309 §2.4, docs/semantics.md §6. */
import { describe, expect, test } from 'vitest';
import { PROFILES, type Profile, type ProfileName } from '../../../../src/profiles.js';
import { describeRequirement } from '../../../../test/conformance/cite.js';
import { DAY, HOUR, MINUTE, rest, SECOND } from '../../../../test/support/manual-clock.js';
import type { ResponseHeaders } from '../../src/fetch/result.js';
import { notModified, ROBOTS_URL, success, unavailable, unreachable } from './support/results.js';
import { type ScriptedCache, scriptedCache } from './support/scripted-cache.js';

const FILE = 'User-agent: *\nDisallow: /old\n';
const NEW_FILE = 'User-agent: *\nDisallow: /new\n';
const NAMES = Object.keys(PROFILES) as ProfileName[];

/** The answer to a question asked now: a file's second line, or one answer for every URL; with `~` if it is stale. */
async function ask({ cache }: ScriptedCache): Promise<string> {
  const { freshness } = await cache.find(ROBOTS_URL);
  const text = new TextDecoder().decode(freshness.copy?.document.octets).split('\n')[1];
  return `${freshness.copy !== null && !freshness.isFresh ? '~' : ''}${text ?? freshness.meaning}`;
}

/** A cache that has just fetched `FILE`. */
async function afterFile(profile: Profile, headers: ResponseHeaders = {}): Promise<ScriptedCache> {
  const scripted = scriptedCache({ profile }, success(FILE, headers));
  await ask(scripted);
  return scripted;
}

describe.each(NAMES)('under %s', (name) => {
  const profile = PROFILES[name];
  const { lifetimeMs } = profile.access;

  test('a file is fresh for the default lifetime, and fetched again when it has ended', async () => {
    const scripted = await afterFile(profile);
    await scripted.clock.advance(lifetimeMs - DAY / 2);
    expect(await ask(scripted)).toBe('Disallow: /old');
    expect(scripted.fetches.length).toBe(1);
    scripted.answer(success(NEW_FILE));
    await scripted.clock.advance(DAY / 2);
    expect(await ask(scripted)).toBe('Disallow: /new');
    expect(scripted.fetches.length).toBe(2);
  });

  test('near the end of its lifetime it is fetched in the background: no question waits', async () => {
    const scripted = await afterFile(profile);
    scripted.answer(success(NEW_FILE));
    await scripted.clock.advance(lifetimeMs * 0.9 - 1);
    expect(await ask(scripted)).toBe('Disallow: /old');
    await rest();
    expect(scripted.fetches.length).toBe(1);
    await scripted.clock.advance(1);
    for (let i = 0; i < 2; i++)
      expect(scripted.cache.peek(ROBOTS_URL)?.freshness.copy?.document.size).toBe(FILE.length);
    await rest();
    expect(scripted.fetches.length).toBe(2);
    expect(await ask(scripted)).toBe('Disallow: /new');
    expect(scripted.cache.counts).toMatchObject({ refreshes: 1, fetches: 2 });
  });

  test('a 304 renews it for another lifetime, by the headers that it brings', async () => {
    const scripted = await afterFile(profile, { etag: '"a"', 'cache-control': 'max-age=60' });
    scripted.answer(notModified({ etag: '"a"', 'cache-control': 'max-age=7200', expires: 'soon' }));
    await scripted.clock.advance(lifetimeMs);
    const { entry, freshness, source } = await scripted.cache.find(ROBOTS_URL);
    expect(scripted.fetches[1].call.held).toMatchObject({ finalUrl: ROBOTS_URL, headers: { etag: '"a"' } });
    expect([source, freshness.isFresh, freshness.copy?.document.size]).toEqual(['fetch', true, FILE.length]);
    expect(freshness.copy?.validatedAt).toBe(scripted.clock.now());
    expect(freshness.copy?.fetchedAt).toBe(scripted.clock.now() - lifetimeMs);
    expect(entry.record.copy?.lifetimeMs).toBe(name === 'koster-1996' ? 0 : 2 * HOUR);
    expect(scripted.cache.counts.renewals).toBe(1);
  });

  test('unreachable with a copy: the stale copy answers; under koster-1996, visits are deferred after 30 days', async () => {
    const scripted = await afterFile(profile);
    scripted.answer(unreachable(500, {}, profile));
    await scripted.clock.advance(lifetimeMs);
    for (const passed of [HOUR, 29 * DAY]) {
      expect(await ask(scripted)).toBe('~Disallow: /old');
      await askFor(scripted, passed);
    }
    expect(await ask(scripted)).toBe('~Disallow: /old');
    await askFor(scripted, DAY);
    expect(await ask(scripted)).toBe(name === 'koster-1996' ? 'defer' : '~Disallow: /old');
  });

  test('recovered: the new file, fresh', async () => {
    const scripted = await afterFile(profile);
    scripted.answer(unreachable(500, {}, profile));
    await scripted.clock.advance(lifetimeMs);
    await ask(scripted);
    scripted.answer(success(NEW_FILE));
    await scripted.clock.advance(MINUTE);
    expect(await ask(scripted)).toBe('~Disallow: /old');
    await rest();
    expect(await ask(scripted)).toBe('Disallow: /new');
    expect((await scripted.cache.find(ROBOTS_URL)).entry.record.absence).toBeNull();
  });

  describeRequirement('2.3.1.4-long', () => {
    test('unreachable without a copy: nothing is allowed for 30 days, then everything; koster-1996 goes on deferring', async () => {
      const scripted = scriptedCache({ profile }, unreachable(null, {}, profile));
      const before = name === 'koster-1996' ? 'defer' : 'disallow-all';
      expect(await ask(scripted)).toBe(before);
      await scripted.clock.advance(HOUR);
      await askFor(scripted, 29 * DAY);
      expect(await ask(scripted)).toBe(before);
      await askFor(scripted, 2 * DAY);
      expect(await ask(scripted)).toBe(name === 'koster-1996' ? 'defer' : 'allow-all');
      scripted.answer(success(FILE));
      await scripted.clock.advance(DAY);
      expect(await ask(scripted)).toBe('Disallow: /old');
      scripted.answer(unreachable(null, {}, profile));
      await scripted.clock.advance(lifetimeMs);
      expect(await ask(scripted)).toBe('~Disallow: /old');
    });
  });

  test.each([
    ['after 1, 2, 4, … minutes, and at last every hour', 500, {}, [1, 2, 4, 8, 16, 32, 60, 60, 60], MINUTE],
    [
      'after a 503, too; under google from 10 seconds on',
      503,
      {},
      [1, 2, 4, 8],
      name === 'google' ? 10 * SECOND : MINUTE,
    ],
    ['after the time that Retry-After says', 503, { 'retry-after': '7200' }, [2, 2], HOUR],
    ['after a second at least, even if Retry-After is 0', 503, { 'retry-after': '0' }, [1, 1, 1], SECOND],
  ])('while unreachable it is fetched %s', async (_, status, headers, gaps, unit) => {
    const scripted = scriptedCache({ profile }, unreachable(status, headers, profile));
    const totalMs = gaps.reduce((sum, gap) => sum + gap, 0) * unit;
    await askEvery(scripted, unit / 4, totalMs);
    expect(gapsOf(scripted, unit)).toEqual(gaps);
  });

  test('a missing file is fetched again after the default lifetime', async () => {
    const scripted = scriptedCache({ profile }, unavailable(404, {}, profile));
    expect(await ask(scripted)).toBe('allow-all');
    await scripted.clock.advance(lifetimeMs * 0.9 - 1);
    expect(await ask(scripted)).toBe('allow-all');
    expect(scripted.fetches.length).toBe(1);
    scripted.answer(success(FILE));
    await scripted.clock.advance(lifetimeMs * 0.1 + 1);
    expect(await ask(scripted)).toBe('Disallow: /old');
  });

  test('a missing file counts as missing for as long as its headers say', async () => {
    const scripted = scriptedCache({ profile });
    const headers = {
      'cache-control': 'max-age=600',
      date: 'Thu, 01 Jan 2026 00:00:00 GMT',
      expires: 'Thu, 01 Jan 2026 00:10:00 GMT',
    };
    scripted.answer(unavailable(404, headers, profile));
    await ask(scripted);
    await scripted.clock.advance(10 * MINUTE);
    await ask(scripted);
    expect(scripted.fetches.length).toBe(2);
  });

  test('after 429, if that counts as unavailable, the file is fetched again soon', async () => {
    const scripted = scriptedCache({ profile }, unavailable(429, {}, profile));
    await askEvery(scripted, 10 * SECOND, 10 * MINUTE);
    expect(gapsOf(scripted, SECOND)).toEqual([60, 120, 240]);
    scripted.answer(unavailable(429, { 'retry-after': '300' }, profile));
    await scripted.clock.advance(DAY);
    await askEvery(scripted, 10 * SECOND, 11 * MINUTE);
    expect(gapsOf(scripted, SECOND).slice(-2)).toEqual([300, 300]);
  });

  test('a copy in place of a file that is gone: up to 24 hours under draft-koster-rep-00, else not at all', async () => {
    const serves = name === 'draft-koster-rep-00';
    const scripted = await afterFile(profile, { 'cache-control': 'max-age=3600' });
    scripted.answer(unavailable(404, {}, profile));
    await scripted.clock.advance(profile.access.lifetimeFrom === 'expires' ? lifetimeMs : HOUR);
    expect(await ask(scripted)).toBe(serves ? '~Disallow: /old' : 'allow-all');
    await scripted.clock.advance(23 * HOUR - 1);
    expect(await ask(scripted)).toBe(serves ? '~Disallow: /old' : 'allow-all');
    await scripted.clock.advance(1);
    expect(await ask(scripted)).toBe('allow-all');
  });

  test('a refresh that fails while the copy is fresh changes no answer', async () => {
    const scripted = await afterFile(profile);
    scripted.answer(unreachable(500, {}, profile));
    await scripted.clock.advance(lifetimeMs * 0.95);
    await ask(scripted);
    await rest();
    expect(scripted.fetches.length).toBe(2);
    expect(await ask(scripted)).toBe('Disallow: /old');
    await scripted.clock.advance(lifetimeMs * 0.05);
    expect(await ask(scripted)).toBe('~Disallow: /old');
  });

  test('no-store: used until it is no longer fresh, and not while unreachable', async () => {
    const scripted = scriptedCache(
      { profile, minLifetimeMs: MINUTE },
      success(FILE, { 'cache-control': 'no-store, max-age=60', expires: '0' }),
    );
    await ask(scripted);
    await scripted.clock.advance(MINUTE - 1);
    expect(await ask(scripted)).toBe('Disallow: /old');
    await rest();
    scripted.answer(unreachable(500, {}, profile));
    await scripted.clock.advance(MINUTE + 1);
    expect(await ask(scripted)).toBe(name === 'koster-1996' ? 'defer' : 'disallow-all');
  });
});

/** How often the file has been fetched after a question at this time. */
async function fetchesAfter(scripted: ScriptedCache, ms: number): Promise<number> {
  await scripted.clock.advance(ms);
  await scripted.cache.find(ROBOTS_URL);
  return scripted.fetches.length;
}

describeRequirement('2.4-cache', () => {
  test('a second question needs no second fetch', async () => {
    expect(await fetchesAfter(await afterFile(PROFILES.rfc9309), HOUR)).toBe(1);
  });
});

describeRequirement('2.4-cache-control', () => {
  test('a file is fetched again when its max-age has ended', async () => {
    const headers = { 'cache-control': 'max-age=3600' };
    expect(await fetchesAfter(await afterFile(PROFILES.rfc9309, headers), HOUR / 2)).toBe(1);
    expect(await fetchesAfter(await afterFile(PROFILES.rfc9309, headers), HOUR + SECOND)).toBe(2);
  });
});

describeRequirement('2.4-one-day', () => {
  test('a max-age of a week is a day', async () => {
    const headers = { 'cache-control': 'max-age=604800' };
    expect(await fetchesAfter(await afterFile(PROFILES.rfc9309, headers), DAY / 2)).toBe(1);
    expect(await fetchesAfter(await afterFile(PROFILES.rfc9309, headers), DAY + SECOND)).toBe(2);
  });
});

test('a copy does not answer when the failure may be over: after an hour, a question waits', async () => {
  const scripted = await afterFile(PROFILES.rfc9309);
  scripted.answer(unreachable(500));
  await scripted.clock.advance(DAY);
  expect(await ask(scripted)).toBe('~Disallow: /old');
  scripted.answer(success(NEW_FILE));
  await scripted.clock.advance(HOUR + MINUTE);
  expect(await ask(scripted)).toBe('Disallow: /new');
});

test('a file that was unreachable, then missing, then unreachable again is unreachable since the last time', async () => {
  const scripted = scriptedCache({}, unreachable(500));
  await askFor(scripted, 20 * DAY);
  scripted.answer(unavailable(404));
  await scripted.clock.advance(DAY);
  await ask(scripted);
  scripted.answer(unreachable(500));
  await askFor(scripted, 20 * DAY);
  expect(await ask(scripted)).toBe('disallow-all');
  await askFor(scripted, 18 * DAY);
  expect(await ask(scripted)).toBe('allow-all');
});

test('two failures a month apart say nothing about the time between: the 30 days start again', async () => {
  const scripted = scriptedCache({}, unreachable(500));
  await ask(scripted);
  await scripted.clock.advance(31 * DAY);
  expect(await ask(scripted)).toBe('disallow-all');
  const { entry } = await scripted.cache.find(ROBOTS_URL);
  expect(entry.record.absence).toMatchObject({ since: scripted.clock.now(), attempts: 1 });
  await scripted.clock.advance(7 * DAY);
  await ask(scripted);
  expect((await scripted.cache.find(ROBOTS_URL)).entry.record.absence?.attempts).toBe(2);
  await scripted.clock.advance(7 * DAY + 1);
  await ask(scripted);
  expect((await scripted.cache.find(ROBOTS_URL)).entry.record.absence?.attempts).toBe(1);
});

test('an answer is fresh for at least minLifetimeMs', async () => {
  const scripted = scriptedCache({ minLifetimeMs: MINUTE }, success(FILE, { 'cache-control': 'max-age=0' }));
  await ask(scripted);
  await scripted.clock.advance(MINUTE * 0.9 - 1);
  await ask(scripted);
  expect(scripted.fetches.length).toBe(1);
});

test('questions that waited for a file get it fresh, even if its lifetime is zero and it must not be stored', async () => {
  const scripted = scriptedCache({}, success(FILE, { 'cache-control': 'no-store' }));
  expect(await ask(scripted)).toBe('Disallow: /old');
  expect(await ask(scripted)).toBe('Disallow: /old');
  expect(scripted.fetches.map(({ call }) => call.held)).toEqual([undefined, undefined]);
  scripted.answer(unreachable(500));
  expect(await ask(scripted)).toBe('disallow-all');
});

/** Asks once every 6 days, and at the end: often enough for it to count as one outage. */
async function askFor(scripted: ScriptedCache, ms: number): Promise<void> {
  const end = scripted.clock.now() + ms;
  while (scripted.clock.now() < end) {
    await ask(scripted);
    await scripted.clock.advance(Math.min(6 * DAY, end - scripted.clock.now()));
  }
  await ask(scripted);
}

/** Asks again and again. */
async function askEvery(scripted: ScriptedCache, ms: number, totalMs: number): Promise<void> {
  for (let passed = 0; passed <= totalMs; passed += ms) {
    await scripted.cache.find(ROBOTS_URL);
    scripted.clock.skip(ms);
  }
}

/** The time between one fetch and the next. */
function gapsOf({ fetches }: ScriptedCache, unit: number): number[] {
  return fetches.slice(1).map(({ at }, i) => Math.round((at - fetches[i].at) / unit));
}
