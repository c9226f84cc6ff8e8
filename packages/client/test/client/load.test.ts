/** Many questions and many sites at once, by counts: waiters, lookups, timers, and work in a turn of the event loop. */
import { describe, expect, test } from 'vitest';
import { FILE } from '../fetch/support/fetching.js';
import { always, Peer } from '../fetch/support/peer.js';
import { newClient } from './support/clients.js';

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
});
