/** docs/semantics.md §5.7: as the reference matcher does, to the line. */
import { describe, expect, test } from 'vitest';
import { type Answer, judgeUnder, matchesUnder, read } from './judging.js';

const judge = judgeUnder('google');
const matches = matchesUnder('google');

function rules(...lines: string[]): string {
  return ['user-agent: *', ...lines].join('\n');
}

describe('docs/semantics.md §5.7.1: the path', () => {
  test.each([
    ['/', ''],
    ['/', 'foo.com'],
    ['/bar', 'foo.com/bar'],
    ['/', 'http://foo.com'],
    ['/', 'http://foo.com#a'],
    ['/', 'http://foo.com/#a'],
    ['/a', 'http://foo.com/a#b'],
    ['/a', 'http://user@foo.com:80/a'],
    ['/?a', 'http://foo.com?a'],
    ['/?a', 'foo.com?a'],
    ['/a?b=c', 'https://foo.com/a?b=c#d'],
    ['/a', 'gopher://foo.com/a'],
    ['/b', '//a/b'],
    ['/', 'mailto:a@b.com'],
    ['/a/../b', '/a/../b'],
    ['/./b', '/./b'],
    ['/a//b', '/a//b'],
    ['/a\\b', '/a\\b'],
    ['/a b', '/a b'],
    ['/a\tb', '/a\tb'],
    ['/~a', '/~a'],
    ['/%7Ea', '/%7Ea'],
    ['/"<>^`{|}', '/"<>^`{|}'],
    ['/a$b', '/a$b'],
  ])('%j is the whole of %j', (pattern, url) => {
    expect(matches(`${pattern}$`, url)).toBe(true);
  });

  test.each([
    ['/b', '/a/../b'],
    ['/a/b', '/a\\b'],
    ['/ab', '/a\tb'],
    ['/a%20b', '/a b'],
    ['/a b', '/a%20b'],
    ['/~a', '/%7Ea'],
    ['/%7Ea', '/~a'],
    ['/%3A', '/%3a'],
    ['/%24', '/$'],
    ['/%2A', '/*'],
    ['/a', '/%61'],
    ['/a', '#/a'],
    ['/é', '/é'],
    ['/a?b=:', '/a?b=%3A'],
  ])('there is no canonical form: %j is not %j', (pattern, url) => {
    expect(matches(pattern, url)).toBe(false);
  });

  test('a URL object is read as its text', () => {
    expect(matches('/b$', new URL('http://foo.com/a/../b'))).toBe(true);
    expect(matches('/%C3%A9$', new URL('http://foo.com/é'))).toBe(true);
  });

  test.each([
    '',
    ' ',
    'a',
    '\\',
    ':',
    '://',
    '//',
    '#',
    '\uD800',
    '\0',
    'javascript:1',
    'http://[',
    'http://h:99999',
  ])('any string is accepted: %j', (url) => {
    expect(judge('user-agent: *\ndisallow: /', url)).toBe('disallow 2');
    expect(judge('', url)).toBe('no group');
  });

  test.each([[undefined], [null], [5], [{}]])('anything but a string or a URL is refused: %j', (url) => {
    // @ts-expect-error callers without types may pass this
    expect(() => judge('', url)).toThrow(TypeError);
  });
});

describe('docs/semantics.md §5.7.2: the pattern', () => {
  test.each([
    ['/é', '/%C3%A9', true],
    ['/é', '/%c3%a9', false],
    ['/%c3%a9', '/%C3%A9', true],
    ['/%c3%a9', '/%c3%a9', false],
    ['/?é', '/?%C3%A9', true],
    ['/%62', '/b', false],
    ['/%62', '/%62', true],
    ['/b', '/%62', false],
    ['/%7e', '/%7E', true],
    ['/%7e', '/%7e', false],
    ['/a%2fb', '/a/b', false],
    ['/a%2fb', '/a%2Fb', true],
    ['/a%', '/a%', true],
    ['/a%', '/a%25', false],
    ['/a%2', '/a%2', true],
    ['/a%zz', '/a%zz', true],
    ['/a%zz', '/a%ZZ', false],
    ['/a b', '/a b', true],
    ['/a"b', '/a%22b', false],
  ])('%s and %s: %s', (pattern, url, expected) => {
    expect(matches(`${pattern}$`, url)).toBe(expected);
  });

  test.each([
    ['a', '/a', false],
    ['.gif', '/.gif', false],
    ['$', '/', false],
    ['http://foo.com/a', 'http://foo.com/a', false],
    ['*a', '/b/a', true],
    ['*', '/', true],
  ])('a pattern may begin with any octet: %s and %s: %s', (pattern, url, expected) => {
    expect(matches(pattern, url)).toBe(expected);
  });
});

describe('docs/semantics.md §5.7.3: special characters and precedence', () => {
  test.each([
    ['/a$', '/a', true],
    ['/a$', '/a?', false],
    ['/a$b', '/a', false],
    ['/a$$', '/a$', true],
    ['/a$$', '/a', false],
    ['/a*$', '/abc', true],
    ['/a**b', '/ab', true],
    ['/a*b', '/a/?b', true],
    ['/a$*', '/a', false],
    ['/a$*', '/a$b', true],
  ])('%s and %s: %s', (pattern, url, expected) => {
    expect(matches(pattern, url)).toBe(expected);
  });

  test.each<[string, string[], string, Answer]>([
    ['the longer', ['allow: /a', 'disallow: /ab'], '/ab', 'disallow 3'],
    ['$ counts', ['allow: /a', 'disallow: /a$'], '/a', 'disallow 3'],
    ['* counts', ['allow: /a', 'disallow: /a*'], '/a', 'disallow 3'],
    ['%XX counts three times', ['disallow: /%66', 'allow: /**'], '/%66', 'disallow 2'],
    ['what is encoded counts three times', ['disallow: /é', 'allow: /****'], '/%C3%A9', 'disallow 2'],
    ['a space counts once', ['disallow: /a b', 'allow: /a**'], '/a b', 'allow 3'],
    ['$ inside counts once', ['disallow: /a$b', 'allow: /a**'], '/a$b', 'allow 3'],
    ['on a tie allow', ['disallow: /ab', 'allow: /*b'], '/ab', 'allow 3'],
  ])('%s: %j at %s: %s', (_, lines, url, answer) => {
    expect(judge(rules(...lines), url)).toBe(answer);
  });
});

describe('docs/semantics.md §5.7.4: an allow of index.htm', () => {
  test.each<[string, string[], string, Answer]>([
    ['allows its directory', ['allow: /a/index.html', 'disallow: /a/'], '/a/', 'allow 2'],
    ['the top, too', ['disallow: /', 'allow: /index.html'], '/', 'allow 3'],
    ['.htm', ['disallow: /', 'allow: /index.htm'], 'http://foo.com', 'allow 3'],
    ['what begins so', ['disallow: /', 'allow: /index.html5?x'], '/', 'allow 3'],
    ['for nothing in it', ['disallow: /', 'allow: /a/index.html'], '/a/b', 'disallow 2'],
    ['nor for a query', ['disallow: /', 'allow: /a/index.html'], '/a/?b', 'disallow 2'],
    ['nor without its slash', ['disallow: /', 'allow: /a/index.html'], '/a', 'disallow 2'],
    ['it also allows itself', ['disallow: /', 'allow: /a/index.html'], '/a/index.html?b', 'allow 3'],
    ['no other name', ['disallow: /', 'allow: /a/index.php'], '/a/', 'disallow 2'],
    ['no shorter one', ['disallow: /', 'allow: /a/index.ht'], '/a/', 'disallow 2'],
    ['no other case', ['disallow: /', 'allow: /a/Index.html'], '/a/', 'disallow 2'],
    ['the last segment alone', ['disallow: /', 'allow: /a/index.htm/b'], '/a/', 'disallow 2'],
    ['not after other octets of the segment', ['disallow: /', 'allow: /a/xindex.htm'], '/a/', 'disallow 2'],
    ['a wildcard in the directory', ['disallow: /a', 'allow: /*/index.html'], '/a/', 'allow 3'],
    [
      'its length is that of the directory and $',
      ['allow: /a/index.html', 'disallow: /a/*'],
      '/a/',
      'allow 2',
    ],
    [
      'its length is that of the directory and $',
      ['allow: /a/index.html', 'disallow: /a/**'],
      '/a/',
      'disallow 3',
    ],
    [
      'its own length where it matches',
      ['allow: /a/index.html', 'disallow: /a/**'],
      '/a/index.html',
      'allow 2',
    ],
    ['not a disallow', ['allow: /', 'disallow: /a/index.html'], '/a/', 'allow 2'],
  ])('%s: %j at %s: %s', (_, lines, url, answer) => {
    expect(judge(rules(...lines), url)).toBe(answer);
  });
});

describe('docs/semantics.md §5.7.5: /robots.txt', () => {
  test('gets no exception', () => {
    expect(judge(rules('disallow: /'), '/robots.txt')).toBe('disallow 2');
    expect(judge(rules('disallow: /'), 'https://example.com/robots.txt')).toBe('disallow 2');
    expect(judge(rules('disallow: /a'), '/robots.txt')).toBe('no rule');
  });
});

describe('docs/semantics.md §5.7.6: the line reported', () => {
  test.each<[string, string[], string, Answer]>([
    ['that of the longer match', ['allow: /a', 'disallow: /ab', 'allow: /'], '/ab', 'disallow 3'],
    ['on a tie the allow’s', ['disallow: /a', 'allow: /a'], '/a', 'allow 3'],
    ['among equals the first', ['disallow: /a', 'disallow: /a'], '/a', 'disallow 2'],
    ['among equals the first', ['disallow: /*b', 'disallow: /ab'], '/ab', 'disallow 2'],
    ['among equals the first', ['disallow: /ab', 'allow: /*b', 'allow: /ab'], '/ab', 'allow 3'],
    ['an empty pattern’s match has length 0', ['disallow:'], '/a', 'empty 2'],
    ['an empty pattern’s match has length 0', ['disallow:', 'disallow: /b'], '/a', 'empty 2'],
    ['an empty pattern’s match has length 0', ['disallow:', 'disallow: /b'], '/b', 'disallow 3'],
    ['an empty pattern’s match has length 0', ['allow:', 'disallow: /'], '/b', 'disallow 3'],
    ['an empty pattern’s match has length 0', ['disallow:', 'allow: /'], '/b', 'allow 3'],
    ['of two empty ones the allow’s', ['disallow:', 'allow:'], '/a', 'empty 3'],
    ['of two empty ones the first', ['disallow:', 'disallow: # c'], '/a', 'empty 2'],
    ['none', ['allow: /a', 'disallow: /a'], '/b', 'no rule'],
  ])('%s: %j at %s: %s', (_, lines, url, answer) => {
    expect(judge(rules(...lines), url)).toBe(answer);
  });

  test.each<[string, Answer]>([
    ['user-agent: *\ndisallow: /a\n\nuser-agent: FooBot\nallow: /x', 'no rule'],
    ['user-agent: *\ndisallow:\n\nuser-agent: FooBot\nallow: /x', 'no rule'],
    ['user-agent: FooBot\n\nuser-agent: *\nallow: /a', 'allow 4'],
    ['user-agent: *\nallow: /a\n\nuser-agent: FooBot', 'no rule'],
  ])('if a group names the caller, never a line of a group for *: %j', (body, answer) => {
    expect(judge(body, '/a')).toBe(answer);
  });

  test('if no line is reported, the verdict names the group', () => {
    const verdict = read('user-agent: *\ndisallow: /a\n\nuser-agent: FooBot\nallow: /x')
      .matcher({ agents: 'FooBot', profile: 'google' })
      .check('/a');
    expect(verdict).toMatchObject({
      allowed: true,
      rule: null,
      selectedBy: 'name',
      agent: 'FooBot',
      profile: 'google',
    });
    expect(verdict.group?.userAgents[0]?.line).toBe(4);
  });
});

describe('docs/semantics.md §5.7.2: an escape is three octets, in a query, too', () => {
  test.each([
    ['/*%3A', '/a?b:c', false],
    ['/*%3a', '/a?b%3Ac', true],
    ['/*url=https%3A%2F%2F', '/go?url=https://x', false],
  ])('%s and %s: %s', (pattern, url, expected) => {
    expect(matches(pattern, url)).toBe(expected);
  });
});
