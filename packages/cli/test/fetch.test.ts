import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { SQLITE_NEED } from '../../../test/support/needs.js';
import { useCommand } from './support/command.js';
import { CLOSED_ORIGIN, useSites } from './support/sites.js';

const command = useCommand();
const site = useSites();

const BODY = '\ufeffUser-agent: *\r\nDisallow: /private/\r\nnonsense\r\nSitemap: https://a.example/s.xml';
const FILE = { headers: { 'content-type': 'text/plain', etag: '"1"', 'x-other': 'no' }, body: BODY };

/** The lines of a row of the text output. */
function row(stdout: string, name: string): string | undefined {
  return new RegExp(`^  ${name.padEnd(12)}(.*(?:\n {14}.*)*)`, 'm').exec(stdout)?.[1];
}

describe('text', () => {
  test('a file', async () => {
    const one = await site(FILE);
    const { code, stdout, stderr } = await command.run(['fetch', `${one.origin}/a/b?c`]);
    expect(stdout.split('\n')[0]).toBe(`${one.origin}/robots.txt, under rfc9309`);
    expect(row(stdout, 'outcome')).toBe('success');
    expect(row(stdout, 'meaning')).toBe('the rules of the file apply');
    expect(row(stdout, 'status')).toBe('200');
    expect(row(stdout, 'redirects')).toBeUndefined();
    expect(row(stdout, 'timings')).toMatch(/^connected after .*, headers after .*, body in .*, total /);
    expect(row(stdout, 'headers')).toMatch(/content-type: text\/plain\n +etag: "1"\n/);
    expect(stdout).not.toContain('x-other');
    expect(row(stdout, 'file')).toMatch(
      new RegExp(`^${Buffer.byteLength(BODY)} bytes, 4 lines, 1 group, 1 sitemap\n.*see robotstream lint `),
    );
    expect(row(stdout, 'user-agent')).toMatch(/^robotstream\/\d/);
    expect(stdout).not.toContain('Disallow');
    expect([code, stderr]).toEqual([0, '']);
  });

  test('the name of another operator’s crawler: not sent by default, and a refusal proves nothing', async () => {
    const { origin } = await site({ status: 403, body: 'no' });
    const own = await command.run(['fetch', origin, '--agent', 'Googlebot', '--agent', 'FooBot/1.0']);
    expect(row(own.stdout, 'user-agent')).toMatch(/^FooBot\/1\.0 robotstream\/\d/);
    expect(row(own.stdout, 'note')).toBeUndefined();
    const made = await command.run([
      'fetch',
      origin,
      '--user-agent',
      'Mozilla/5.0 (compatible; Googlebot/2.1)',
    ]);
    expect(row(made.stdout, 'note')).toBe(
      'a 403 for a made-up Googlebot User-Agent proves nothing: sites know the real Googlebot by its address, and may refuse all others',
    );
  });

  test.each([
    ['html', 'an HTML page', Buffer.from('<!doctype html><p>Please log in.')],
    ['gzip', 'gzip', gzipSync(BODY)],
    ['utf-16le', 'text in UTF-16', Buffer.from(`\ufeff${BODY.slice(1)}`, 'utf16le')],
  ])('a file of the kind %s is named, also by check, in words and in JSON', async (kind, name, body) => {
    const { origin } = await site({ body });
    const told = `this is ${name}, not a robots.txt`;
    expect(row((await command.run(['fetch', origin])).stdout, 'meaning')).toContain(told);
    expect(JSON.parse((await command.run(['fetch', origin, '--json'])).stdout).kind).toBe(kind);
    const check = ['check', `${origin}/a`, '--agent', 'FooBot'];
    expect((await command.run(check)).stdout).toContain(told);
    expect(JSON.parse((await command.run([...check, '--json'])).stdout).kind).toBe(kind);
  });

  test('no file', async () => {
    const { origin } = await site({ status: 404, body: 'not here' });
    const { code, stdout } = await command.run(['fetch', origin]);
    expect([row(stdout, 'outcome'), row(stdout, 'meaning'), row(stdout, 'status')]).toEqual([
      'unavailable',
      'everything is allowed',
      '404',
    ]);
    expect(row(stdout, 'file')).toBeUndefined();
    expect(code).toBe(0);
  });

  test('a status that crawlers read differently', async () => {
    const { origin, requests } = await site({ status: 429 });
    const agents = ['--agent', 'GPTBot', '--agent', 'Googlebot'];
    const { code, stdout } = await command.run(['fetch', origin, ...agents]);
    expect(stdout.split('\n')[0]).toBe(
      `${origin}/robots.txt, under rfc9309, and as Googlebot reads it: google`,
    );
    expect([row(stdout, 'outcome'), row(stdout, 'meaning')]).toEqual([
      'unavailable',
      'everything is allowed\n              nothing is allowed, as Googlebot reads it: google',
    ]);
    expect([code, requests.length]).toEqual([1, 1]);
    const json = JSON.parse((await command.run(['fetch', origin, ...agents, '--json'])).stdout);
    expect(json).toMatchObject({ profile: 'rfc9309', outcome: 'unavailable', meaning: 'allow-all' });
    expect(json.readings).toEqual([
      { agents: ['Googlebot'], profile: 'google', outcome: 'unreachable', meaning: 'disallow-all' },
    ]);
    const named = await command.run(['fetch', origin, ...agents, '--profile', 'rfc9309']);
    expect([named.code, row(named.stdout, 'meaning')]).toEqual([0, 'everything is allowed']);
    const alone = await command.run(['fetch', origin, '--agent', 'Googlebot']);
    expect(alone.stdout.split('\n')[0]).toBe(`${origin}/robots.txt, as Googlebot reads it: google`);
    expect([alone.code, row(alone.stdout, 'meaning')]).toEqual([1, 'nothing is allowed']);
  });

  test('an unreachable file', async () => {
    const { origin } = await site({ status: 503, headers: { 'retry-after': '600' } });
    const { code, stdout } = await command.run(['fetch', origin]);
    expect([row(stdout, 'outcome'), row(stdout, 'meaning'), row(stdout, 'retry')]).toEqual([
      'unreachable',
      'nothing is allowed',
      'after 10 min, as the server asks',
    ]);
    expect(row(stdout, 'fault')).toBe(`server-error: ${origin}/robots.txt answered 503`);
    expect(code).toBe(1);
  });

  test('a server that is not there', async () => {
    const { code, stdout } = await command.run(['fetch', CLOSED_ORIGIN]);
    expect(row(stdout, 'fault')).toMatch(/^connect-failed: .*ECONNREFUSED/);
    expect(row(stdout, 'status')).toBeUndefined();
    expect(row(stdout, 'timings')).toMatch(/^no connection, no headers, total/);
    expect(code).toBe(1);
  });

  test('redirects, one per line', async () => {
    const last = await site(FILE);
    const second = await site({ status: 308, headers: { location: `${last.origin}/r.txt` } });
    const first = await site({ status: 302, headers: { location: second.origin } });
    const { code, stdout } = await command.run(['fetch', first.origin]);
    expect(row(stdout, 'redirects')?.split(/\n +/)).toEqual([
      `302 ${first.origin}/robots.txt -> ${second.origin}/`,
      `308 ${second.origin}/ -> ${last.origin}/r.txt`,
    ]);
    expect(code).toBe(0);
  });

  test('text from a server is shown as escapes', async () => {
    const { origin } = await site({ headers: { etag: '"\u009b31m"' } });
    const { stdout } = await command.run(['fetch', origin]);
    expect(row(stdout, 'headers')).toContain('etag: "\\x9b31m"');
  });
});

describe('--json', () => {
  test('the facts of a fetch', async () => {
    const packed = gzipSync(BODY);
    const one = await site((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed);
    });
    const { code, stdout, stderr } = await command.run(
      `fetch ${one.origin}/x --agent ExampleBot/2 --json --profile google`,
    );
    const facts = JSON.parse(stdout);
    expect(Object.keys(facts).join(' ')).toBe(
      'url robotsUrl finalUrl profile userAgent outcome meaning readings status fault faultMessage redirects octets lines truncated kind licenses encodedOctets headers timings retry provenance',
    );
    expect(facts).toMatchObject({
      url: `${one.origin}/x`,
      robotsUrl: `${one.origin}/robots.txt`,
      finalUrl: `${one.origin}/robots.txt`,
      profile: 'google',
      userAgent: expect.stringMatching(/^ExampleBot\/2 robotstream\/\d/),
      outcome: 'success',
      meaning: 'rules',
      status: 200,
      fault: null,
      faultMessage: null,
      redirects: [],
      octets: Buffer.byteLength(BODY),
      lines: 4,
      truncated: false,
      encodedOctets: packed.length,
      headers: { 'content-encoding': 'gzip' },
      timings: { connectMs: expect.any(Number), totalMs: expect.any(Number) },
      retry: null,
      provenance: null,
    });
    expect(one.requests[0]?.headers['user-agent']).toBe(facts.userAgent);
    expect([code, stderr]).toEqual([0, '']);
  });

  test('the facts of an unreachable file', async () => {
    const { code, stdout } = await command.run(['fetch', CLOSED_ORIGIN, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: 'unreachable',
      meaning: 'disallow-all',
      status: null,
      fault: 'connect-failed',
      faultMessage: expect.stringContaining('ECONNREFUSED'),
      octets: null,
      lines: null,
      headers: {},
      retry: { retryAfterMs: null },
    });
    expect(code).toBe(1);
  });
});

describe('--body', () => {
  test('only the octets of the file on standard output, the facts on standard error', async () => {
    const octets = Buffer.from('\xef\xbb\xbfUser-agent: caf\xe9\r\n\0\xff', 'latin1');
    const { origin } = await site((_, response) => response.end(octets));
    const { code, stdoutOctets, stderr } = await command.run(['fetch', origin, '--body']);
    expect(stdoutOctets.equals(octets)).toBe(true);
    expect(row(stderr, 'outcome')).toBe('success');
    expect(code).toBe(0);
  });

  test('with --json', async () => {
    const { origin } = await site(FILE);
    const { stdout, stderr } = await command.run(['fetch', origin, '--body', '--json']);
    expect(stdout).toBe(BODY);
    expect(JSON.parse(stderr)).toMatchObject({ outcome: 'success' });
  });

  test('prints nothing without a file', async () => {
    const { origin } = await site({ status: 404, body: 'not here' });
    const { code, stdout, stderr } = await command.run(['fetch', origin, '--body']);
    expect([code, stdout]).toEqual([0, '']);
    expect(row(stderr, 'outcome')).toBe('unavailable');
  });
});

test('--max-octets sets the limit', async () => {
  const { origin } = await site({ body: `User-agent: *\n${'#'.repeat(600_000)}\n` });
  const cut = await command.run(['fetch', origin]);
  expect(row(cut.stdout, 'file')).toMatch(/^512,000 bytes.*\n +cut at the parsing limit/);
  const whole = await command.run(['fetch', origin, '--json', '--max-octets', '700000']);
  expect(JSON.parse(whole.stdout)).toMatchObject({ octets: 600_015, truncated: false });
});

test.runIf(SQLITE_NEED.isMet)('--cache saves a second run the fetch, and keeps the file', async () => {
  const one = await site(FILE);
  const args = ['fetch', one.origin, '--cache', 'fetch.sqlite'];
  const first = await command.run([...args, '--json']);
  expect(JSON.parse(first.stdout)).toMatchObject({
    outcome: 'success',
    headers: null,
    timings: null,
    provenance: { source: 'fetch', freshness: 'fresh' },
  });
  await one.close();
  const second = await command.run([...args, '--body']);
  expect(second.stdout).toBe(BODY);
  expect(row(second.stderr, 'source')).toMatch(
    /from the cache, \d+ m?s old: success \(status 200\), fresh for/,
  );
  expect(second.code).toBe(0);
  expect(one.requests.length).toBe(1);
});

test.each(['example', '/path', 'mailto:a@b.c', 'http://', ''])(
  '%j is one line on stderr and exit code 2',
  async (url) => {
    const { code, stdout, stderr } = await command.run(['fetch', url]);
    expect(stderr).toMatch(/^robotstream: "[^"\n]*" is not an absolute http, https or ftp URL\n$/);
    expect([code, stdout]).toEqual([2, '']);
  },
);
