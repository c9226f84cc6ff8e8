/** The table `pages`: which captures are pages, and what they say about themselves to each crawler. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type RowOf, type SurveyOptions, type SurveyRow, survey } from '../src/index.js';
import { inChunks } from './support/read.js';
import { capture, type RecordParts, record, response } from './support/warc-writer.js';

type Row = RowOf<'pages'>;

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
const AGENTS = { agents: ['ExampleBot'] };

/** A record of a page. Headers of the same name are pairs. */
function page(
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = HTML,
  { status = '200 OK', ...parts }: Partial<RecordParts> & { status?: string } = {},
): Buffer {
  return record({
    url: 'https://a.example/page',
    content: response(body, { status, headers }),
    ...parts,
    fields: { 'Content-Type': 'application/http; msgtype=response', ...parts.fields },
  });
}

const meta = (content: string, name = 'robots') =>
  `<!doctype html><meta name="${name}" content="${content}">`;

async function itemsOf(octets: Uint8Array, options: SurveyOptions, size?: number): Promise<SurveyRow[]> {
  const items: SurveyRow[] = [];
  for await (const item of survey(inChunks(octets, size), options)) items.push(item);
  return items;
}

async function rowsOf(octets: Uint8Array, options: SurveyOptions = AGENTS, size?: number): Promise<Row[]> {
  const items = await itemsOf(octets, { tables: ['pages'], ...options }, size);
  return items.flatMap((item) => (item.table === 'pages' ? [item.row] : []));
}

test('a row has where the page is from, what it says, and where', async () => {
  const head = { ...HTML, 'X-Robots-Tag': 'noarchive, max-snippet: 50', 'Content-Usage': 'train-ai=n' };
  const body = `${meta('noai, max-snippet:20, noml')}<meta name="examplebot" content="unavailable_after: 2020-09-21, noindex:1">`;
  const [first, second] = [page('<p>'), page(body, head, { status: '404 Not Found' })];
  const octets = Buffer.concat([first, second]);
  const [, row] = await rowsOf(octets);
  expect(row).toEqual({
    source: 'input',
    inputOffset: first.length,
    offsetInMember: 0,
    url: 'https://a.example/page',
    authority: 'https://a.example',
    fetchedAt: '2026-11-01T00:00:00.000Z',
    datePrecision: 'second',
    httpStatus: 404,
    contentType: 'text/html; charset=utf-8',
    octets: body.length,
    truncated: false,
    headerUsage: ['content-usage:train-ai=disallowed'],
    agent: 'ExampleBot',
    ...{ inHeader: true, inMeta: true, noindex: false, nofollow: false, indexifembedded: false },
    ...{ nosnippet: false, noarchive: true, nocache: false, notranslate: false, noimageindex: false },
    ...{ noai: true, noimageai: false, maxSnippet: 20, maxImagePreview: null, maxVideoPreview: null },
    unavailableAfter: '2020-09-21T00:00:00.000Z',
    directives: [
      ...['header:*:noarchive', 'header:*:max-snippet=50', 'meta:*:noai', 'meta:*:max-snippet=20'],
      'meta:examplebot:unavailable_after=2020-09-21',
    ],
    unknownDirectives: ['meta:*:noml', 'meta:examplebot:noindex=1'],
  });
  // However the octets are cut.
  expect(await rowsOf(octets, AGENTS, 7)).toEqual(await rowsOf(octets));
});

test('a long directive is not cut within a character, and a date after the year 9999 is its end', async () => {
  const long = ['', 'x'].map((start) => `${start}${'\u{1f600}'.repeat(200)}`);
  const [row] = await rowsOf(page(meta(['unavailable_after: 9999-12-31T23:00:00-02:00', ...long].join(','))));
  expect(row?.unavailableAfter).toBe('9999-12-31T23:59:59.999Z');
  expect(row?.unknownDirectives.map((text) => /\p{Surrogate}/u.test(text))).toEqual([false, false]);
});

test('each crawler has a row of its own, with the directives for it', async () => {
  const octets = page(`${meta('nofollow')}${meta('noindex', 'Googlebot')}${meta('noarchive', 'gptbot')}`);
  const agents = ['*', 'GPTBot', { crawler: 'Googlebot-News' }, { crawler: 'AdsBot-Google' }] as const;
  const rows = await rowsOf(octets, { agents });
  expect(rows.map(({ agent, directives }) => [agent, ...directives])).toEqual([
    ['*', 'meta:*:nofollow'],
    ['GPTBot', 'meta:*:nofollow', 'meta:gptbot:noarchive'],
    ['Googlebot-News', 'meta:*:nofollow', 'meta:googlebot:noindex'],
    ['AdsBot-Google'],
  ]);
});

test('repeated header fields stay apart, in WARC and in NDJSON', async () => {
  const tags =
    'X-Robots-Tag: otherbot: noindex\r\nx-robots-tag: nofollow,\r\n  noarchive\r\nX-Robots-Tag : noai';
  const content = `HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n${tags}\r\n\r\nX-Robots-Tag: noindex`;
  const warc = page('', HTML, { url: 'https://a.example/a.pdf', content });
  const [row] = await rowsOf(warc);
  expect(row.directives).toEqual(['header:*:nofollow', 'header:*:noarchive', 'header:*:noai']);
  const headers = { 'X-ROBOTS-TAG': ['otherbot: noindex', 'nofollow', 'noarchive, noai'] };
  const line = JSON.stringify({ url: 'https://a.example/a.pdf', headers, status: 200 });
  const [ofLine] = await rowsOf(Buffer.from(line));
  expect(ofLine.directives).toEqual(row.directives);
});

test.each<[string, Buffer, boolean]>([
  ['HTML', page('<p>', { 'Content-Type': 'TEXT/HTML' }), true],
  ['XHTML', page('<html>', { 'Content-Type': 'application/xhtml+xml' }), true],
  ['octets that are HTML, without a type', page('<!doctype html><p>', {}), true],
  ['other octets without a type', page('hello', {}), false],
  ['plain text that looks like HTML', page('<!doctype html><p>', { 'Content-Type': 'text/plain' }), false],
  ['a picture', page('GIF', { 'Content-Type': 'image/gif' }), false],
  ['a picture with X-Robots-Tag', page('', { 'Content-Type': 'image/gif', 'X-Robots-Tag': 'noai' }), true],
  ['a file with Content-Usage', page('{}', { 'Content-Usage': 'search=n' }), true],
  ['a redirect with HTML', page('<p>', { ...HTML, Location: '/b' }, { status: '301 Moved' }), true],
  ['a resource', record({ type: 'resource', url: 'https://a.example/', content: '<p>', fields: HTML }), true],
  ['a request', page('<p>', HTML, { type: 'request' }), false],
  ['a robots.txt, even if it is HTML', page('<p>', HTML, { url: 'https://a.example/robots.txt' }), false],
])('whether it is a page: %s', async (_, octets, isPage) => {
  expect(await rowsOf(octets)).toHaveLength(isPage ? 1 : 0);
  expect(await rowsOf(octets, { ...AGENTS, all: true })).toHaveLength(isPage ? 1 : 0);
});

test('a page that the archive found to be HTML is read, whatever the response says', async () => {
  const fields = { 'WARC-Identified-Payload-Type': 'text/html' };
  const octets = page(meta('noindex'), { 'Content-Type': 'text/plain' }, { fields });
  expect(await rowsOf(octets)).toMatchObject([{ noindex: true, contentType: 'text/html' }]);
});

test('a revisit has the page that it refers to, and its own headers', async () => {
  const fields = { 'WARC-Payload-Digest': 'sha1:ABC' };
  const octets = Buffer.concat([
    page(meta('noindex'), HTML, { fields }),
    page('', { ...HTML, 'X-Robots-Tag': 'noai' }, { type: 'revisit', fields }),
  ]);
  expect(await rowsOf(octets)).toMatchObject([
    { noindex: true, noai: false },
    { noindex: true, noai: true, octets: meta('noindex').length },
  ]);
});

test('a page that is compressed, and in another encoding', async () => {
  const text = `\ufeff${meta('noindex')}`;
  const body = gzipSync(Buffer.from(text, 'utf16le'));
  const headers = { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' };
  expect(await rowsOf(page(body, headers))).toMatchObject([{ noindex: true, truncated: false }]);
});

test('a page is truncated above 2 MiB, if the archive cut it off, and with more directives than are read', async () => {
  const long = `${meta('noai')}${' '.repeat(2 * 1024 * 1024)}${meta('noindex')}`;
  expect(await rowsOf(page(long))).toMatchObject([{ noai: true, noindex: false, truncated: true }]);
  const cut = page(meta('noai'), HTML, { fields: { 'WARC-Truncated': 'length' } });
  expect(await rowsOf(cut)).toMatchObject([{ noai: true, truncated: true }]);
  const many = (count: number) => page(`${meta('noml,'.repeat(count))}${meta('noindex')}`);
  const [whole] = await rowsOf(many(9_999));
  expect(whole).toMatchObject({ noindex: true, truncated: false });
  expect(whole.unknownDirectives).toHaveLength(100);
  expect(await rowsOf(many(10_000))).toMatchObject([{ noindex: false, truncated: true }]);
});

test('hostile values: any number of digits, and names of any length', async () => {
  const digits = `max-snippet:${'9'.repeat(30)}, max-video-preview:${'9'.repeat(400)}`;
  const [row] = await rowsOf(page(meta(`${digits}, ${'x'.repeat(5000)}`)));
  expect(row).toMatchObject({ maxSnippet: Number.MAX_SAFE_INTEGER, maxVideoPreview: null });
  expect(row.unknownDirectives.map((text) => text.length)).toEqual([200]);
});

test('the other tables have robots.txt files alone, unless all URLs are asked for', async () => {
  const octets = Buffer.concat([
    capture('a.example', 'User-agent: *\nDisallow: /'),
    page(meta('noindex')),
    capture('b.example', ''),
  ]);
  const tables = ['captures', 'verdicts', 'pages'] as const;
  const urls = async (options: SurveyOptions) =>
    (await itemsOf(octets, { tables, ...options })).map(
      ({ table, row }) => `${table} ${'url' in row ? row.url : ''}`,
    );
  expect(await urls({})).toEqual([
    'captures https://a.example/robots.txt',
    'verdicts https://a.example/robots.txt',
    'pages https://a.example/page',
    'captures https://b.example/robots.txt',
    'verdicts https://b.example/robots.txt',
  ]);
  expect(await urls({ all: true })).toContain('verdicts https://a.example/page');
});
