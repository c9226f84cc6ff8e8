/** How long a question waits, what answers it meanwhile, and when it should be asked again: over real sockets. */
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, rest, SECOND } from '../../../../test/support/manual-clock.js';
import type { ClientOptions } from '../../src/index.js';
import { clientWithClock, newSite, until } from './support/clients.js';
import type { Site } from './support/site.js';

const FILE = 'User-agent: *\nDisallow: /private\n';
const NEW_FILE = 'User-agent: *\nDisallow: /new\n';

/** A client whose copy of a site's file is no longer fresh. */
async function withStaleCopy(options: Partial<ClientOptions> = {}) {
  const site = await newSite();
  site.answer({ body: FILE });
  const { client, clock } = clientWithClock(options);
  await client.isAllowed(`${site.origin}/private`);
  await clock.advance(2 * DAY);
  return { site, client, clock };
}

/** Makes a site hold back its next response. Resolves to that response when the site gets the request. */
function holdBack(site: Site): Promise<ServerResponse> {
  return new Promise((resolve) => site.answer((_request, response) => resolve(response)));
}

describe('a stale copy', () => {
  test('answers once the fetch takes longer than a second, while the fetch goes on', async () => {
    const { site, client, clock } = await withStaleCopy();
    const held = holdBack(site);
    let isAnswered = false;
    const question = client.check(`${site.origin}/private`).finally(() => {
      isAnswered = true;
    });
    const response = await held;
    await clock.advance(SECOND - 1);
    expect(isAnswered).toBe(false);
    await clock.advance(1);
    const answer = await question;
    expect(answer).toMatchObject({
      allowed: false,
      reason: 'disallow-rule',
      deferred: false,
      retryAt: null,
      provenance: { source: 'memory', freshness: 'stale', outcome: 'success', ageMs: 2 * DAY + SECOND },
    });
    expect(answer.explanation).toContain('stays in use because the file is being fetched again');
    // Further questions do not wait again.
    expect(await client.isAllowed(`${site.origin}/private`)).toBe(false);
    expect(client.stats()).toMatchObject({ fetching: 1, fetches: 2, staleAnswers: 2 });
    response.end(NEW_FILE);
    await until(() => client.stats().pending === 0);
    expect(await client.isAllowed(`${site.origin}/private`)).toBe(true);
  });

  test('under no-store answers no question after the end of its lifetime, though it answered during the fetch', async () => {
    const site = await newSite();
    site.answer({ body: FILE, headers: { 'cache-control': 'no-store' } });
    const { client, clock } = clientWithClock();
    await client.isAllowed(`${site.origin}/private`);
    await clock.advance(55 * SECOND);
    const held = holdBack(site);
    expect(await client.isAllowed(`${site.origin}/private`)).toBe(false);
    const response = await held;
    await clock.advance(SECOND);
    expect(await client.isAllowed(`${site.origin}/private`)).toBe(false);
    await clock.advance(10 * SECOND);
    const controller = new AbortController();
    const abandoned = client.isAllowed(`${site.origin}/private`, { signal: controller.signal });
    controller.abort(new Error('given up'));
    await expect(abandoned).rejects.toThrow('given up');
    // The fetch began without a question, so it goes on without one.
    site.answer({ status: 404 });
    const question = client.isAllowed(`${site.origin}/new`);
    response.end(NEW_FILE);
    expect(await question).toBe(false);
    expect(site.requests.length).toBe(2);
  });

  test('a fetch that questions have stopped waiting for is not aborted with the last of them', async () => {
    const { site, client, clock } = await withStaleCopy();
    const held = holdBack(site);
    const controller = new AbortController();
    const question = client.isAllowed(`${site.origin}/private`, { signal: controller.signal });
    const response = await held;
    await clock.advance(SECOND);
    expect(await question).toBe(false);
    controller.abort();
    await rest();
    response.end(NEW_FILE);
    await until(() => client.stats().pending === 0);
    expect(await client.isAllowed(`${site.origin}/private`)).toBe(true);
  });
});

describe('an answer that rests on a fault says when to ask again', () => {
  test('unreachable: deferred, until Retry-After has passed', async () => {
    const site = await newSite();
    site.answer({ status: 503, headers: { 'retry-after': '600' } });
    const { client, clock } = clientWithClock();
    const retryAt = clock.now() + 10 * MINUTE;
    expect(await client.check(`${site.origin}/`)).toMatchObject({ allowed: false, deferred: true, retryAt });
    expect(await client.check(`${site.origin}/robots.txt`)).toMatchObject({
      allowed: true,
      deferred: false,
      retryAt,
    });
    expect(await client.robots(site.origin)).toMatchObject({ meaning: 'disallow-all', retryAt });
    site.answer({ body: FILE });
    await clock.advance(10 * MINUTE);
    expect(await client.check(`${site.origin}/`)).toMatchObject({
      allowed: true,
      deferred: false,
      retryAt: null,
    });
  });
});

describe('a clock that is set', () => {
  const YEARS = 12 * 365 * DAY;

  test.each([
    ['back by 12 years', -YEARS],
    ['back by an hour', -HOUR],
    ['forward by 12 years', YEARS],
  ])('%s: the file is fetched again, once', async (_, ms) => {
    const site = await newSite();
    site.answer({ body: FILE });
    const { client, clock } = clientWithClock();
    await client.isAllowed(site.origin);
    clock.set(ms);
    site.answer({ body: NEW_FILE });
    expect(await client.isAllowed(`${site.origin}/new`)).toBe(false);
    expect(await client.isAllowed(`${site.origin}/new`)).toBe(false);
    expect(site.requests.length).toBe(2);
    await clock.advance(2 * DAY);
    await client.isAllowed(site.origin);
    expect(site.requests.length).toBe(3);
  });

  test('back while the site is down: the copy answers, and the site is asked again as after any failure', async () => {
    const site = await newSite();
    site.answer({ body: FILE });
    const { client, clock } = clientWithClock();
    await client.isAllowed(site.origin);
    clock.set(-YEARS);
    site.answer({ status: 500 });
    expect(await client.check(`${site.origin}/private`)).toMatchObject({
      reason: 'disallow-rule',
      retryAt: clock.now() + MINUTE,
      provenance: { ageMs: 0, freshness: 'stale' },
    });
    await clock.advance(MINUTE);
    site.answer({ body: NEW_FILE });
    await client.isAllowed(site.origin);
    await until(() => client.stats().pending === 0);
    expect(await client.isAllowed(`${site.origin}/private`)).toBe(true);
  });

  test('back and forth during an outage: never allowed for having lasted 30 days', async () => {
    const site = await newSite();
    site.answer({ status: 500 });
    const { client, clock } = clientWithClock();
    for (const ms of [-YEARS, YEARS, 31 * DAY, -31 * DAY, 40 * DAY, -HOUR]) {
      expect(await client.isAllowed(site.origin)).toBe(false);
      clock.set(ms);
    }
    expect(await client.isAllowed(site.origin)).toBe(false);
  });
});
