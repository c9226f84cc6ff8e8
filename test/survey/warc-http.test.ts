/** The HTTP messages of WARC records: transfer and content codings, and status lines. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
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

  test.each([
    ['HTTP/2 404', 404],
    ['HTTP/1.0 301 Moved', 301],
    ['http/1.1 200', 200],
  ])('the status of %s', async (line, status) => {
    const [item] = await captures(record({ content: `${line}\r\n\r\n` }));
    expect(item).toMatchObject({ status });
  });
});
