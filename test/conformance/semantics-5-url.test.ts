/** docs/semantics.md §5: what callers may give as a URL. Which rules match is in `conformance/semantics`. */
import { describe, expect, test } from 'vitest';
import { judgeUnder, read } from './judging.js';

/** Whether a pattern that ends with `$` matches the whole of a URL. */
function isWhole(profile: Parameters<typeof judgeUnder>[0], pattern: string, url: string | URL): boolean {
  return judgeUnder(profile)(`user-agent: *\ndisallow: ${pattern}$`, url) === 'disallow 2';
}

describe.each(['rfc9309', 'draft-koster-rep-00'] as const)('docs/semantics.md §5.1 under %s', (profile) => {
  test.each([
    ['/?b', 'http://h?b'],
    ['/', 'http://h'],
    ['/', 'http://h#a'],
    ['/a', 'HTTPS://H/a'],
    ['/a', 'ftp://h/a'],
    ['/a', 'http:\\\\h\\a'],
    ['/a', ' http://h/a\n'],
    ['/a', 'http://user:secret@h:81/a'],
    ['/a', 'http://[::1]:81/a'],
    ['//b', 'http://h//b'],
    ['/a%00b', '/a\0b'],
    ['/b?c', new URL('http://h/a/../b?c#d')],
  ])('%s is the path of %j', (pattern, url) => {
    expect(isWhole(profile, pattern, url)).toBe(true);
  });
});

const REFUSED_EVERYWHERE = [
  '',
  ' ',
  'a',
  ' /a',
  'example.com/a',
  'mailto:a@b',
  'file:///a',
  'http://',
  'ws://h/',
];

describe.each(['rfc9309', 'draft-koster-rep-00', 'koster-1996'] as const)('URLs under %s', (profile) => {
  test.each([
    ...REFUSED_EVERYWHERE,
    ...['//h/a', '//', '/\\h/a', '/\n/h/a'],
    ...['a/b', '\\a', '?a', '#a', '*', '.', './a', 'https://?a', 'http://h:99999/', 'http://[', 'http://%/'],
    ...['data:,a', 'gopher://h/a', 'about:blank', 'javascript:1', 'urn:a'],
    new URL('file:///a'),
  ])('%j is refused', (url) => {
    expect(() => judgeUnder(profile)('user-agent: *\ndisallow: /', url)).toThrow(TypeError);
    expect(() => read('').matcher({ agents: 'FooBot', profile }).isAllowed(url)).toThrow(TypeError);
  });
});

test.each([[undefined], [null], [5], [{}], [['/a']]])('%j is refused under every profile', (url) => {
  // @ts-expect-error callers without types may pass this
  expect(() => judgeUnder('rfc9309')('', url)).toThrow(TypeError);
  // @ts-expect-error callers without types may pass this
  expect(() => judgeUnder('google')('', url)).toThrow(TypeError);
});

describe('docs/semantics.md §5.7.1: under google', () => {
  test.each([
    ...[
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
    ],
  ])('any string is accepted: %j', (url) => {
    expect(judgeUnder('google')('user-agent: *\ndisallow: /', url)).toBe('disallow 2');
    expect(judgeUnder('google')('', url)).toBe('no group');
  });

  test('a URL object is read as its text', () => {
    expect(isWhole('google', '/b', new URL('http://foo.com/a/../b'))).toBe(true);
    expect(isWhole('google', '/%C3%A9', new URL('http://foo.com/é'))).toBe(true);
  });
});

test('docs/semantics.md §5.7.6: if no line is reported, the verdict names the group', () => {
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
