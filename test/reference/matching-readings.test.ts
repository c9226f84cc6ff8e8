/** Matching, where docs/semantics.md settles something or leaves a choice: how the reference reads it. */
import { describe, expect, test } from 'vitest';
import { byEffort } from '../support/effort.js';
import { matches, matchesCanonical } from './match.js';
import { applies, BUT_GOOGLE, verdict } from './questions.js';

describe('docs/semantics.md §5 matching', () => {
  test('except under google, the URL is as the URL Standard reads it', () => {
    const READINGS: [string, string][] = [
      ['/a/../b', '/b'],
      ['/a/%2e%2E/b', '/b'],
      ['/a\\b', '/a/b'],
      ['/a\tb\n', '/ab'],
      ['/a#b', '/a'],
      ['http://h', '/'],
      ['http://h/p?', '/p?'],
      ['http://h/p?#', '/p?'],
      ['HTTPS://u:p@H:8/p', '/p'],
      ['ftp://h/p', '/p'],
      ['http://h//h/p', '//h/p'],
    ];
    for (const [url, path] of READINGS) {
      for (const profile of ['rfc9309', 'draft-koster-rep-00'] as const) {
        expect([url, applies(`${path}$`, url, profile)]).toEqual([url, true]);
      }
      expect([url, applies(path, url, 'koster-1996')]).toEqual([url, true]);
      expect([url, applies(`${path}$`, url, 'koster-1996')]).toEqual([url, false]);
    }
    for (const profile of BUT_GOOGLE) {
      for (const url of ['', 'p', 'h/p', 'mailto:a', 'file:///p', 'http://', '?a', '\\p', ' /p', '//h/p']) {
        expect(() => verdict('', url, profile)).toThrow(TypeError);
      }
    }
  });

  const FORMS: [pattern: string, url: string, same: boolean][] = [
    ['/%7E%2d%41', '/~-A', true],
    ['/a%2fb', '/a%2Fb', true],
    ['/a%2Fb', '/a/b', false],
    ['/a%', '/a%25', true],
    ['/a%zz', '/a%25zz', true],
    ['/%C3%A9', '/\u00E9', true],
    ['/\xC3\xA9', '/%c3%a9', true],
    ['/\xE9', '/%E9', true],
    ['/\x7F', '/%7f', true],
    ['/a b"<>^`{|}', '/a%20b%22%3C%3E%5E%60%7B%7C%7D', true],
    ['/a\\b', '/a%5Cb', true],
    ['/?a=%3A%2F%3f%40%27', "/?a=:/?@'", true],
    ["/?a=:/?@'", '/?a=%3a%2F%3F%40%27', true],
    ['/%3A%40%27', "/:@'", false],
    ['/%3Fa%2F', '/?a/', false],
    ['/%2A', '/*', true],
    ['/a$b', '/a$b', true],
    ['/a$b', '/a%24b', true],
    ['/a$', '/a$', true],
    ['/a%24', '/a$', true],
    ['/a+b', '/a%2Bb', false],
  ];
  test.each(FORMS)('rfc9309: %j and %j: %j', (pattern, url, same) => {
    expect(applies(`${pattern}$`, url, 'rfc9309')).toBe(same);
  });

  test('rfc9309: a pattern begins with / or *, and an empty pattern is not a rule', () => {
    for (const pattern of ['a', '$', '%2Fa', '?', '']) {
      for (const url of ['/', '/a', '/?']) expect(applies(pattern, url, 'rfc9309')).toBe(false);
    }
    expect(applies('*a', '/ba', 'rfc9309')).toBe(true);
  });

  test('rfc9309: the longest canonical form decides, then allow, then the earlier line', () => {
    const lineAt = (url: string, ...rules: string[]) =>
      verdict(['user-agent: *', ...rules].join('\n'), url, 'rfc9309').line;
    expect(lineAt('/\u00E9', 'disallow: /\xC3\xA9', 'allow: /*****')).toBe(2);
    expect(lineAt('/a', 'disallow: /a', 'allow: /%61')).toBe(3);
    expect(lineAt('/a', 'disallow: /a', 'allow: /$', 'disallow: /*')).toBe(2);
    expect(lineAt('/', 'disallow: /*', 'allow: /$')).toBe(3);
    expect(lineAt('/a', 'allow: /', 'disallow: /a', 'disallow: /%61')).toBe(3);
    expect(lineAt('/a', 'allow: /a', 'disallow: /a', 'allow: /a')).toBe(2);
  });

  const GOOGLE_PATHS: [url: string, path: string][] = [
    ['', '/'],
    ['http://www.example.com', '/'],
    ['http://www.example.com/a', '/a'],
    ['http://www.example.com/a/b?c=http://d.e/#f', '/a/b?c=http://d.e/'],
    ['http://www.example.com?a', '/?a'],
    ['http://www.example.com;a', '/;a'],
    ['http://www.example.com#a/b', '/'],
    ['a#://b/c', '/'],
    ['example.com', '/'],
    ['example.com/a', '/a'],
    ['example.com?a', '/?a'],
    ['a/b/c', '/b/c'],
    ['//a/b/c', '/b/c'],
    ['//a', '/'],
    ['///a', '/a'],
    ['/a/../b', '/a/../b'],
    ['/a?u=x://y', '/a?u=x://y'],
    ['a?b://c/d', '/?b://c/d'],
    ['http://a/b\0c', '/b'],
  ];
  test.each(GOOGLE_PATHS)('google: the path of %j is %j', (url, path) => {
    expect(applies(`${path}$`, url, 'google')).toBe(true);
  });

  test('google: patterns are escaped, not decoded, and the line of a match of length 0 is reported', () => {
    expect(applies('/\xC3\xA9', '/%C3%A9', 'google')).toBe(true);
    expect(applies('/\xC3\xA9', '/\u00E9', 'google')).toBe(false);
    expect(applies('/%2f', '/%2F', 'google')).toBe(true);
    expect(applies('/%62', '/b', 'google')).toBe(false);
    expect(verdict('user-agent: *\ndisallow:', '/a', 'google')).toEqual({
      allowed: true,
      line: 2,
      directive: 'disallow',
      reason: 'rule',
    });
    expect(verdict('user-agent: *\ndisallow:\nallow:', '/a', 'google')).toMatchObject({ line: 3 });
    expect(verdict('user-agent: *\nallow:\ndisallow: /a', '/b', 'google')).toMatchObject({ line: 2 });
  });

  test('google: an allow rule for /index.htm… is also tried as its directory', () => {
    const body = 'user-agent: *\ndisallow: /\nallow: /d/index.html';
    expect(verdict(body, '/d/', 'google')).toMatchObject({ allowed: true, line: 3 });
    expect(verdict(body, '/d/a', 'google')).toMatchObject({ allowed: false, line: 2 });
    expect(verdict(body, '/d', 'google')).toMatchObject({ allowed: false, line: 2 });
    const longerThanTheDirectory = 'user-agent: *\ndisallow: /*d*$\nallow: /d/index.html';
    expect(verdict(longerThanTheDirectory, '/d/', 'google')).toMatchObject({ allowed: false, line: 2 });
    expect(verdict('user-agent: *\ndisallow: /d/index.html', '/d/', 'google')).toMatchObject({ line: 0 });
  });

  test('koster-1996: no wildcards, an empty value is not a rule, and decoded octets are not decoded again', () => {
    expect(applies('/*b', '/ab', 'koster-1996')).toBe(false);
    expect(applies('/*b', '/*bc', 'koster-1996')).toBe(true);
    expect(applies('/%2541', '/A', 'koster-1996')).toBe(false);
    expect(applies('/\xC3\xA9', '/\u00E9', 'koster-1996')).toBe(true);
    expect(verdict('user-agent: *\nallow:\ndisallow: /', '/', 'koster-1996')).toMatchObject({ line: 3 });
  });

  test('matches agrees with a regular expression for every short pattern and path', () => {
    const paths = words('ab$', 4);
    for (const pattern of words('ab*$', 4)) {
      const anchor = pattern.endsWith('$') ? '$' : '';
      const unanchored = pattern.slice(0, pattern.length - anchor.length);
      const expression = new RegExp(`^${unanchored.replaceAll('$', '[$]').replaceAll('*', '.*')}${anchor}`);
      const wrong = paths.filter((path) => matches(pattern, path) !== expression.test(path));
      expect([pattern, wrong]).toEqual([pattern, []]);
    }
  });

  test('matchesCanonical agrees with a regular expression for every short pattern and path', () => {
    const decoded: Record<string, string> = { '%3A': ':', '%3F': '[?]' };
    const expressionOf = (token: string): string => {
      if (token === '*') return '.*';
      // An escape, or its octet somewhere after a `?`.
      return token in decoded ? `(?:${token}|(?<=[?].*)${decoded[token]})` : `[${token}]`;
    };
    const paths = words(['%3A', '%3F', ':', '?'], byEffort({ quick: 4, full: 5 }));
    for (const pattern of words(['%3A', '%3F', ':', '?', '*'], 4)) {
      const tokens = pattern.match(/%3A|%3F|./g) ?? [];
      for (const anchor of ['', '$']) {
        const expression = new RegExp(`^${tokens.map(expressionOf).join('')}${anchor}`);
        const wrong = paths.filter(
          (path) => matchesCanonical(pattern + anchor, path) !== expression.test(path),
        );
        expect([pattern, wrong]).toEqual([pattern, []]);
      }
    }
  });
});

/** Every word of some letters, up to a length. A letter may be longer than one character. */
function words(letters: string | readonly string[], maxLength: number): string[] {
  if (maxLength === 0) return [''];
  const shorter = words(letters, maxLength - 1);
  return [
    ...new Set([...shorter, ...shorter.flatMap((word) => [...letters].map((letter) => word + letter))]),
  ];
}
