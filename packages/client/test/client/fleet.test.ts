/** Clients that share a store with leases, over real sockets: what one shares, and what it does not. */
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { later } from '../../../../test/support/later.js';
import { systemClock } from '../../src/fetch/clock.js';
import type { ClientOptions } from '../../src/index.js';
import { SharedStore } from '../store/support/stores.js';
import { lookupOf, newClient, newSite, until } from './support/clients.js';

const FILE = 'User-agent: *\nDisallow: /private\n';

describe('a local fault is not shared', () => {
  const healthy = { connect: { lookup: lookupOf(() => '127.0.0.1') } };

  test.each<[string, Partial<ClientOptions>]>([
    ['broken name resolution', { connect: { lookup: lookupOf(() => null) } }],
    ['a stricter guard', { ...healthy, addresses: 'public' }],
    ['a guard of its own', { ...healthy, addresses: () => false }],
    [
      'no way to the network',
      { connect: { lookup: lookupOf(() => '127.0.0.1'), localAddress: '192.0.2.1' } },
    ],
    ['a time limit that is too short', { ...healthy, timeouts: { headersMs: 1 } }],
  ])('%s', async (_, sick) => {
    const site = await newSite();
    const held: ServerResponse[] = [];
    site.answer((_request, response) => void held.push(response));
    const shared = new SharedStore(systemClock);
    const url = `http://site.example:${site.port}/page`;
    const sickly = newClient({ store: shared.connect(), ...sick });
    expect(await sickly.check(url)).toMatchObject({ allowed: false, deferred: true });
    site.answer({ body: FILE });
    const well = newClient({ store: shared.connect(), ...healthy });
    expect(await well.check(url)).toMatchObject({
      allowed: true,
      provenance: { source: 'fetch', fault: null },
    });
    expect([...shared.entries.values()].filter((value) => String(value).includes('unreachable'))).toEqual([]);
  });

  test('and so it does not replace what others have stored', async () => {
    const site = await newSite();
    site.answer({ body: FILE, headers: { 'cache-control': 'max-age=0' } });
    const shared = new SharedStore(systemClock);
    const url = `http://site.example:${site.port}/private`;
    const options = { store: shared.connect(), minLifetimeMs: 0 };
    expect(await newClient({ ...options, ...healthy }).isAllowed(url)).toBe(false);
    const before = await untilStored(shared);
    const sickly = newClient({ ...options, connect: { lookup: lookupOf(() => null) } });
    const answer = await sickly.check(url);
    expect(answer).toMatchObject({
      reason: 'disallow-rule',
      provenance: { freshness: 'stale', fault: 'dns-failed' },
    });
    await sickly.close();
    expect([...shared.entries].filter(([key]) => !key.startsWith('unshared'))).toEqual(before);
  });
});

test('a failure never replaces a file, not even when the file was evicted from memory while it was refreshed', async () => {
  const site = await newSite();
  const other = await newSite();
  other.answer({ body: FILE });
  site.answer({ body: FILE, headers: { 'cache-control': 'max-age=0' } });
  const shared = new SharedStore(systemClock);
  const options = { minLifetimeMs: 0, memoryOctets: 1 };
  const client = newClient({ store: shared.connect(), ...options });
  expect(await client.isAllowed(`${site.origin}/private`)).toBe(false);
  await untilStored(shared);
  const held = later<ServerResponse>();
  site.answer((_request, response) => held.resolve(response));
  const question = client.check(`${site.origin}/private`);
  const response = await held.promise;
  await client.isAllowed(other.origin);
  response.writeHead(503).end();
  expect(await question).toMatchObject({ reason: 'disallow-rule', provenance: { outcome: 'unreachable' } });
  await client.close();
  const next = newClient({ store: shared.connect(), ...options });
  expect(await next.check(`${site.origin}/private`)).toMatchObject({
    reason: 'disallow-rule',
    provenance: { outcome: 'unreachable', failures: 1 },
  });
});

test('a lease is taken only with a slot: an idle process does not wait for a busy one', async () => {
  const busySite = await newSite();
  const site = await newSite();
  site.answer({ body: FILE });
  const held = later<ServerResponse>();
  busySite.answer((_request, response) => held.resolve(response));
  const shared = new SharedStore(systemClock);
  const busy = newClient({ store: shared.connect(), concurrency: { total: 1 } });
  const idle = newClient({ store: shared.connect() });
  const first = busy.isAllowed(`${busySite.origin}/private`);
  const response = await held.promise;
  const queued = busy.isAllowed(`${site.origin}/private`);
  await until(() => busy.stats().queued === 1);
  expect(await idle.isAllowed(`${site.origin}/private`)).toBe(false);
  expect(idle.stats().leaseWaits).toBe(0);
  response.end(FILE);
  expect([await first, await queued]).toEqual([false, false]);
  // When it got a slot, the file was already in the store.
  expect(site.requests.length).toBe(1);
});

describe('crawlers with different names that share a store', () => {
  const bot = (name: string, shared: SharedStore, options: Partial<ClientOptions> = {}) =>
    newClient({ userAgent: `${name}/1.0`, agents: name, store: shared.connect(), ...options });

  test('are not answered by an outage that one of them alone may have met', async () => {
    const site = await newSite();
    site.answer(({ headers }, response) => {
      if (headers['user-agent'] === 'BotA/1.0') response.writeHead(503).end();
      else response.end(FILE);
    });
    const shared = new SharedStore(systemClock);
    expect(await bot('BotA', shared).check(`${site.origin}/page`)).toMatchObject({ reason: 'unreachable' });
    expect(await bot('BotB', shared).isAllowed(`${site.origin}/page`)).toBe(true);
  });

  test('have a file each where the server says that it varies, and do not evict each other', async () => {
    const site = await newSite();
    site.answer(({ headers }, response) => {
      const name = headers['user-agent']?.split('/')[0];
      response
        .writeHead(200, { vary: 'Accept-Encoding, User-Agent' })
        .end(`User-agent: ${name}\nDisallow: /${name}\n`);
    });
    const shared = new SharedStore(systemClock);
    for (let round = 0; round < 3; round++) {
      for (const name of ['BotA', 'BotB']) {
        const client = bot(name, shared);
        const paths = ['/BotA', '/BotB'].map((path) => client.isAllowed(site.origin + path));
        expect(await Promise.all(paths)).toEqual([name !== 'BotA', name !== 'BotB']);
        await client.close();
      }
    }
    expect(site.requests.length).toBe(2);
  });

  test('share it if their profiles differ only in name, and not if their profiles decide differently', async () => {
    const site = await newSite();
    site.answer({ body: FILE });
    const shared = new SharedStore(systemClock);
    const profiles = ['rfc9309', 'google', 'koster-1996'] as const;
    for (const profile of [...profiles, ...profiles]) {
      const client = newClient({ store: shared.connect(), profile });
      expect(await client.isAllowed(`${site.origin}/private`)).toBe(false);
      await client.close();
    }
    expect(site.requests.length).toBe(3);
  });
});

/**
 * What is stored about files, once something is. The clock has moved on by then: what was learnt within the millisecond of a
 * question would answer it.
 */
async function untilStored(shared: SharedStore): Promise<[string, unknown][]> {
  const files = () => [...shared.entries].filter(([key]) => !key.startsWith('unshared'));
  await until(() => files().length > 0);
  const storedBy = systemClock.now();
  await until(() => systemClock.now() > storedBy);
  return files();
}
