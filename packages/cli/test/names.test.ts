/** Hosts, files and names of crawlers on the command line. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listen, stop } from '../../client/test/client/support/site.js';
import { siteUrl } from '../src/site-argument.js';
import { useCommand } from './support/command.js';

const command = useCommand();
const FILE = 'User-agent: Googlebot\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /\n';
const HEADER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

describe('an agent', () => {
  const check = (agent: string) => command.run(['check', '-', '/a', '--agent', agent], { input: FILE });

  test.each([
    ['Gogglebot', 'No crawler named "Gogglebot" is known; did you mean Googlebot?'],
    ['Claude-Web', 'Claude-Web is retired: its operator no longer uses it; Anthropic now uses ClaudeBot'],
  ])('%s gets a note, and an answer', async (agent, note) => {
    const { code, stdout, stderr } = await check(agent);
    expect(stderr).toContain(`robotstream: note: ${note}`);
    expect(stdout).toContain('allowed     /a');
    expect(code).toBe(0);
  });

  // One typing error in a short name, which lint does not take for a mistake of the file.
  test.each([
    ['Googelbot', 'Googlebot'],
    ['bingbt', 'bingbot'],
    ['GPTBto', 'GPTBot'],
    ['CCBott/2.0', 'CCBot'],
    ['Aplebot', 'Applebot'],
    ['Baidusipder', 'Baiduspider'],
  ])('%s gets a note of %s in each command', async (agent, meant) => {
    for (const args of [
      ['check', '-', '/a'],
      ['explain', '-', '/a'],
      ['explain', '-', '/a', '--readers'],
      ['agents', '-'],
      ['diff', '-', '--profiles', 'rfc9309,google'],
    ]) {
      const { code, stderr } = await command.run([...args, '--agent', agent], { input: FILE });
      expect([args[0], code === 2, stderr]).toEqual([
        args[0],
        false,
        expect.stringContaining(`did you mean ${meant}?\n`),
      ]);
    }
  });

  test('that is a User-Agent header stands for its product token', async () => {
    const { code, stdout, stderr } = await check(HEADER);
    expect(stderr).toContain('This is a User-Agent header. Its product token is Googlebot.');
    expect(stdout).toContain('for Googlebot, as Googlebot reads it');
    expect(code).toBe(1);
  });

  test('that is the header of a browser is refused', async () => {
    const { code, stderr } = await check('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0.0.0');
    expect(stderr).toContain('This is the User-Agent header of a browser. It names no crawler.');
    expect(code).toBe(2);
  });

  test('that is known, or may be, gets no note', async () => {
    for (const agent of ['GPTBot', 'GPTBot/1.2', 'yandex', 'ExampleBot/2.1', 'MyBot', 'CCB', '*'])
      expect((await check(agent)).stderr).toBe('');
  });
});

test.each([
  [['chekc'], 'unknown command "chekc"; did you mean check? (see robotstream --help)'],
  [['check', '--agnet', 'a'], 'unknown option "--agnet"; did you mean --agent?'],
  [['lint', '-', '--format', 'sariff'], 'unknown format "sariff"; did you mean sarif? the formats are'],
  [['lint', '-', '--rule', 'group-spilt=off'], 'there is no rule "group-spilt"; did you mean group-split?'],
])('%j says what may be meant', async (args, message) => {
  const { code, stderr } = await command.run(args, { input: '' });
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

describe('expectations', () => {
  const expected = async (text: string) => {
    writeFileSync(join(command.folder, 'expected'), text);
    return command.run(['test', '-', 'expected'], { input: FILE });
  };

  test('of a name that may be misspelled get a note', async () => {
    const { stderr } = await expected('User-agent: Gogglebot\nAllow: /\n');
    expect(stderr).toContain('did you mean Googlebot?');
  });

  test('may be for a purpose in place of names', async () => {
    const { code, stdout } = await expected('Purpose: train\nDisallow: /\n');
    expect(stdout).not.toMatch(/disallow \/ for GPTBot/);
    expect(stdout).toMatch(/disallow \/ for ClaudeBot/);
    expect(code).toBe(1);
    const wrong = await expected('Purpose: trian\nDisallow: /\n');
    expect(wrong.stderr).toContain('there is no purpose "trian"; the purposes are train, search');
    expect(wrong.code).toBe(2);
  });
});

describe('a file that is no robots.txt', () => {
  test.each([
    [
      'a page',
      '<!doctype html>\n<title>x</title>\n',
      'this is an HTML page, not a robots.txt; crawlers read no rule in it',
    ],
    ['a picture', 'GIF89a\n\0\x01', 'this is a GIF image, not a robots.txt; crawlers read no rule in it'],
    [
      'a page with rules',
      '<html>\nUser-agent: *\nDisallow: /a\n',
      'this is an HTML page, not a robots.txt; crawlers read 1 rule in it all the same',
    ],
  ])('%s is told by each command', async (_, input, notice) => {
    for (const args of [
      ['check', '-', '/a', '--agent', '*'],
      ['explain', '-', '/a', '--agent', '*'],
      ['agents', '-'],
      ['lint', '-'],
      ['parse', '-'],
    ]) {
      const { stderr } = await command.run(args, { input });
      expect([args[0], stderr]).toEqual([args[0], expect.stringContaining(notice)]);
    }
  });

  test.each([
    [['check', '-', '/a', '--agent', '*', '--json']],
    [['explain', '-', '/a', '--agent', '*', '--json']],
    [['agents', '-', '--json']],
    [['explain', '-', '/a', '--readers', '--json']],
    [['explain', '-', '--readers', '--all', '--json']],
  ])('is the kind in each line that %j prints', async (args) => {
    const { stdout } = await command.run(args, { input: '<!doctype html>\n<title>x</title>\n' });
    const kinds = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).kind);
    expect(new Set(kinds)).toEqual(new Set(['html']));
  });

  test('is the kind of a side of a comparison', async () => {
    writeFileSync(join(command.folder, 'before.txt'), 'User-agent: *\nDisallow: /a\n');
    const { stdout } = await command.run(['diff', 'before.txt', '-', '--json'], { input: 'GIF89a\n\0\x01' });
    const { before, after } = JSON.parse(stdout);
    expect([before.kind, after.kind]).toEqual([null, 'gif']);
  });

  test('is one finding of lint', async () => {
    const { stdout } = await command.run(['lint', '-', '--format', 'json'], { input: 'GIF89a\n\0\x01' });
    expect(JSON.parse(stdout).files[0].findings.map(({ rule }: { rule: string }) => rule)).toEqual([
      'other-kind-of-file',
    ]);
  });
});

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
