/** `robotstream site`: all addresses of a site, over real sockets. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { addressesOf } from '../src/site/addresses.js';
import { useCommand } from './support/command.js';
import { useNamedHosts } from './support/named-hosts.js';
import { CLOSED_ORIGIN, useSites } from './support/sites.js';

const command = useCommand();
const site = useSites();
const namedHosts = useNamedHosts();
afterEach(() => vi.unstubAllEnvs());

const BODY = 'User-agent: *\nDisallow: /private/\n';
const host = (origin: string) => ['--host', origin];

describe('the addresses', () => {
  const origins = (given: string, ...hosts: string[]) =>
    addressesOf(given, hosts).map(({ origin, isGuess }) => (isGuess ? `(${origin})` : origin));

  test.each([
    [
      'example.com',
      'https://example.com http://example.com (https://www.example.com) (http://www.example.com)',
    ],
    [
      'www.example.com',
      'https://www.example.com http://www.example.com (https://example.com) (http://example.com)',
    ],
    [
      'https://example.com/page',
      'https://example.com http://example.com (https://www.example.com) (http://www.example.com)',
    ],
    ['example.com:8443', 'https://example.com:8443'],
    ['http://example.com:8080', 'http://example.com:8080'],
    ['localhost', 'https://localhost http://localhost'],
    ['localhost:3000', 'http://localhost:3000'],
    ['192.0.2.1:8080', 'http://192.0.2.1:8080'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['192.0.2.1', 'https://192.0.2.1 http://192.0.2.1'],
    ['http://[::1]:80/', 'https://[::1] http://[::1]'],
    [
      'bücher.example/',
      'https://xn--bcher-kva.example http://xn--bcher-kva.example (https://www.xn--bcher-kva.example) (http://www.xn--bcher-kva.example)',
    ],
  ])('of %s', (given, expected) => {
    expect(origins(given)).toEqual(expected.split(' '));
  });

  test('of further hosts come last, each once', () => {
    expect(origins('192.0.2.1', 'shop.example', 'http://192.0.2.1', 'https://shop.example')).toEqual([
      'https://192.0.2.1',
      'http://192.0.2.1',
      'https://shop.example',
      'http://shop.example',
    ]);
  });

  test.each(['', ' ', 'a b', 'ftp://example.com', 'user@example.com', 'example.com/path', 'https://', '/x'])(
    'are refused: %j',
    async (given) => {
      const { code, stderr } = await command.run(['site', '--', given]);
      expect(stderr).toMatch(
        /^robotstream: the site is .*; a host such as example\.com or an http or https URL/,
      );
      expect(code).toBe(2);
    },
  );

  test('are at most 50 hosts', () => {
    expect(() => addressesOf('a.example', Array(51).fill('b.example'))).toThrow(/51 times; 50 are the most/);
  });
});

test('redirects in a circle are a finding', async () => {
  const one = await site({ status: 302, headers: { location: '/robots.txt' } });
  const { code, stdout } = await command.run(['site', one.origin]);
  expect(stdout).toContain(
    `${one.origin}: its redirects lead to no robots.txt, so everything is allowed: ${one.origin}/robots.txt redirects in a loop`,
  );
  expect(code).toBe(1);
});

test('a domain is requested by http and https, with www and without', async () => {
  const one = await site({ body: BODY });
  const { env, asked } = await namedHosts({ 'shop.invalid:80': one.port });
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const { code, stdout } = await command.run(['site', 'shop.invalid', '--json'], { env });
  expect(new Set(asked)).toEqual(
    new Set(['shop.invalid:443', 'shop.invalid:80', 'www.shop.invalid:443', 'www.shop.invalid:80']),
  );
  const { addresses, findings } = JSON.parse(stdout);
  expect(addresses).toMatchObject([
    { url: 'https://shop.invalid', outcome: 'unreachable', file: null },
    { url: 'http://shop.invalid', status: 200, file: 'A' },
    { url: 'https://www.shop.invalid' },
    { url: 'http://www.shop.invalid' },
  ]);
  expect(findings[0]).toMatchObject({ code: 'unreachable', url: 'https://shop.invalid' });
  expect(code).toBe(1);
});

describe('the files', () => {
  test('that are the same everywhere are not a finding', async () => {
    const one = await site({ body: BODY });
    const moved = await site({ status: 301, headers: { location: `${one.origin}/robots.txt` } });
    const other = await site({ body: `# the same\r\n${BODY}` });
    const { code, stdout } = await command.run([
      'site',
      one.origin,
      ...host(moved.origin),
      ...host(other.origin),
    ]);
    const lines = stdout.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
    expect(lines.slice(0, 4)).toEqual([
      'address status file redirects to',
      `${one.origin} 200 A`,
      `${moved.origin} 301 200 A ${one.origin}/robots.txt`,
      `${other.origin} 200 B`,
    ]);
    expect(stdout).toContain('They differ only as text: every crawler may fetch the same URLs.\n');
    expect(stdout).toMatch(/\n\nNothing is wrong\.\n$/);
    expect(code).toBe(0);
  });

  test('that differ for a crawler are compared in words', async () => {
    const one = await site({ body: BODY });
    const staging = await site({ body: 'User-agent: *\nDisallow: /\n' });
    const { code, stdout } = await command.run(['site', one.origin, ...host(staging.origin)]);
    expect(stdout).toContain(`
* (all others)
  the whole site is closed
  closes  /
    - no rule matches, so it is allowed
    + line 2: disallow /
`);
    expect(stdout).toContain(
      `${staging.origin}/robots.txt: its rules differ from those of ${one.origin}/robots.txt\n1 finding.\n`,
    );
    expect(code).toBe(1);
  });

  test('a missing one is compared as a file that allows everything', async () => {
    const one = await site({ body: BODY });
    const none = await site({ status: 404 });
    const { code, stdout } = await command.run(['site', one.origin, ...host(none.origin), '--json']);
    const { addresses, files, findings } = JSON.parse(stdout);
    expect(addresses.map(({ file }: { file: string }) => file)).toEqual(['A', 'B']);
    expect(files[1]).toMatchObject({ exists: false, isEqual: false });
    expect(files[1].differences.crawlers[0].opens[0].path).toBe('/private/');
    expect(findings).toMatchObject([{ code: 'rules-differ' }]);
    expect(code).toBe(1);
  });

  test('an HTML page and an address that fails are findings', async () => {
    const page = await site({ body: '<!doctype html><title>x</title>' });
    const { code, stdout } = await command.run(['site', page.origin, ...host(CLOSED_ORIGIN), '--json']);
    expect(JSON.parse(stdout).findings).toMatchObject([
      { code: 'unreachable', url: CLOSED_ORIGIN },
      { code: 'not-a-robots-txt', message: 'it is an HTML page, not a robots.txt' },
    ]);
    expect(code).toBe(1);
  });
});

describe('sitemaps', () => {
  test('are requested, each once', async () => {
    const one = await site((request, response) => {
      const { origin } = one;
      if (request.url === '/robots.txt') {
        const names = [
          '/good.xml',
          `${origin}/good.xml`,
          `${origin}/gone.xml`,
          `${origin}/page`,
          'mailto:a@b.c',
        ];
        response.end(`${BODY}${names.map((name) => `Sitemap: ${name}\n`).join('')}`);
      } else if (request.url === '/good.xml') response.end('<?xml version="1.0"?><urlset/>');
      else if (request.url === '/page') response.end('<!doctype html>not here');
      else response.writeHead(404).end();
    });
    const { code, stdout } = await command.run(['site', one.origin, '--json']);
    const { sitemaps, findings } = JSON.parse(stdout);
    expect(sitemaps).toMatchObject([
      { url: `${one.origin}/good.xml`, files: ['A'], status: 200, kind: null },
      { url: `${one.origin}/gone.xml`, status: 404 },
      { url: `${one.origin}/page`, status: 200, kind: 'html' },
      { url: 'mailto:a@b.c', status: null, fault: 'not-a-url' },
    ]);
    expect(findings.map(({ code: what }: { code: string }) => what)).toEqual([
      'sitemap-unreachable',
      'sitemap-is-a-page',
      'sitemap-unreachable',
    ]);
    expect(code).toBe(1);
    const without = await command.run(['site', one.origin, '--no-sitemaps']);
    expect([without.code, without.stdout.includes('gone.xml')]).toEqual([0, false]);
  });

  test('of another host that is not public are not requested', async () => {
    const inward = await site({ body: '<urlset/>' });
    const one = await site({ body: `Sitemap: http://localhost:${inward.port}/s.xml\n` });
    const { stdout } = await command.run(['site', one.origin, '--json']);
    expect(JSON.parse(stdout).sitemaps).toMatchObject([{ status: null, fault: 'address-refused' }]);
    expect(inward.requests).toEqual([]);
  });

  test('beyond a hundred are counted', async () => {
    const one = await site((request, response) => {
      const names = Array.from({ length: 130 }, (_, i) => `Sitemap: /${i}.xml\n`).join('');
      response.end(request.url === '/robots.txt' ? names : '<urlset/>');
    });
    const { code, stdout } = await command.run(['site', one.origin]);
    expect(stdout).toContain('\nand 30 more sitemaps, not requested\n');
    expect([code, one.requests.length]).toEqual([0, 101]);
  });
});

test('a name without a site is wrong usage', async () => {
  const { code, stderr } = await command.run(['site']);
  expect([code, stderr]).toEqual([2, 'robotstream: no site is given (see robotstream site --help)\n']);
});
