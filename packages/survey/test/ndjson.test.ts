import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { captures, urlsOf } from './support/read.js';

const RULES = 'User-agent: *\nDisallow: /a\n';
const URL_A = 'https://a.example/robots.txt';

const ndjson = (...lines: readonly unknown[]) =>
  Buffer.from(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));

describe('NDJSON', () => {
  test.each(['VXNlcg==', 'VXNl cg', 'VXNl\r\ncg==\r\n', 'V X N l c g', '\nVXNlcg=='])(
    'Base64 with and without padding and white space: %j',
    async (bodyBase64) => {
      expect(await captures(ndjson({ url: URL_A, bodyBase64 }))).toMatchObject([{ text: 'User' }]);
    },
  );

  test('a body as text, and as base64', async () => {
    const body = Buffer.from(RULES).toString('base64');
    const items = await captures(
      ndjson({ url: URL_A, status: 200, body: RULES }, { url: URL_A, bodyBase64: body }),
    );
    expect(items).toMatchObject([
      { status: 200, text: RULES, offset: 0 },
      { status: null, text: RULES },
    ]);
  });

  test('null is the same as a missing member', async () => {
    const nulls = { id: null, status: null, headers: null, body: null, bodyBase64: null, fetchedAt: null };
    const [missing, given] = await captures(ndjson({ url: URL_A }, { url: URL_A, ...nulls }));
    expect(given).toEqual({ ...missing, offset: expect.any(Number) });
  });

  test('a body in gzip, whose header says so', async () => {
    const bodyBase64 = gzipSync(RULES).toString('base64');
    const headers = { 'Content-Encoding': 'gzip', 'Transfer-Encoding': 'chunked' };
    expect(await captures(ndjson({ url: URL_A, headers, bodyBase64 }))).toMatchObject([{ text: RULES }]);
  });

  test('compressed, cut anywhere, with empty lines and CR LF', async () => {
    const file = gzipSync(
      Buffer.concat([ndjson({ url: URL_A, body: RULES }), Buffer.from('\r\n\r\n'), ndjson({ url: URL_A })]),
    );
    for (const size of [1, 7, 65_536]) {
      expect(await captures(file, { size })).toMatchObject([{ text: RULES }, { text: null }]);
    }
  });

  test.each<[unknown, string]>([
    ['{', 'is not JSON'],
    ['[]', '"url" is not a string'],
    [{ url: 1 }, '"url" is not a string'],
    [{ url: 'example.com/robots.txt' }, '"url" is "example.com/robots.txt"; an absolute URL is expected'],
    [{ url: URL_A, status: 1000 }, '"status"'],
    [{ url: URL_A, fetchedAt: 1 }, '"fetchedAt"'],
    [{ url: URL_A, headers: { a: 1 } }, '"headers"'],
    [{ url: URL_A, bodyBase64: '*' }, '"bodyBase64"'],
    ...['VXNlc', 'VXNlc\n\n\n', 'V==\n', 'VXNlcg===', 'V\u00fcNl'].map((bodyBase64): [unknown, string] => [
      { url: URL_A, bodyBase64 },
      '"bodyBase64"',
    ]),
    [{ url: URL_A, body: 1 }, '"body"'],
  ])('a line that is no capture is a fault, and reading goes on: %j', async (line, message) => {
    const items = await captures(ndjson({ url: URL_A }, line, { url: URL_A }));
    expect(items.map((item) => ('fault' in item ? item.fault : 'capture'))).toEqual([
      'capture',
      'not-a-capture',
      'capture',
    ]);
    expect(items[1]).toMatchObject({ message: expect.stringContaining(message) });
  });

  test('captures of other URLs are left out, unless all are wanted', async () => {
    const file = ndjson({ url: 'https://a.example/other' });
    expect(urlsOf(await captures(file))).toEqual([]);
    expect(urlsOf(await captures(file, { all: true }))).toHaveLength(1);
  });
});
