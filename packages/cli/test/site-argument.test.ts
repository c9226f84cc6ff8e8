/** Domains in place of URLs: which arguments are domains, and how the commands read them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listen, stop } from '../../client/test/client/support/site.js';
import { siteUrl } from '../src/site-argument.js';
import { useCommand } from './support/command.js';

const command = useCommand();

test.each([
  ['example.com', 'https://example.com/'],
  ['Example.COM', 'https://example.com/'],
  ['www.example.co.uk/a?b', 'https://www.example.co.uk/a?b'],
  ['example.com:8443', 'https://example.com:8443/'],
  ['example.com./', 'https://example.com./'],
  ['bücher.example', 'https://xn--bcher-kva.example/'],
  ['例え.テスト', 'https://xn--r8jz45g.xn--zckzah/'],
  ['xn--bcher-kva.example', 'https://xn--bcher-kva.example/'],
  ['a-b.1.museum#x', 'https://a-b.1.museum/#x'],
  ['localhost:8080', 'http://localhost:8080/'],
  ['localhost', 'http://localhost/'],
  ['127.0.0.1/a?b', 'http://127.0.0.1/a?b'],
  ['[::1]:3000', 'http://[::1]:3000/'],
])('%s is a site', (argument, url) => {
  expect(siteUrl(argument)).toBe(url);
});

test.each([
  '',
  '-',
  'robots.txt',
  'robots.TXT',
  'robots.staging',
  'shop.new.txt',
  './example.com',
  '/example.com',
  'a/example.com',
  'example',
  'example.c',
  'example.md',
  'example..com',
  '-a.com',
  'a-.com',
  'example.com:99999',
  'user@example.com',
  'https://example.com',
  'mailto:a@example.com',
  'C:\\robots.txt',
  'a b.com',
  'localhosts',
  '999.0.0.1',
  '[::1',
])('%j is no site', (argument) => {
  expect(siteUrl(argument)).toBeNull();
});

test('a long argument is recognized quickly', () => {
  expect(siteUrl(`${'a-'.repeat(100_000)}.com`)).toBeNull();
  expect(siteUrl(`${'a.'.repeat(100_000)}/`)).toBeNull();
});

afterEach(() => vi.unstubAllEnvs());

/** The connections that a command asks a proxy for. The proxy refuses them. */
async function connectionsOf(args: readonly string[]): Promise<string[]> {
  const asked: string[] = [];
  const proxy = createServer().on('connect', ({ url }, socket) => {
    asked.push(url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  const env = { HTTPS_PROXY: `http://127.0.0.1:${await listen(proxy, '127.0.0.1')}`, NO_PROXY: '' };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  await command.run(args, { env });
  await stop(proxy);
  return asked;
}

describe('commands', () => {
  test.each([
    ['agents', 'shop.invalid'],
    ['check', 'shop.invalid/a', '--agent', 'a'],
    ['diff', 'shop.invalid', 'shop.invalid'],
    ['explain', 'shop.invalid', '/a', '--agent', 'a'],
    ['fetch', 'shop.invalid'],
    ['lint', 'shop.invalid'],
    ['explain', 'shop.invalid', '/', '--readers'],
    ['test', 'shop.invalid', 'expected.txt'],
  ])('%s %s asks the site by https', async (...args) => {
    writeFileSync(join(command.folder, 'expected.txt'), 'User-agent: a\nAllow: /\n');
    expect(new Set(await connectionsOf(args))).toEqual(new Set(['shop.invalid:443']));
  });

  test('a file of that name is read, and a note says so', async () => {
    writeFileSync(join(command.folder, 'example.com'), 'User-agent: *\nDisallow: /\n');
    const { code, stderr } = await command.run(['check', 'example.com', '/', '--agent', 'a']);
    expect(stderr).toBe(
      'robotstream: note: reading the file example.com; for the site, write https://example.com/\n',
    );
    expect(code).toBe(1);
  });

  test('a file that is missing in a folder is a missing file', async () => {
    mkdirSync(join(command.folder, 'sites.example'));
    const { code, stderr } = await command.run(['lint', 'sites.example/shop.com']);
    expect([code, stderr]).toEqual([2, 'robotstream: sites.example/shop.com: no such file\n']);
  });

  test.each([
    ['robots.txt', 'robots.txt: no such file'],
    ['example.md', 'example.md: no such file; if a site is meant, write its URL: https://example.md'],
  ])('%s does not exist', async (name, message) => {
    const { code, stderr } = await command.run(['lint', name]);
    expect([code, stderr]).toEqual([2, `robotstream: ${message}\n`]);
  });

  test.each([
    ['check', 'example.com:99999', '/', '--agent', 'a'],
    ['check', 'example.com:99999', '--agent', 'a'],
    ['fetch', 'localhost:99999/a'],
    ['lint', '[::1]:99999'],
    ['diff', 'robots.txt', 'example.com:99999?b'],
  ])('%s %s has no such port', async (...args) => {
    const { code, stderr } = await command.run(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^robotstream: "[^"]*:99999[^"]*" has the port 99999; the largest port is 65535 \(/,
    );
  });

  test('URLs to judge may be domains, too', async () => {
    writeFileSync(join(command.folder, 'r.txt'), 'User-agent: *\nDisallow: /a\n');
    const run = await command.run(['check', 'r.txt', 'shop.example/a', '--agent', 'a', '--json']);
    expect(JSON.parse(run.stdout)).toMatchObject({ url: 'https://shop.example/a', allowed: false });
    const wrong = await command.run(['check', 'r.txt', 'a.html', '--agent', 'a']);
    expect(wrong.stderr).toMatch(/^robotstream: .*"a\.html" is not an absolute/);
  });
});
