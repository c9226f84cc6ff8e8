import { describe, expect, test } from 'vitest';
import { octetsOf } from '../../test/support/octets.js';
import { LINE_LIMIT_OCTETS } from '../limits.js';
import { parseSync } from '../parse.js';
import { DocumentNodes } from './document-nodes.js';
import { takeOctets } from './document-reader.js';

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
  const nodes = new DocumentNodes(
    takeOctets(octetsOf(`user-agent: *\ndisallow: /\nsitemap: ${SITEMAP_URL}`)),
  );
  expect(nodes.sitemaps.map(({ line, url }) => [line, url])).toEqual([[3, SITEMAP_URL]]);
  expect(nodes.takeUnread()).not.toBeNull();
});

test('a sitemap shows octets of its own document', () => {
  const [first, second] = ['a', 'b'].map((name) => parseSync(`sitemap: /${name}`).sitemaps[0]);
  expect([first, second].map(({ field, value }) => `${field}=${value}`)).toEqual([
    'sitemap=/a',
    'sitemap=/b',
  ]);
});
