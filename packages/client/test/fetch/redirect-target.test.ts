/** Where a redirect leads. */
import { describe, expect, test } from 'vitest';
import { redirectTarget } from '../../src/fetch/redirects.js';

describe('a redirect leads', () => {
  const from = new URL('https://example.com/a/robots.txt');
  test.each<[string, string | string[] | undefined, string | null]>([
    ['to a path', '/b', 'https://example.com/b'],
    ['to a relative path', 'b', 'https://example.com/a/b'],
    ['to the first of two', ['/b', '/c'], 'https://example.com/b'],
    ['without user and fragment', 'https://u:p@example.org/b#c', 'https://example.org/b'],
    ['by FTP', 'ftp://example.org/b', 'ftp://example.org/b'],
    ['to UTF-8 octets', '/\xc3\xa9', 'https://example.com/%C3%A9'],
    ['to UTF-8 octets in the middle', '/\xc3\xa9/robots.txt', 'https://example.com/%C3%A9/robots.txt'],
    ['to text that was decoded already', '/\u01c3\u01a9', 'https://example.com/%C7%83%C6%A9'],
    ['to UTF-8 octets alone', '\xc3\xa9', 'https://example.com/a/%C3%A9'],
    ['to the first character beside octets', '/\xc3\xa9\u0100', 'https://example.com/%C3%83%C2%A9%C4%80'],
    ['to text beside octets', '/\xc3\xa9\u20ac', 'https://example.com/%C3%83%C2%A9%E2%82%AC'],
    [
      'to text that looks like octets but for its end',
      '/\xc3\xa9\u0141',
      'https://example.com/%C3%83%C2%A9%C5%81',
    ],
    ['to UTF-8 octets and a tab, which URLs do not have', '/\xc3\xa9\tb', 'https://example.com/%C3%A9b'],
    ['to Latin-1 octets', '/\xe9', 'https://example.com/%C3%A9'],
    ['nowhere', undefined, null],
    ['to another scheme', 'data:text/plain,a', null],
    ['to no URL', 'https://[', null],
  ])('%s', (_, location, target) => {
    expect(redirectTarget(from, { location })?.href ?? null).toBe(target);
  });
});
