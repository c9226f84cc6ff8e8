/** The memory that the cache reports, compared with the memory that it takes, for the worst that sites can make it keep. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { platform } from 'node:os';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Program, program } from '../../../../test/support/program.js';
import { listen, stop } from './support/site.js';

interface Held {
  readonly real: number;
  readonly said: number;
  readonly entries: number;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

const LONG = 'x'.repeat(15_000);
const rules = (count: number, pattern: (i: number) => string): string =>
  `User-agent: *\n${Array.from({ length: count }, (_, i) => `Disallow: ${pattern(i)}\n`).join('')}`;

/** Redirects a number of times to URLs of 15 KB, then answers. */
const redirecting =
  (hops: number): Answer =>
  (request, response) => {
    const hop = Number(/\/hop(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
    if (hop < hops) response.writeHead(302, { location: `/hop${hop + 1}?${LONG}` }).end();
    else response.end(rules(1, () => '/private'));
  };

const LONG_HEADERS = {
  etag: `"${'e'.repeat(1000)}"`,
  'last-modified': `Thu, 01 Jan 2015 00:00:00 GMT${' '.repeat(900)}x`,
  vary: 'v'.repeat(1000),
  pragma: 'p'.repeat(1000),
  'content-type': `text/plain; x=${'t'.repeat(990)}`,
  'cache-control': `max-age=3600, x=${'c'.repeat(990)}`,
  expires: 'x'.repeat(1000),
  age: '1',
};

const CASES: readonly [string, number, 'few' | 'many' | 'every-kind', Answer][] = [
  ['the smallest file', 1500, 'few', (_, response) => response.end('')],
  [
    'a small file, asked about in every way',
    600,
    'every-kind',
    (_, response) => response.end(rules(2, (i) => `/p${i}`)),
  ],
  ['no file', 1500, 'few', (_, response) => response.writeHead(404).end()],
  ['redirects to long URLs', 300, 'few', redirecting(5)],
  ['too many redirects to long URLs', 300, 'few', redirecting(9)],
  ['long headers', 500, 'few', (_, response) => response.writeHead(200, LONG_HEADERS).end('')],
  [
    'headers too long to keep',
    500,
    'few',
    (_, response) => response.writeHead(200, { etag: `"${LONG}"` }).end(''),
  ],
  ['a reset connection', 800, 'few', (request) => request.socket.resetAndDestroy()],
  [
    'a redirect to no URL',
    500,
    'few',
    (_, response) => response.writeHead(302, { location: `nowhere:${LONG}` }).end(),
  ],
  [
    'rules of an ordinary file',
    300,
    'many',
    (_, response) => response.end(rules(60, (i) => `/some/path/${i}/`)),
  ],
  ['thousands of wildcards', 12, 'many', (_, response) => response.end(rules(5000, (i) => `/*p${i}*q$`))],
  [
    'the shortest rules',
    5,
    'many',
    (_, response) => response.end(`User-agent: *\n${'allow:/\n'.repeat(60_000)}`),
  ],
  [
    'many rules, asked about in every way',
    5,
    'every-kind',
    (_, response) => response.end(rules(20_000, (i) => `/p${i}`)),
  ],
  [
    'many sitemaps, asked about in every way',
    5,
    'every-kind',
    (_, response) => response.end('sitemap:x\n'.repeat(50_000)),
  ],
  ['comments alone', 40, 'every-kind', (_, response) => response.end('#\n'.repeat(200_000))],
];

const MIB = 1024 * 1024;

/** The error of the measurement. */
const NOISE_OCTETS = 150_000;

// Elsewhere only 127.0.0.1 is an address of loopback.
describe.runIf(platform() === 'linux')('memory of the cache, real and said', () => {
  let crawler: Program;
  beforeAll(async () => {
    crawler = await program(new URL('./support/memory-crawler.ts', import.meta.url));
  });
  afterAll(() => crawler.remove());

  test.each(CASES)('%s', async (name, sites, questions, answer) => {
    const server = createServer({ keepAlive: false, maxHeaderSize: 64 * 1024 }, answer);
    const port = await listen(server, '0.0.0.0');
    const argument = { port, sites, questions };
    const child = crawler.start(argument);
    const { control, full } = await child.next<{ control: Held; full: Held }>();
    expect(await child.ended).toBe(0);
    await stop(server);
    const real = full.real - control.real;
    const each = (octets: number): string => `${(octets / sites / 1024).toFixed(2)} KiB`;
    console.log(
      `${name}: really ${each(real)} a site, said ${each(full.said)}, ratio ${(real / full.said).toFixed(2)}`,
    );
    expect(full.entries).toBe(sites);
    expect(real).toBeLessThan(full.said + NOISE_OCTETS);
  });
});

test('a client that has heard of far more small sites than fit takes no more than its bound, and uses it', async () => {
  const crawler = await program(new URL('./support/bounded-crawler.ts', import.meta.url));
  onTestFinished(() => crawler.remove());
  const maxOctets = 8 * MIB;
  const child = crawler.start({ sites: 15_000, maxOctets });
  const { real, said, entries } = await child.next<Held>();
  expect(await child.ended).toBe(0);
  console.log(`${entries} small files: really ${real} octets, said ${said}, of ${maxOctets}`);
  // Back-offs of evicted sites come on top.
  const most = maxOctets * 1.375;
  expect(said).toBeLessThanOrEqual(most);
  expect(said).toBeGreaterThan(0.9 * maxOctets);
  expect(real).toBeLessThan(most + NOISE_OCTETS);
  expect(entries).toBeGreaterThan(maxOctets / 4096);
});
