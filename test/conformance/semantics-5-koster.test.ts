/** docs/semantics.md §5.8. */
import { describe, expect, test } from 'vitest';
import { judgeUnder, matchesUnder } from './judging.js';

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
