/** `pageUsage`: which statements are about which use, which of them decide, and where they are. */
import { expect, test } from 'vitest';
import { parseSync } from '../parse.js';
import {
  CONTENT_USES,
  type ContentUse,
  type PageDirectivesOptions,
  pageDirectives,
  pageUsage,
} from './index.js';

const AGENT = { agents: 'ExampleBot' };
const NOTHING_STATED = { preference: 'unknown', reasons: [] };

async function uses(
  robotsTxt: string,
  given: Omit<PageDirectivesOptions, 'agents' | 'crawler'> = {},
  header?: string,
) {
  const usage = parseSync(robotsTxt).usage('ExampleBot', '/page', header === undefined ? {} : { header });
  return pageUsage(usage, await pageDirectives({ ...AGENT, ...given }));
}

/** The preference and the reasons of a use, in short. */
async function about(use: ContentUse, ...given: Parameters<typeof uses>): Promise<string[]> {
  const { preference, reasons } = (await uses(...given))[use];
  return [preference, ...reasons.map(({ source, line, statement }) => `${line ?? source} ${statement}`)];
}

const group = (...records: string[]) => ['User-agent: *', 'Allow: /', ...records].join('\n');

test('a page about which nothing is stated', async () => {
  const expected = Object.fromEntries(CONTENT_USES.map((use) => [use, NOTHING_STATED]));
  expect(await uses('')).toEqual(expected);
  expect(await uses(group('Content-Usage: train-ai', 'Content-Signal: ai-train=maybe'))).toEqual(expected);
  const html = '<meta name="robots" content="all, index, max-snippet:50, noai:yes, unheard-of">';
  expect(await uses('', { headers: { 'Content-Usage': '"', 'X-Robots-Tag': 'other: noai' }, html })).toEqual(
    expected,
  );
});

test('robots.txt, both headers and the page: all that disallow decide', async () => {
  const robotsTxt = group('Content-Usage: train-ai=n', 'Content-Signal: ai-train=no, search=yes');
  const headers = { 'Content-Usage': ['train-ai=n', 'search=y'], 'X-Robots-Tag': 'examplebot: noai' };
  const html = '<meta name="robots" content="noai"><meta name="ExampleBot" content="none">';
  expect(await about('train-ai', robotsTxt, { headers, html })).toEqual([
    'disallowed',
    '3 Content-Usage: train-ai=n',
    'header Content-Usage: train-ai=n',
    '4 Content-Signal: ai-train=no',
    'header X-Robots-Tag: examplebot: noai',
    'meta robots: noai',
  ]);
  expect(await about('search', robotsTxt, { headers, html })).toEqual([
    'disallowed',
    'meta examplebot: none',
  ]);
  expect(await about('search', robotsTxt, { headers })).toEqual([
    'allowed',
    'header Content-Usage: search=y',
    '4 Content-Signal: search=yes',
  ]);
});

test('one that disallows decides against those that allow', async () => {
  const allowing = group('Content-Usage: train-ai=y', 'Content-Signal: ai-train=yes');
  expect(await about('train-ai', allowing)).toEqual([
    'allowed',
    '3 Content-Usage: train-ai=y',
    '4 Content-Signal: ai-train=yes',
  ]);
  const headers = { 'Content-Usage': 'train-ai=n' };
  const byHeader = ['disallowed', 'header Content-Usage: train-ai=n'];
  expect(await about('train-ai', allowing, { headers })).toEqual(byHeader);
  expect(await about('train-ai', allowing, { headers }, 'train-ai=n')).toEqual(byHeader);
  expect(await about('train-ai', allowing, {}, 'train-ai=n')).toEqual(byHeader);
  const signal = group('Content-Usage: train-ai=y', 'Content-Signal: ai-train=no');
  expect(await about('train-ai', signal)).toEqual(['disallowed', '4 Content-Signal: ai-train=no']);
});

test.each<[string, ContentUse[]]>([
  ['noai', ['train-ai', 'train-ai-images']],
  ['noimageai', ['train-ai-images']],
  ['nosnippet', ['ai-input', 'snippet']],
  ['max-snippet: 0', ['ai-input', 'snippet']],
  ['max-snippet: 1', []],
  ['noindex', ['search']],
  ['none', ['search']],
  ['noimageindex', ['image-search']],
  ['noarchive', ['archive']],
  ['nocache', ['archive']],
  ['notranslate', ['translation']],
  ['nofollow', []],
])('%s disallows %j', async (directive, disallowed) => {
  const found = await uses('', { headers: { 'X-Robots-Tag': directive } });
  expect(CONTENT_USES.filter((use) => found[use].preference !== 'unknown')).toEqual(disallowed);
  for (const use of disallowed) {
    expect(found[use]).toEqual({
      preference: 'disallowed',
      reasons: [{ source: 'header', line: null, statement: `X-Robots-Tag: ${directive}` }],
    });
  }
});

test.each<[string, ContentUse[]]>([
  ['Content-Usage: train-ai=n', ['train-ai', 'train-ai-images']],
  ['Content-Usage: ai-use=n', ['ai-input']],
  ['Content-Usage: search=n', ['search']],
  ['Content-Signal: ai-train=no', ['train-ai', 'train-ai-images']],
  ['Content-Signal: ai-input=no', ['ai-input']],
  ['Content-Signal: search=no', ['search']],
])('%s in robots.txt is about %j', async (record, disallowed) => {
  const found = await uses(group(record));
  expect(CONTENT_USES.filter((use) => found[use].preference === 'disallowed')).toEqual(disallowed);
});

test('every use of a page that the crawler may not fetch is disallowed', async () => {
  const found = await uses('User-agent: *\nDisallow: /page', { headers: { 'Content-Usage': 'train-ai=y' } });
  const reasons = [{ source: 'robots.txt', line: 2, statement: 'Disallow: /page' }];
  expect(found).toEqual(
    Object.fromEntries(CONTENT_USES.map((use) => [use, { preference: 'disallowed', reasons }])),
  );
});

test('a directive below thousands of others decides, and is a reason', async () => {
  const html = `<meta name="robots" content="${'unheard-of,'.repeat(5000)}max-snippet:5,max-snippet:0,none,noai,noai">`;
  expect(await about('train-ai', '', { html })).toEqual(['disallowed', 'meta robots: noai']);
  expect(await about('snippet', '', { html })).toEqual(['disallowed', 'meta robots: max-snippet: 0']);
  expect(await about('search', '', { html })).toEqual(['disallowed', 'meta robots: none']);
});

test('by the older vocabulary, the header is read by it, too', async () => {
  const usage = parseSync('').usage('ExampleBot', '/', { vocabulary: 'vocab-07' });
  const page = await pageDirectives({ ...AGENT, headers: { 'Content-Usage': 'train-ai=n, ai-use=n' } });
  const found = pageUsage(usage, page);
  expect(found['train-ai'].preference).toBe('disallowed');
  expect(found['ai-input']).toEqual(NOTHING_STATED);
});

test('the headers may be an iterable that is read only once', async () => {
  function* fields(): Generator<[string, string]> {
    yield ['content-type', 'text/html; charset=utf-8'];
    yield ['x-robots-tag', 'noai'];
    yield ['content-usage', 'search=n'];
  }
  const found = await uses('', { headers: fields() });
  expect(CONTENT_USES.filter((use) => found[use].preference === 'disallowed')).toEqual([
    'train-ai',
    'train-ai-images',
    'search',
  ]);
});

test('a site without a robots.txt', async () => {
  const page = await pageDirectives({
    ...AGENT,
    headers: { 'Content-Usage': 'ai-use=n', 'X-Robots-Tag': 'noai' },
  });
  for (const none of [null, undefined]) {
    const found = pageUsage(none, page);
    expect(CONTENT_USES.filter((use) => found[use].preference === 'disallowed')).toEqual([
      'train-ai',
      'train-ai-images',
      'ai-input',
    ]);
    expect(found.search).toEqual(NOTHING_STATED);
  }
});
