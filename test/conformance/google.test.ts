/** Google’s page: what a case of `conformance/` cannot say. */
import { describe, expect, test } from 'vitest';
import { robotsUrl, sameScope } from '../../src/core.js';
import { concat, diagnosticsOf, groupsOf, octets, read } from './judging.js';

describe('Google’s page, "File format" and "Syntax", as a document shows them', () => {
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
});

describe('Google’s page', () => {
  describe('Google’s page, what is a robots.txt file: the example', () => {
    const body = `# This robots.txt file controls crawling of URLs under https://example.com.
# All crawlers are disallowed to crawl files in the "includes" directory, such
# as .css, .js, but Google needs them for rendering, so Googlebot is allowed
# to crawl them.
User-agent: *
Disallow: /includes/

User-agent: Googlebot
Allow: /includes/

Sitemap: https://example.com/sitemap.xml
`;

    test('the sitemap and the comments', () => {
      expect(read(body).sitemaps.map(({ url }) => url)).toEqual(['https://example.com/sitemap.xml']);
      expect(read(body).comments.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
    });
  });

  describe('Google’s page, grouping of lines and rules', () => {
    const body = `user-agent: a
disallow: /c

user-agent: b
disallow: /d

user-agent: e
user-agent: f
disallow: /g

user-agent: h
`;

    test('four groups', () => {
      expect(groupsOf(body, 'google')).toEqual([
        [['a'], [2]],
        [['b'], [5]],
        [['e', 'f'], [9]],
        [['h'], []],
      ]);
    });
  });

  describe('Google’s page, matching of user-agent fields', () => {
    const body = `user-agent: googlebot-news
disallow: /1

user-agent: *
disallow: /2

user-agent: googlebot
disallow: /3
`;

    test('selectAgent: the first of the preferences that the file names', () => {
      const profile = 'google';
      const named = 'user-agent: googlebot\ndisallow: /3\n\nuser-agent: *\ndisallow: /2';
      expect(read(body).selectAgent(['Googlebot-News', 'Googlebot'], { profile })).toBe('Googlebot-News');
      expect(read(named).selectAgent(['Googlebot-News', 'Googlebot'], { profile })).toBe('Googlebot');
      expect(read(named).selectAgent(['Storebot-Google', 'Otherbot'], { profile })).toBeUndefined();
      expect(() => read(named).selectAgent([], { profile })).toThrow(TypeError);
    });
  });
});

describe('Google’s page, "File location and range of validity"', () => {
  interface LocationRow {
    readonly robotsTxt: string;
    readonly validFor: readonly string[];
    readonly notValidFor: readonly string[];
  }

  /** The table, row by row: a robots.txt governs the URLs for which it is valid. */
  const LOCATION_TABLE: readonly LocationRow[] = [
    {
      robotsTxt: 'https://example.com/robots.txt',
      validFor: ['https://example.com/', 'https://example.com/folder/file'],
      notValidFor: ['https://other.example.com/', 'http://example.com/', 'https://example.com:8181/'],
    },
    {
      robotsTxt: 'https://www.example.com/robots.txt',
      validFor: ['https://www.example.com/'],
      notValidFor: ['https://example.com/', 'https://shop.www.example.com/', 'https://www.shop.example.com/'],
    },
    {
      robotsTxt: 'https://www.exämple.com/robots.txt',
      // The page lists xn--exmple-cua.com here: see below.
      validFor: ['https://www.exämple.com/', 'https://www.xn--exmple-cua.com/'],
      notValidFor: ['https://www.example.com/'],
    },
    {
      robotsTxt: 'ftp://example.com/robots.txt',
      validFor: ['ftp://example.com/'],
      notValidFor: ['https://example.com/'],
    },
    {
      robotsTxt: 'https://212.96.82.21/robots.txt',
      validFor: ['https://212.96.82.21/'],
      notValidFor: ['https://example.com/'],
    },
    {
      robotsTxt: 'https://example.com:443/robots.txt',
      validFor: ['https://example.com:443/', 'https://example.com/'],
      notValidFor: ['https://example.com:444/'],
    },
    {
      robotsTxt: 'https://example.com:8181/robots.txt',
      validFor: ['https://example.com:8181/'],
      notValidFor: ['https://example.com/'],
    },
  ];

  describe.each(LOCATION_TABLE)(
    'Google’s page, valid locations: $robotsTxt',
    ({ robotsTxt, validFor, notValidFor }) => {
      test.each(validFor)('is valid for %s', (url) => {
        expect(sameScope(robotsTxt, url)).toBe(true);
        expect(sameScope(new URL(robotsTxt), new URL(url))).toBe(true);
        expect(robotsUrl(url)).toBe(robotsUrl(robotsTxt));
      });

      test.each(notValidFor)('is not valid for %s', (url) => {
        expect(sameScope(robotsTxt, url)).toBe(false);
        expect(robotsUrl(url)).not.toBe(robotsUrl(robotsTxt));
      });
    },
  );

  describe('Google’s page, valid locations: https://example.com/folder/robots.txt', () => {
    test.each(['https://example.com/', 'https://example.com/folder/file', 'https://example.com/folder/'])(
      'is no robots.txt, and so not valid for %s',
      (url) => {
        expect(sameScope('https://example.com/folder/robots.txt', url)).toBe(false);
      },
    );

    test('it is governed like any other file', () => {
      expect(robotsUrl('https://example.com/folder/robots.txt')).toBe('https://example.com/robots.txt');
    });
  });

  describe('Google’s page, valid locations: departures', () => {
    // departs from Google's page: the row of www.exämple.com lists xn--exmple-cua.com as valid. By its own row on subdomains
    // that is another host, and the row means that an international name equals its punycode.
    test('www.exämple.com is not xn--exmple-cua.com, but exämple.com is', () => {
      expect(sameScope('https://www.exämple.com/robots.txt', 'https://xn--exmple-cua.com/')).toBe(false);
      expect(sameScope('https://exämple.com/robots.txt', 'https://xn--exmple-cua.com/')).toBe(true);
    });
  });

  describe('Google’s page, file location', () => {
    test.each([
      ['http://example.com:80/a', 'http://example.com/robots.txt'],
      ['https://example.com:443/a', 'https://example.com/robots.txt'],
      ['ftp://example.com:21/a', 'ftp://example.com/robots.txt'],
      ['http://example.com:443/a', 'http://example.com:443/robots.txt'],
      ['https://example.com:80/a', 'https://example.com:80/robots.txt'],
    ])('a standard port equals no port: %s has %s', (url, robotsTxt) => {
      expect(robotsUrl(url)).toBe(robotsTxt);
    });

    test.each(['mailto:a@example.com', 'file:///a', 'ws://example.com/a', 'gopher://example.com/'])(
      'HTTP, HTTPS and FTP are supported, and not %s',
      (url) => {
        expect(() => robotsUrl(url)).toThrow(TypeError);
      },
    );

    test('the name is case-sensitive', () => {
      expect(robotsUrl('https://example.com/Robots.TXT')).toBe('https://example.com/robots.txt');
    });
  });
});
