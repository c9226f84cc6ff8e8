/** Google's page, "File format" and "Syntax", as a document shows them. The verdicts are in `conformance/google/file-format.json`. */
import { describe, expect, test } from 'vitest';
import { concat, diagnosticsOf, octets, read } from './judging.js';

describe('Google’s page, file format', () => {
  test('HTML is reported', () => {
    const body = '<!DOCTYPE html>\n<html><body><pre>\nUser-agent: *\nDisallow: /a\n</pre></body></html>\n';
    expect(diagnosticsOf(body)).toContain('1 looks-like-html');
  });

  test('lines that are not UTF-8 are reported', () => {
    const body = concat('user-agent: *\n', octets('disallow: /\xE9\n'), 'disallow: /a');
    expect(diagnosticsOf(body)).toEqual(['2 invalid-utf-8']);
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
  });

  test('a value that is not a full URL is reported', () => {
    expect(diagnosticsOf('sitemap: /sitemap.xml\nsitemap: example.com/a.xml')).toEqual([
      '1 sitemap-not-absolute',
      '2 sitemap-not-absolute',
    ]);
  });
});
