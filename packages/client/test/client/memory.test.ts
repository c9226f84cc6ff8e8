/** What one site can do to the memory that all sites share: over real sockets. */
import { createServer } from 'node:http';
import { platform } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newClient } from './support/clients.js';
import { listen, startSite, stop } from './support/site.js';
import { addressOf } from './support/soak-script.js';

const MIB = 1024 * 1024;
/** 500 KiB of the shortest rules: the largest index. */
const HEAVY = `User-agent: *\nDisallow: /private\n${'allow:/\n'.repeat(60_000)}`;

// Elsewhere only 127.0.0.1 is an address of loopback.
describe.runIf(platform() === 'linux')('one large file', () => {
  test('evicts no other, and is answered by all the same', async () => {
    const server = createServer({ keepAlive: false }, (_request, response) => {
      response.end('User-agent: *\nDisallow: /private\n');
    });
    onTestFinished(() => stop(server));
    const port = await listen(server, '0.0.0.0');
    const large = await startSite();
    onTestFinished(() => large.close());
    large.answer({ body: HEAVY });
    const client = newClient({ memoryOctets: 4 * MIB });
    await client.prefetch(Array.from({ length: 300 }, (_, i) => `http://${addressOf(i)}:${port}/`));
    expect(client.stats()).toMatchObject({ entries: 300, evictions: 0 });
    for (let i = 0; i < 3; i++) expect(await client.isAllowed(`${large.origin}/private`)).toBe(false);
    expect(client.stats()).toMatchObject({ entries: 301, evictions: 0 });
    expect(large.requests.length).toBe(1);
  });

  test('evicts no other either when it is explained', async () => {
    const small = await startSite();
    const large = await startSite();
    onTestFinished(async () => {
      await small.close();
      await large.close();
    });
    small.answer({ body: 'User-agent: *\nDisallow: /private\n' });
    large.answer({ body: HEAVY });
    const client = newClient({ memoryOctets: 100 * MIB });
    await client.isAllowed(small.origin);
    await client.isAllowed(large.origin);
    expect(client.stats()).toMatchObject({ entries: 2, evictions: 0 });
    expect(await client.check(`${large.origin}/private`)).toMatchObject({
      reason: 'disallow-rule',
      verdict: { rule: { line: 2 } },
    });
    expect(client.stats()).toMatchObject({ entries: 2, evictions: 0 });
    expect(large.requests.length).toBe(1);
  });
});

test('by default, thousands of sites in turn all stay known', async () => {
  const client = newClient();
  const sites = Array.from({ length: 11_000 }, (_, i) => `http://site-${i}.example/`);
  for (const site of sites) await client.put(site, '', { status: 404 });
  expect(sites.filter((site) => client.peek(site) === undefined)).toEqual([]);
  const { entries, evictions, octets } = client.stats();
  expect({ entries, evictions }).toEqual({ entries: 11_000, evictions: 0 });
  expect(octets).toBeLessThan(16 * MIB);
});

test('a delay is worked out once for each file', async () => {
  const site = await startSite();
  onTestFinished(() => site.close());
  site.answer({ body: `User-agent: ExampleBot\nCrawl-delay: 7\n${'Disallow: /some/path\n'.repeat(20_000)}` });
  const client = newClient();
  expect(await client.crawlDelay(site.origin)).toBe(7);
  const before = process.cpuUsage();
  for (let i = 0; i < 1000; i++) expect(await client.crawlDelay(site.origin)).toBe(7);
  const { user, system } = process.cpuUsage(before);
  // Computed again each time, it would take seconds; the bound is the time of a few.
  const once = process.cpuUsage();
  await client.refresh(site.origin);
  await client.crawlDelay(site.origin);
  const again = process.cpuUsage(once);
  expect(user + system).toBeLessThan(50 * (again.user + again.system));
});
