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
});
