/** RFC 9309 §2.2.3: `#`, `$` and `*`. */
import { describe, expect, test } from 'vitest';
import { describeRequirement } from './cite.js';
import { judgeUnder, matchesUnder, read } from './judging.js';

const judge = judgeUnder('rfc9309');
const matches = matchesUnder('rfc9309');

describeRequirement('2.2.3-special', () => {
  describe('figure 5, #: a comment', () => {
    test('allow: / # comment in line', () => {
      const body = 'user-agent: *\nallow: / # comment in line';
      expect(judge(body, '/a')).toBe('allow 2');
      expect(judge(body, '/')).toBe('allow 2');
      expect(read(body).comments.map(({ text }) => text)).toEqual(['comment in line']);
    });

    test('# comment on its own line', () => {
      const body = 'user-agent: *\n# comment on its own line\ndisallow: /';
      expect(judge(body, '/a')).toBe('disallow 3');
      expect(read(body).comments.map(({ text }) => text)).toEqual(['comment on its own line']);
    });

    test('# anywhere in a line', () => {
      expect(matches('/a#b', '/a')).toBe(true);
      expect(matches('/a#b', '/ac')).toBe(true);
      expect(judge('user-agent: FooBot#BarBot\ndisallow: /', '/')).toBe('disallow 2');
      expect(judge('user-agent: *\ndisallow# : /', '/')).toBe('no rule');
    });
  });

  describe('figure 5, $: the end of the pattern', () => {
    test.each([
      ['/this/path/exactly$', '/this/path/exactly', true],
      ['/this/path/exactly$', '/this/path/exactly/', false],
      ['/this/path/exactly$', '/this/path/exactly?', false],
      ['/this/path/exactly$', '/this/path/exactlynot', false],
      ['/this/path/exactly$', '/this/path', false],
      ['/this/path/exactly$', '/and/this/path/exactly', false],
      ['/this/path/exactly$', '/this/path/exactly#fragment', true],
      ['/$', '/', true],
      ['/$', '/a', false],
      ['/a?b$', '/a?b', true],
      ['/a?b$', '/a?bc', false],
    ])('disallow: %s and %s: %s', (pattern, url, expected) => {
      expect(matches(pattern, url)).toBe(expected);
    });

    test.each([
      ['/a$b', '/a$b', true],
      ['/a$b', '/a', false],
      ['/a$b$', '/a$b', true],
      ['/a$b$', '/a$bc', false],
      ['/a$$', '/a$', true],
      ['/a$$', '/a', false],
      ['/a$*', '/a', false],
      ['/a$*', '/a$b', true],
    ])('elsewhere it is not the end: disallow: %s and %s: %s', (pattern, url, expected) => {
      expect(matches(pattern, url)).toBe(expected);
    });
  });

  describe('figure 5, *: any characters, or none', () => {
    test.each([
      ['/this/*/exactly', '/this/path/exactly', true],
      ['/this/*/exactly', '/this/path/and/more/exactly', true],
      ['/this/*/exactly', '/this//exactly', true],
      ['/this/*/exactly', '/this/path/exactly/and/more', true],
      ['/this/*/exactly', '/this/exactly', false],
      ['/this/*/exactly', '/this/path/inexactly', false],
      ['/this/*/exactly', '/this/a?b=/exactly', true],
      ['/a*b', '/ab', true],
      ['/a*b', '/axb', true],
      ['/a*b', '/acbdb', true],
      ['/a*b', '/a', false],
      ['/a*b$', '/abab', true],
      ['/a*b$', '/aba', false],
      ['/*', '/', true],
      ['*', '/', true],
      ['/a*', '/a', true],
      ['/a**b', '/ab', true],
      ['/a*b*c', '/acb', false],
      ['/a*b*c', '/abc', true],
      ['/a*a', '/a', false],
      ['/*a*a$', '/aba', true],
      ['/*aba$', '/ababa', true],
      ['/*é', '/a/%C3%A9', true],
    ])('disallow: %s and %s: %s', (pattern, url, expected) => {
      expect(matches(pattern, url)).toBe(expected);
    });
  });
});

describeRequirement('2.2.3-verbatim', () => {
  describe('figure 6', () => {
    test.each([
      ['/path/file-with-a-%2A.html', 'https://www.example.com/path/file-with-a-*.html', true],
      ['/path/file-with-a-%2A.html', 'https://www.example.com/path/file-with-a-%2A.html', true],
      ['/path/file-with-a-%2A.html', 'https://www.example.com/path/file-with-a-%2a.html', true],
      ['/path/file-with-a-%2A.html', 'https://www.example.com/path/file-with-a-star.html', false],
      ['/path/file-with-a-%2A.html', 'https://www.example.com/path/file-with-a-.html', false],
      ['/path/foo-%24', 'https://www.example.com/path/foo-$', true],
      ['/path/foo-%24', 'https://www.example.com/path/foo-%24', true],
      ['/path/foo-%24', 'https://www.example.com/path/foo-$/bar', true],
      ['/path/foo-%24', 'https://www.example.com/path/foo-', false],
    ])('disallow: %s and %s: %s', (pattern, url, expected) => {
      expect(matches(pattern, url)).toBe(expected);
    });
  });

  test('# is written %23 in the URI and in the rule', () => {
    expect(matches('/a%23b', 'https://www.example.com/a%23b')).toBe(true);
    expect(matches('/a%23b', 'https://www.example.com/a#b')).toBe(false);
  });

  test('the wildcard matches a * of the URI like any other character', () => {
    expect(matches('/a*b$', '/a*b')).toBe(true);
    expect(matches('/a$', '/a$')).toBe(false);
  });
});
