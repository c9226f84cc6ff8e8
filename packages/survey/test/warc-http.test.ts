/** The HTTP messages of WARC records: transfer and content codings, and status lines. */
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { captures } from './support/read.js';
import { CHUNKED_BODY, CHUNKED_HEADERS, record, response } from './support/warc-writer.js';

const RULES = 'User-agent: *\nDisallow: /a\n';

describe('HTTP messages', () => {
  const bodyOf = async (body: string | Uint8Array, headers: Readonly<Record<string, string>>) => {
    const [item] = await captures(record({ content: response(body, { headers }) }));
    return item;
  };
  test.each<[string, string | Uint8Array, Readonly<Record<string, string>>, string]>([
    ['chunked', CHUNKED_BODY, CHUNKED_HEADERS, 'User-agent:'],
    ['chunked in the header, and no longer in the body', RULES, CHUNKED_HEADERS, RULES],
    [
      'chunked, removed by the crawler',
      CHUNKED_BODY,
      { 'X-Crawl-Transfer-Encoding': 'chunked' },
      CHUNKED_BODY,
    ],
    ['gzip', gzipSync(RULES), { 'Content-Encoding': 'gzip' }, RULES],
    ['deflate', deflateSync(RULES), { 'Content-Encoding': 'deflate' }, RULES],
    ['Brotli', brotliCompressSync(RULES), { 'Content-Encoding': 'br' }, RULES],
    ['gzip in the header, and no longer in the body', RULES, { 'Content-Encoding': 'gzip' }, RULES],
    [
      'gzip, removed by the crawler',
      RULES,
      { 'X-Crawl-Content-Encoding': 'gzip', 'Content-Encoding': 'gzip' },
      RULES,
    ],
    ['an unknown coding', RULES, { 'Content-Encoding': 'pigeon' }, RULES],
  ])('%s', async (_, body, headers, text) => {
    expect(await bodyOf(body, headers)).toMatchObject({ text });
  });

  test.each<[string, string | Uint8Array, Readonly<Record<string, string>>]>([
    ['a chunk that is cut off', '20\r\nUser-agent:', CHUNKED_HEADERS],
    ['gzip that is cut off', gzipSync(RULES.repeat(1000)).subarray(0, 60), { 'Content-Encoding': 'gzip' }],
  ])('%s', async (_, body, headers) => {
    const item = await bodyOf(body, headers);
    expect(item).toMatchObject({ status: 200 });
  });

  test('a body with an endless number of octets between its codings is not decoded to its end', async () => {
    const EMPTY_BLOCK = Buffer.of(0, 0, 0, 0xff, 0xff);
    const between = (blocks: number) =>
      Buffer.concat([...Array<Buffer>(blocks).fill(EMPTY_BLOCK), deflateRawSync(RULES)]);
    const headers = { 'Content-Encoding': 'deflate, br' };
    expect(await bodyOf(brotliCompressSync(between(1000)), headers)).toMatchObject({ text: RULES });
    const endless = brotliCompressSync(between(4_000_000), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
    });
    expect(await bodyOf(endless, headers)).toMatchObject({ text: endless.toString() });
  });

  test.each([
    ['HTTP/2 404', 404],
    ['HTTP/1.0 301 Moved', 301],
    ['http/1.1 200', 200],
  ])('the status of %s', async (line, status) => {
    const [item] = await captures(record({ content: `${line}\r\n\r\n` }));
    expect(item).toMatchObject({ status });
  });

  test.each<[string, string, number, string]>([
    ['100', `HTTP/1.1 100 Continue\r\n\r\n${response(RULES)}`, 200, RULES],
    [
      '103 and 102',
      `HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 102 P\r\n\r\n${response(RULES)}`,
      200,
      RULES,
    ],
    ['103 without a final response', 'HTTP/1.1 103 Early\r\n\r\n', 103, ''],
    [
      '101, after which another protocol follows',
      `HTTP/1.1 101 Up\r\n\r\n${response('')}`,
      101,
      `${response('')}`,
    ],
  ])('interim responses are passed over: %s', async (_, content, status, text) => {
    expect(await captures(record({ content }))).toMatchObject([{ status, text }]);
  });

  test.each([
    [16, 200],
    [17, 100],
  ])('of %i interim responses, at most 16 are passed over', async (count, status) => {
    const content = `${'HTTP/1.1 100\r\n\r\n'.repeat(count)}${response(RULES)}`;
    expect(await captures(record({ content }))).toMatchObject([{ status }]);
  });

  const type = { 'Content-Type': 'application/http; msgtype=response' };
  test.each<[string, string, number | null]>([
    ['nothing', '', null],
    ['no status line', 'HTTP 200 OK\r\n\r\nDisallow: /', null],
    ['octets of TLS', '\x15\x03\x01\x00\x02\x02F', null],
    ['a header that does not end', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain', 200],
  ])('a record of HTTP with %s has no payload', async (_, content, status) => {
    expect(await captures(record({ content, fields: type }))).toMatchObject([{ status, text: null }]);
  });
});
