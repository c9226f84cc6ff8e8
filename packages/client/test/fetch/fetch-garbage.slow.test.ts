/** What a fetch leaves for the garbage collector. A crawler with a large heap collects it late, and has that much more memory until then. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { program } from '../../../../test/support/program.js';
import { fetchRobots } from '../../src/fetch/fetch-robots.js';
import { listen, stop } from '../client/support/site.js';
import { FILE } from './support/fetching.js';

const FETCHES = 2000;

/** It is 600 in Node 20 and 22. An `AbortController` would add 1100 in Node 20; a client of undici, 4000. */
const MOST_OCTETS = 1300;

/** From V8 13 on, the optimizing compiler itself keeps sockets until a full collection. */
const KEEPS_SOCKETS = Number.parseInt(process.versions.v8, 10) >= 13;

async function serve(): Promise<number> {
  const server = createServer({ keepAlive: false }, (_, response) => response.end(FILE));
  onTestFinished(() => stop(server));
  return listen(server, '127.0.0.1');
}

test.skipIf(KEEPS_SOCKETS)('a fetch leaves little in the old space of V8', async () => {
  const crawler = await program(new URL('./support/fetch-garbage.ts', import.meta.url));
  onTestFinished(() => crawler.remove());
  const port = await serve();
  const child = crawler.start({ port, fetches: FETCHES }, { node: [process.execPath, '--expose-gc'] });
  const { octets } = await child.next<{ octets: number }>();
  expect(await child.ended).toBe(0);
  console.log(`${Math.round(octets)} octets a fetch`);
  expect(octets).toBeLessThan(MOST_OCTETS);
});

test('a fetch makes no AbortController', async () => {
  let made = 0;
  vi.stubGlobal(
    'AbortController',
    class extends AbortController {
      constructor() {
        super();
        made++;
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  new AbortController();
  const result = await fetchRobots(`http://127.0.0.1:${await serve()}/`, { userAgent: 'ExampleBot/1.0' });
  expect(result.outcome).toBe('success');
  expect(made).toBe(1);
});
