/** Google's page, "File location and range of validity". */
import { describe, expect, test } from 'vitest';
import { robotsUrl, sameScope } from '../../src/core.js';

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
