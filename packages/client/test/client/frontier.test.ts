/** examples/frontier.mjs: a crawler with priority queues of its own, over real servers. */
import { expect, test } from 'vitest';
import type { RobotsClient } from '../../src/index.js';
import { newClient } from './support/clients.js';
import { startPages } from './support/pages.js';

const { crawl } = (await import('../../../../examples/frontier.mjs')) as unknown as {
  crawl: (options: {
    client: RobotsClient;
    seeds: Iterable<string>;
    visit: (url: string) => Promise<Iterable<{ url: string; priority: number }>>;
    width?: number;
  }) => Promise<void>;
};

/** Each port is a host of its own, so that the test has several hosts. */
const pacing = { defaultDelayMs: 2, by: ({ host }: URL) => host };

test.each([1, 3, 100])(
  'visits each URL once, the best first, one of a host at a time, %i at once',
  async (width) => {
    const client = newClient({ pacing });
    const sites = await Promise.all(Array.from({ length: 4 }, () => startPages()));
    const [first] = sites;
    first.on('/broken', (_request, response) => void response.destroy());
    const atOnce = new Map<string, number>();
    let most = 0;
    const visit = async (url: string) => {
      const { host, pathname } = new URL(url);
      atOnce.set(host, (atOnce.get(host) ?? 0) + 1);
      most = Math.max(most, atOnce.get(host) ?? 0);
      try {
        await (await fetch(url)).text();
      } finally {
        atOnce.set(host, (atOnce.get(host) ?? 0) - 1);
      }
      if (pathname !== '/') return [];
      const paths = ['/private/1', '/0', '/1', '/2', '/3', '/4', '/private/2', '/broken', '/'];
      const here = paths.map((path, i) => ({ url: new URL(path, url).href, priority: i % 3 }));
      return [...here, ...sites.map(({ origin }) => ({ url: `${origin}/linked`, priority: 9 }))];
    };
    await crawl({ client, seeds: [`${first.origin}/`, `${sites[1].origin}/`], visit, width });
    const best = ['GET /linked', 'GET /1', 'GET /4', 'GET /0', 'GET /3', 'GET /broken', 'GET /2'];
    for (const { visits } of sites.slice(0, 2)) {
      expect([...visits].sort()).toEqual(['GET /', ...best].sort());
      // The link from another site may come before the seed.
      const own = visits.filter((line) => line !== 'GET /linked');
      expect(own[0]).toBe('GET /');
      const priorities = own.slice(1).map(priorityOf);
      expect(priorities).toEqual([...priorities].sort((a, b) => b - a));
    }
    for (const { visits } of sites.slice(2)) expect(visits).toEqual(['GET /linked']);
    expect(most).toBe(1);
    expect(client.stats().turns).toBe(18);
  },
);

/** The priority that the links above have, by their place in the list. */
function priorityOf(line: string): number {
  const paths = ['/private/1', '/0', '/1', '/2', '/3', '/4', '/private/2', '/broken'];
  return paths.indexOf(line.replace('GET ', '')) % 3;
}

test('without seeds there is nothing to wait for', async () => {
  await crawl({ client: newClient({ pacing }), seeds: [], visit: async () => [] });
});
