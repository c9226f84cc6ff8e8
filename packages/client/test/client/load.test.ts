/** Many questions and many sites at once, by counts: waiters, lookups, timers, and work in a turn of the event loop. */
import { describe, expect, test } from 'vitest';
import { ManualClock, rest } from '../../../../test/support/manual-clock.js';
import { FILE } from '../fetch/support/fetching.js';
import { always, Peer } from '../fetch/support/peer.js';
import { lookupOf, newClient, until } from './support/clients.js';

/** How many turns of the event loop pass until something is done. */
async function turnsDuring(done: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const ended = done.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  await ended;
  return turns;
}

/** Names whose addresses are on loopback. */
const connect = { lookup: lookupOf(() => '127.0.0.1') };

describe('questions about one site', () => {
  test('share one lookup and one fetch, and get their own answers in their order', async () => {
    const peer = await Peer.start(always(200, FILE));
    const client = newClient();
    const paths = Array.from({ length: 1000 }, (_, i) => (i % 3 === 0 ? `private/${i}` : `public/${i}`));
    const asked = paths.map((path) => client.isAllowed(`${peer.origin}/${path}`));
    expect(client.stats()).toMatchObject({ questions: 1000, coalesced: 999, pending: 1 });
    expect(await Promise.all(asked)).toEqual(paths.map((path) => path.startsWith('public')));
    expect(client.stats()).toMatchObject({ questions: 1000, fetches: 1, pending: 0 });
    expect(peer.requests.length).toBe(1);
  });

  test('set no timer each', async () => {
    const clock = new ManualClock();
    const peer = await Peer.start(() => {});
    const client = newClient({ clock });
    const first = client.isAllowed(`${peer.origin}/first`);
    await until(() => peer.requests.length === 1);
    const timers = clock.pending;
    const others = Array.from({ length: 500 }, (_, i) => client.isAllowed(`${peer.origin}/${i}`));
    await rest();
    expect(timers).toBeGreaterThan(0);
    expect(clock.pending).toBe(timers);
    const settled = Promise.allSettled([first, ...others]);
    await client.close();
    expect(new Set((await settled).map(({ status }) => status))).toEqual(new Set(['rejected']));
  });

  test('give up one by one; the last one ends the lookup, unless a question without a signal waits', async () => {
    const peer = await Peer.start(() => {});
    const client = newClient();
    const controllers = [new AbortController(), new AbortController()];
    const asked = controllers.map(({ signal }, i) => client.isAllowed(`${peer.origin}/${i}`, { signal }));
    const settled = Promise.allSettled(asked);
    await until(() => peer.requests.length === 1);
    controllers[0].abort(new Error('first'));
    await expect(asked[0]).rejects.toThrow('first');
    expect(client.stats()).toMatchObject({ pending: 1 });
    controllers[1].abort(new Error('second'));
    await expect(asked[1]).rejects.toThrow('second');
    await settled;
    await until(() => client.stats().pending === 0 && client.stats().fetching === 0);
    const kept = client.isAllowed(`${peer.origin}/kept`);
    const leaving = new AbortController();
    const left = client.isAllowed(`${peer.origin}/left`, { signal: leaving.signal });
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    expect(client.stats()).toMatchObject({ pending: 1 });
    const closed = expect(kept).rejects.toMatchObject({ code: 'client-closed' });
    await client.close();
    await closed;
  });

  test('that come after the file was forgotten begin another lookup', async () => {
    const bodies = [FILE, 'User-agent: *\nDisallow: /new\n'];
    const held: (() => void)[] = [];
    const peer = await Peer.start((socket, request, index) => {
      held.push(() => always(200, bodies[index])(socket, request, index));
    });
    const client = newClient();
    const before = client.isAllowed(`${peer.origin}/private`);
    await until(() => held.length === 1);
    await client.forget(peer.origin);
    const after = client.isAllowed(`${peer.origin}/private`);
    await until(() => held.length === 2);
    for (const respond of held) respond();
    expect([await before, await after]).toEqual([false, true]);
  });
});

describe('sites that are asked about at once', () => {
  test('begin as many lookups as may be fetched; the others wait', async () => {
    const peer = await Peer.start(() => {});
    const client = newClient({ connect, concurrency: { total: 4, perAddress: 4 } });
    const asked = Array.from({ length: 100 }, (_, i) =>
      client.isAllowed(`http://site-${i}.test:${peer.port}/`),
    );
    const settled = Promise.allSettled(asked);
    await until(() => peer.requests.length === 4);
    expect(client.stats()).toMatchObject({ pending: 100, fetching: 4, queued: 96, fetches: 4 });
    await client.close();
    const reasons = (await settled).map((result) => (result as PromiseRejectedResult).reason.code);
    expect(new Set(reasons)).toEqual(new Set(['client-closed']));
  });

  test('are all answered, in spite of limits', async () => {
    const peer = await Peer.start(always(200, FILE, { Connection: 'close' }));
    const client = newClient({ connect, concurrency: { total: 3, perAddress: 2 } });
    const asked = Array.from({ length: 60 }, (_, i) =>
      client.isAllowed(`http://site-${i % 40}.test:${peer.port}/${i < 40 ? 'private' : 'a'}`),
    );
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 60 }, (_, i) => i >= 40));
    expect(client.stats()).toMatchObject({ fetches: 40, pending: 0, queued: 0, fetching: 0 });
  });

  test('that all give up leave nothing behind', async () => {
    const peer = await Peer.start(() => {});
    const client = newClient({ connect, concurrency: { total: 2 } });
    const controller = new AbortController();
    const { signal } = controller;
    const asked = Array.from({ length: 50 }, (_, i) =>
      client.isAllowed(`http://site-${i}.test:${peer.port}/`, { signal }),
    );
    const settled = Promise.allSettled(asked);
    await until(() => peer.requests.length === 2);
    controller.abort();
    await settled;
    await until(() => client.stats().fetching === 0);
    expect(client.stats()).toMatchObject({ pending: 0, queued: 0, fetching: 0 });
  });
});

test('a closed client has released its memory', async () => {
  const client = newClient();
  for (let site = 0; site < 100; site++) await client.put(`https://site-${site}.example/`, FILE);
  expect(client.stats().entries).toBe(100);
  await client.close();
  expect(client.stats()).toMatchObject({ entries: 0, octets: 0, pending: 0 });
});

describe('many URLs in one call', () => {
  test('are read and judged in slices, in which the rest of the process runs', async () => {
    const client = newClient();
    await client.put('https://example.com/', FILE);
    const urls = Array.from(
      { length: 20_000 },
      (_, i) => `https://example.com/${i % 2 ? 'private' : 'a'}/${i}`,
    );
    const answers = client.areAllowed(urls);
    expect(await turnsDuring(answers)).toBeGreaterThanOrEqual(30);
    expect(await answers).toEqual(urls.map((_, i) => i % 2 === 0));
  });

  test('of as many known sites are judged in slices, too', async () => {
    const client = newClient();
    const urls = Array.from({ length: 3000 }, (_, i) => `https://site-${i}.example/${'a'.repeat(200)}`);
    for (const url of urls.slice(0, 300)) await client.put(url, FILE);
    const known = Array.from({ length: 3000 }, (_, i) => urls[i % 300]);
    expect(await turnsDuring(client.areAllowed(known))).toBeGreaterThanOrEqual(10);
  });

  test('are those of the call, even if the program changes the list meanwhile', async () => {
    const client = newClient();
    await client.put('https://example.com/', FILE);
    const urls = Array.from({ length: 5000 }, (_, i) => `https://example.com/private/${i}`);
    const answers = client.areAllowed(urls);
    urls.length = 0;
    expect((await answers).length).toBe(5000);
  });
});
