import { describe, expect, test } from 'vitest';
import { octetsOf } from '../../test/support/octets.js';
import { LINE_LIMIT_OCTETS } from '../limits.js';
import { parseSync } from '../parse.js';
import { takeOctets } from './collect.js';
import { sitemapsOf } from './node-classes.js';

const FILE = [
  'User-agent: FooBot # ours',
  'Crawl-delay: 5',
  'Disallow: /private',
  'Sitemap: https://example.com/a.xml',
].join('\n');

/** A text as data. */
function text(start: number, value: string): object {
  return { start, end: start + value.length, text: value };
}

const sitemap = {
  line: 4,
  field: text(60, 'Sitemap'),
  value: text(69, 'https://example.com/a.xml'),
  url: 'https://example.com/a.xml',
};
const crawlDelay = { line: 2, field: text(26, 'Crawl-delay'), value: text(39, '5'), name: 'crawl-delay' };
const group = {
  userAgents: [
    { line: 1, field: text(0, 'User-agent'), value: text(12, 'FooBot'), name: 'FooBot', usable: true },
  ],
  rules: [
    {
      line: 3,
      field: text(41, 'Disallow'),
      value: text(51, '/private'),
      directive: 'disallow',
      pattern: '/private',
    },
  ],
  extensions: [{ ...crawlDelay, userAgentCount: 1 }],
};
const comment = { line: 1, comment: text(19, '# ours'), text: 'ours' };

test('nodes written as JSON have every member', () => {
  const document = parseSync(FILE);
  expect(JSON.parse(JSON.stringify(document))).toEqual({
    size: FILE.length,
    lineCount: 4,
    truncated: false,
    byteOrderMark: 'none',
    groups: [group],
    sitemaps: [sitemap],
    licenses: [],
    otherRecords: [crawlDelay],
    comments: [comment],
    diagnostics: [],
  });
});

test('lists of nodes are made once', () => {
  const document = parseSync(FILE);
  const [first] = document.groups;
  expect(document.groups[0]).toBe(first);
  expect(document.groupAt(3)).toBe(first);
  expect(first.rules).toBe(first.rules);
  expect(first.userAgents).toBe(first.userAgents);
  expect(first.extensions[0]).toBe(first.extensions[0]);
  expect(document.sitemaps[0]).toBe(document.sitemaps[0]);
});

test('patterns are right in whatever order they are read', () => {
  const patterns = Array.from({ length: 300 }, (_, nth) => `/some/path/number/${nth}`);
  const file = `User-agent: *\n${patterns.map((path) => `Disallow: ${path}`).join('\n')}`;
  const read = (first: number, step: number): string[] => {
    const [{ rules }] = parseSync(file).groups;
    const found: string[] = [];
    for (let nth = first; nth in rules; nth += step) found.push(rules[nth].pattern);
    return found;
  };
  expect(read(0, 1)).toEqual(patterns);
  expect(read(patterns.length - 1, -1)).toEqual([...patterns].reverse());
});

const SITEMAP_URL = 'https://example.com/a.xml';

describe('sitemaps are the same before and after the lines of the file are read', () => {
  const files: [what: string, file: string | Uint8Array][] = [
    ['no sitemap', 'user-agent: *\ndisallow: /sitemap: /\n'],
    [
      'in and outside groups',
      `sitemap: ${SITEMAP_URL}\nuser-agent: *\nSITEMAP:${SITEMAP_URL}\nallow: /\n\tSitemap : ${SITEMAP_URL} # a`,
    ],
    ['CR and CRLF', `\r\rsitemap: ${SITEMAP_URL}\r\n\r\n sitemap: ${SITEMAP_URL}\r`],
    ['a byte order mark', `\ufeffsitemap: ${SITEMAP_URL}\n`],
    [
      'part of a byte order mark',
      Uint8Array.of(0xef, 0xbb, ...octetsOf(`sitemap: ${SITEMAP_URL}\nsitemap: /b`)),
    ],
    ['a misspelling', `site-map: ${SITEMAP_URL}\nsitemaps: ${SITEMAP_URL}\nsite map: ${SITEMAP_URL}`],
    ['no colon', `sitemap ${SITEMAP_URL}\nsitemap\n`],
    ['no value', `sitemap:\nsitemap: # ${SITEMAP_URL}\nsitemap:`],
    ['control octets', `sitemap: /a\0b\nsitemap: /a\x01\n\x01sitemap: /c\nsitemap\0: /d\nsitemap: /e`],
    ['past the line limit', `sitemap: /${'a'.repeat(LINE_LIMIT_OCTETS)}\nsitemap: ${SITEMAP_URL}`],
    [
      'invalid UTF-8',
      Uint8Array.of(...octetsOf('sitemap: /'), 0xff, 0x0a, ...octetsOf(`sitemap: ${SITEMAP_URL}`)),
    ],
  ];
  test.each(files)('%s', (_, file) => {
    const unread = parseSync(file);
    const read = parseSync(file);
    expect(read.lineCount).toBeGreaterThan(0);
    const found = JSON.parse(JSON.stringify(unread.sitemaps));
    expect(found).toEqual(JSON.parse(JSON.stringify(read.sitemaps)));
    // With places and a field of their own, whichever way they were found.
    for (const { field, value, url } of unread.sitemaps) {
      expect(field.text).toMatch(/^site-?map$/i);
      expect(value.text).toBe(url);
    }
  });
});

test('reading the sitemaps reads no other line', () => {
  const file = takeOctets(octetsOf(`user-agent: *\ndisallow: /\nsitemap: ${SITEMAP_URL}`));
  expect(sitemapsOf(file).map(({ line, url }) => [line, url])).toEqual([[3, SITEMAP_URL]]);
  expect(file.isUnused).toBe(true);
});

test('a sitemap shows octets of its own document', () => {
  const [first, second] = ['a', 'b'].map((name) => parseSync(`sitemap: /${name}`).sitemaps[0]);
  expect([first, second].map(({ field, value }) => `${field}=${value}`)).toEqual([
    'sitemap=/a',
    'sitemap=/b',
  ]);
});
