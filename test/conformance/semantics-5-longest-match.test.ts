/** docs/semantics.md §5.3 to §5.6: one reading under two profiles. */
import { describe, expect, test } from 'vitest';
import { type Answer, diagnosticsOf, judgeUnder, matchesUnder } from './judging.js';

describe.each(['rfc9309', 'draft-koster-rep-00'] as const)('docs/semantics.md under %s', (profile) => {
  const judge = judgeUnder(profile);
  const matches = matchesUnder(profile);

  describe('§5.3: patterns that match nothing', () => {
    test.each(['a', 'a/', '.gif', '?a', '$', '%2Fa', '\\a', 'http://h/a', '"/a"', '.', './a'])(
      '%s',
      (pattern) => {
        for (const url of ['/', '/a', '/a/', '/.gif', '/?a', '//h/a', '/http://h/a', 'http://h/a']) {
          expect(matches(pattern, url)).toBe(false);
        }
        expect(diagnosticsOf(`user-agent: *\ndisallow: ${pattern}`)).toContain('2 pattern-without-slash');
      },
    );

    test('a pattern may begin with *', () => {
      expect(matches('*a', '/b/a')).toBe(true);
      expect(matches('*', '/')).toBe(true);
      expect(matches('*$', '/a')).toBe(true);
      expect(diagnosticsOf('user-agent: *\ndisallow: *a')).toEqual([]);
    });

    test('an empty pattern is not a rule, and is not reported as deciding', () => {
      expect(judge('user-agent: *\ndisallow:', '/a')).toBe('no rule');
      expect(judge('user-agent: *\nallow:\ndisallow: /a', '/a')).toBe('disallow 3');
    });
  });

  describe('§5.4: what matches', () => {
    test.each([
      ['/a', '/ab', true],
      ['/a', '/b/a', false],
      ['/a*c', '/abc', true],
      ['/a*c', '/a?b=c', true],
      ['/a*c', '/a/b/cd', true],
      ['/a*$', '/a/b?c', true],
      ['/*$', '/', true],
      ['/a*b*$', '/acb', true],
      ['/a*b*b$', '/ab', false],
      ['/a*ab$', '/aab', true],
      ['/a*ab$', '/ab', false],
      ['/*/b$', '/a/b', true],
      ['/*/b$', '/b', false],
      ['***a***b***', '/ab', true],
    ])('%s and %s: %s', (pattern, url, expected) => {
      expect(matches(pattern, url)).toBe(expected);
    });
  });

  describe('§5.5: the longest canonical pattern decides', () => {
    test.each<[string, string[], string, Answer]>([
      ['$ counts', ['allow: /a', 'disallow: /a$'], '/a', 'disallow 3'],
      ['* counts', ['allow: /a', 'disallow: /a*'], '/a', 'disallow 3'],
      ['each * counts', ['allow: /abc', 'disallow: /a**b'], '/abc', 'disallow 3'],
      ['* counts one', ['allow: /ab*', 'disallow: /abc'], '/abc', 'allow 2'],
      ['what is decoded counts once', ['allow: /%66oo', 'disallow: /foo*'], '/foo', 'disallow 3'],
      ['what is encoded counts three times', ['disallow: /ツ', 'allow: /********'], '/ツ', 'disallow 2'],
      ['an encoded space, too', ['disallow: /a b', 'allow: /a***'], '/a b', 'disallow 2'],
      ['$ inside counts three times', ['disallow: /a$b', 'allow: /a***'], '/a$b', 'disallow 2'],
      ['a stray % counts three times', ['disallow: /a%', 'allow: /a**'], '/a%', 'disallow 2'],
      ['in a query %3A counts once', ['disallow: /?%3A', 'allow: /***'], '/?:', 'allow 3'],
      ['in a path %3A counts three times', ['disallow: /%3A', 'allow: /**'], '/%3a', 'disallow 2'],
      ['what $ turns off counts all the same', ['disallow: /a*$', 'allow: /a*'], '/ab', 'disallow 2'],
      ['on a tie allow', ['disallow: /ab', 'allow: /*b'], '/ab', 'allow 3'],
      ['on a tie allow', ['allow: /*b', 'disallow: /ab'], '/ab', 'allow 2'],
      ['among equals the earliest', ['disallow: /*b', 'disallow: /ab', 'disallow: /a*'], '/ab', 'disallow 2'],
      ['among equals the earliest', ['allow: /a*', 'allow: /ab', 'disallow: /*b'], '/ab', 'allow 2'],
      ['among equals the earliest allow', ['disallow: /ab', 'allow: /*b', 'allow: /ab'], '/ab', 'allow 3'],
      ['what does not match does not count', ['disallow: /a', 'allow: /a/b/c/d'], '/a/b', 'disallow 2'],
      ['no match', ['disallow: /a', 'allow: /b'], '/c', 'no rule'],
    ])('%s: %j at %s: %s', (_, lines, url, answer) => {
      expect(judge(['user-agent: *', ...lines].join('\n'), url)).toBe(answer);
    });
  });

  describe('§5.6: /robots.txt', () => {
    test.each([
      '/robots.txt',
      '/robots.txt?a=b',
      '/robots.txt#a',
      '/a/../robots.txt',
      '/%72obots%2Etxt',
      '/\\..\\robots.txt',
      'https://h:8443/robots.txt',
    ])('%s is always allowed', (url) => {
      expect(judge('user-agent: *\ndisallow: /\ndisallow: /robots.txt', url)).toBe('robots.txt');
      expect(judge('', url)).toBe('robots.txt');
    });

    test.each([
      '/robots.txt/',
      '/robots.txt;a',
      '/robots.txtx',
      '/robots.txt%3Fa',
      '/ROBOTS.TXT',
      '/a/robots.txt',
      '//robots.txt',
    ])('%s is another file', (url) => {
      expect(judge('user-agent: *\ndisallow: /', url)).toBe('disallow 2');
    });
  });
});
