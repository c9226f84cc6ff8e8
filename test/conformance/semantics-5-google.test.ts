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
