/** docs/semantics.md §5.8. */
import { describe, expect, test } from 'vitest';
import { type Answer, concat, judgeUnder, matchesUnder, octets } from './judging.js';

const judge = judgeUnder('koster-1996');
const matches = matchesUnder('koster-1996');

describe('docs/semantics.md §5.8: the URL', () => {
  test.each([
    ['/b', '/a/../b'],
    ['/b', '/a/%2e%2E/b'],
    ['/a/b', '/a\\b'],
    ['/ab', '/a\tb'],
    ['/b', 'http://h/b'],
    ['/?b', 'http://h?b'],
    ['/', 'ftp://h'],
    ['/a?b', '/a?b#c'],
    ['//b', '//b'],
  ])('%s is a prefix of %j', (pattern, url) => {
    expect(matches(pattern, url)).toBe(true);
  });

  test.each([
    ['/a/../b', '/a/../b'],
    ['/a\\b', '/a\\b'],
    ['/a%23b', '/a#b'],
    ['/b', '//b'],
  ])('%s is not a prefix of %j', (pattern, url) => {
    expect(matches(pattern, url)).toBe(false);
  });

  test.each(['', 'a', ' /a', 'example.com/a', 'mailto:a@b', 'file:///a', 'http://', 'ws://h/'])(
    '%j is refused',
    (url) => {
      expect(() => judge('user-agent: *\ndisallow: /', url)).toThrow(TypeError);
    },
  );
});

describe('docs/semantics.md §5.8: nothing is special', () => {
  test.each([
    ['/*', '/a', false],
    ['/*', '/*a', true],
    ['/*', '/%2Aa', true],
    ['/%2a', '/*', true],
    ['*', '/a', false],
    ['/a$', '/a', false],
    ['/a$', '/a$b', true],
    ['/a$', '/a%24', true],
    ['/a*b', '/axb', false],
  ])('%s and %s: %s', (pattern, url, expected) => {
    expect(matches(pattern, url)).toBe(expected);
  });
});

describe('docs/semantics.md §5.8: every %XX but %2F is decoded, on both sides', () => {
  test.each([
    ['/%61', '/a', true],
    ['/a', '/%61', true],
    ['/a%3Ab', '/a:b', true],
    ['/a:b', '/a%3ab', true],
    ['/a%26b', '/a&b', true],
    ['/a%3Fb', '/a?b', true],
    ['/a?b', '/a%3Fb', true],
    ['/a b', '/a%20b', true],
    ['/a%20b', '/a b', true],
    ['/a"b', '/a%22b', true],
    ['/ツ', '/%E3%83%84', true],
    ['/%e3%83%84', '/ツ', true],
    ['/a%2fb', '/a%2Fb', true],
    ['/a%2Fb', '/a%2fb', true],
    ['/a%2Fb', '/a/b', false],
    ['/a/b', '/a%2Fb', false],
    ['/a?b%2Fc', '/a?b/c', false],
    ['/a%252Fb', '/a%252Fb', true],
    ['/a%2561', '/aa', false],
    ['/a%2561', '/a%61', false],
    ['/a%2561', '/a%2561', true],
    ['/a%', '/a%', true],
    ['/a%', '/a%25', true],
    ['/a%zz', '/a%25zz', true],
    ['/A', '/a', false],
  ])('%s and %s: %s', (pattern, url, expected) => {
    expect(matches(pattern, url)).toBe(expected);
  });

  test('an octet that is not valid UTF-8 is compared as it is', () => {
    expect(matches(octets('/\xE9'), '/%E9')).toBe(true);
    expect(matches('/%E9', '/é')).toBe(false);
    expect(matches(concat('/', octets('\xC3')), '/é')).toBe(true); // a prefix in octets, not in characters
  });
});

describe('docs/semantics.md §5.8: the first match decides', () => {
  test.each<[string, string, Answer]>([
    ['disallow: /a\nallow: /a/b', '/a/b', 'disallow 2'],
    ['allow: /a/b\ndisallow: /a', '/a/b', 'allow 2'],
    ['disallow: /b\nallow: /a\ndisallow: /a/b', '/a/b', 'allow 3'],
    ['allow: /\ndisallow: /', '/', 'allow 2'],
    ['disallow: /\nallow: /', '/', 'disallow 2'],
    ['disallow:\ndisallow: /', '/', 'disallow 3'],
    ['allow:\ndisallow: /', '/', 'disallow 3'],
    ['disallow:', '/', 'no rule'],
    ['disallow: a\ndisallow: /b', '/a', 'no rule'],
    ['disallow: a', '/a', 'no rule'],
    ['disallow: /b', '/a', 'no rule'],
  ])('%j at %s: %s', (lines, url, answer) => {
    expect(judge(`user-agent: *\n${lines}`, url)).toBe(answer);
  });

  test('/robots.txt gets no exception', () => {
    expect(judge('user-agent: *\ndisallow: /', '/robots.txt')).toBe('disallow 2');
  });
});
