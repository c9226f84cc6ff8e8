/** Google's page, "File format" and "Syntax". */
import { describe, expect, test } from 'vitest';
import { parseSync } from '../../src/core.js';
import { concat, diagnosticsOf, judgeUnder, octets, read } from './judging.js';

const judge = judgeUnder('google');

describe('Google’s page, file format', () => {
  test.each([
    ['CR', '\r'],
    ['CR/LF', '\r\n'],
    ['LF', '\n'],
  ])('lines are separated by %s', (_, end) => {
    const body = ['user-agent: *', '', 'disallow: /a', 'allow: /a/b'].join(end);
    expect(judge(body, '/a')).toBe('disallow 3');
    expect(judge(body, '/a/b')).toBe('allow 4');
  });

  test('a byte order mark at the start is ignored', () => {
    expect(judge('\uFEFFuser-agent: *\ndisallow: /a', '/a')).toBe('disallow 2');
    expect(judge('user-agent: *\n\uFEFFdisallow: /a', '/a')).toBe('no rule');
  });

  test('invalid lines are ignored; the valid ones are used', () => {
    const body = 'hello\nuser-agent: *\nhello world of bots\n: /a\ndisallow: /a\n<br>\nallow: /a/b';
    expect(judge(body, '/a')).toBe('disallow 5');
    expect(judge(body, '/a/b')).toBe('allow 7');
  });

  test('rules in HTML are found', () => {
    const body = `<!DOCTYPE html>
<html lang="en"><head><title>robots: the file</title></head>
<body><pre>
User-agent: *
Disallow: /a
</pre></body></html>
`;
    expect(judge(body, '/a')).toBe('disallow 5');
    expect(diagnosticsOf(body)).toContain('1 looks-like-html');
  });

  test('HTML without rules restricts nothing', () => {
    expect(judge('<html><body><h1>404 Not Found</h1><p>Disallow: /</p></body></html>', '/')).toBe('no group');
  });

  test('lines that are not UTF-8 are reported; the others are used', () => {
    const body = concat('user-agent: *\n', octets('disallow: /\xE9\n'), 'disallow: /a');
    expect(judge(body, '/a')).toBe('disallow 3');
    expect(diagnosticsOf(body)).toEqual(['2 invalid-utf-8']);
  });

  describe('500 KiB', () => {
    const LIMIT_OCTETS = 512_000;
    const start = 'user-agent: *\ndisallow: /a\n';
    const upTo = (size: number, last: string) =>
      `${start}${'#'.padEnd(size - start.length - last.length - 1)}\n${last}`;

    test('rules within the limit are used', () => {
      const body = upTo(LIMIT_OCTETS, 'disallow: /b');
      expect(new TextEncoder().encode(body)).toHaveLength(LIMIT_OCTETS);
      expect(judge(body, '/b')).toBe('disallow 4');
      expect(parseSync(body).truncated).toBe(false);
    });

    test('rules beyond the limit are ignored', () => {
      const body = upTo(LIMIT_OCTETS, 'disallow: /b\ndisallow: /').concat('x\ndisallow: /c');
      expect(judge(body, '/b')).toBe('disallow 4');
      expect(judge(body, '/c')).toBe('no rule');
      expect(judge(body, '/a')).toBe('disallow 2');
      expect(parseSync(body).truncated).toBe(true);
    });
  });
});

describe('Google’s page, syntax: sitemap', () => {
  const body = `user-agent: otherbot
disallow: /kale

sitemap: https://example.com/sitemap.xml
sitemap: https://cdn.example.org/other-sitemap.xml
sitemap: https://ja.example.org/テスト-サイトマップ.xml
`;

  test('several, on other hosts, without URL encoding, in any letter case', () => {
    expect(read(body).sitemaps.map(({ line, url }) => [line, url])).toEqual([
      [4, 'https://example.com/sitemap.xml'],
      [5, 'https://cdn.example.org/other-sitemap.xml'],
      [6, 'https://ja.example.org/テスト-サイトマップ.xml'],
    ]);
    expect(read('Sitemap: https://example.com/Sitemap.XML').sitemaps[0]?.url).toBe(
      'https://example.com/Sitemap.XML',
    );
    expect(read(body).diagnostics).toEqual([]);
  });

  test('they belong to no user agent', () => {
    expect(read(body).groups.flatMap(({ extensions }) => extensions)).toEqual([]);
    expect(judge(body, '/kale', 'otherbot')).toBe('disallow 2');
    expect(judge(body, '/kale')).toBe('no group');
  });

  test('a value that is not a full URL is reported', () => {
    expect(diagnosticsOf('sitemap: /sitemap.xml\nsitemap: example.com/a.xml')).toEqual([
      '1 sitemap-not-absolute',
      '2 sitemap-not-absolute',
    ]);
  });
});
