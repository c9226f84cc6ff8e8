/** docs/semantics.md §5.1 and §5.2: one reading under two profiles. */
import { describe, expect, test } from 'vitest';
import { judgeUnder, matchesUnder, read } from './judging.js';

describe.each(['rfc9309', 'draft-koster-rep-00'] as const)('docs/semantics.md under %s', (profile) => {
  const judge = judgeUnder(profile);
  const matches = matchesUnder(profile);

  describe('§5.1: the URL is read by the URL Standard', () => {
    test.each([
      ['/b$', '/a/../b'],
      ['/b$', '/a/%2e%2e/b'],
      ['/b$', '/a/.%2E/b'],
      ['/b$', '/./b'],
      ['/b$', '/%2e/b'],
      ['/a/$', '/a/b/..'],
      ['/b$', '/../../b'],
      ['/a/..b$', '/a/..b'],
      ['/a/...$', '/a/...'],
      ['/a?b/../c$', '/a?b/../c'],
      ['/a/b$', '/a\\b'],
      ['/b$', '/a\\..\\b'],
      ['/a?b%5Cc$', '/a?b\\c'],
      ['/ab$', '/a\tb'],
      ['/ab$', '/a\nb'],
      ['/ab$', '/a\r\nb'],
      ['/a$', '/a#b'],
      ['/a?b$', '/a?b#c?d'],
      ['/a$', '/a#b?c'],
      ['/a?$', '/a?'],
      ['/?b$', 'http://h?b'],
      ['/$', 'http://h'],
      ['/$', 'http://h#a'],
      ['/a$', 'HTTPS://H/a'],
      ['/a$', 'ftp://h/a'],
      ['/a$', 'http:\\\\h\\a'],
      ['/a$', ' http://h/a\n'],
      ['/a$', 'http://user:secret@h:81/a'],
      ['/a$', 'http://[::1]:81/a'],
      ['//b$', '//b'],
    ])('%s is %j', (pattern, url) => {
      expect(matches(pattern, url)).toBe(true);
    });

    test.each([
      ['/a/../b', '/a/../b'],
      ['/a/./b', '/a/./b'],
      ['/./b', '/./b'],
    ])('a pattern is not a URL: its dot segments stay, and match nothing: %s', (pattern, url) => {
      expect(matches(pattern, url)).toBe(false);
    });

    test.each([
      ['/a%09b', '/a\tb'],
      ['/b', '//b'],
      ['/a\\b', '/a\\b'],
    ])('%s is not the whole of %j', (pattern, url) => {
      expect(matches(`${pattern}$`, url)).toBe(false);
    });

    test('a URL object', () => {
      expect(matches('/b?c$', new URL('http://h/a/../b?c#d'))).toBe(true);
      expect(() => judge('', new URL('file:///a'))).toThrow(TypeError);
    });

    test.each([
      ...['', ' ', 'a', 'a/b', 'example.com/a', ' /a', '\\a', '?a', '#a', '*', '.', './a'],
      ...['http://', 'https://?a', 'http://h:99999/', 'http://[', 'http://%/'],
      ...[
        'file:///a',
        'mailto:a@b',
        'data:,a',
        'ws://h/a',
        'gopher://h/a',
        'about:blank',
        'javascript:1',
        'urn:a',
      ],
    ])('%j is refused', (url) => {
      expect(() => judge('user-agent: *\ndisallow: /', url)).toThrow(TypeError);
      expect(() => read('').matcher({ agents: 'FooBot', profile }).isAllowed(url)).toThrow(TypeError);
    });

    test.each([[undefined], [null], [5], [{}], [['/a']]])('%j is refused', (url) => {
      // @ts-expect-error callers without types may pass this
      expect(() => judge('', url)).toThrow(TypeError);
    });
  });

  describe('§5.2: the canonical form', () => {
    test.each([
      ['/%7Ea', '/~a', true],
      ['/~a', '/%7ea', true],
      ['/a%2Db%5fc%2E', '/a-b_c.', true],
      ['/a?%62', '/a?b', true],
    ])('unreserved octets are decoded: %s and %s: %s', (pattern, url, expected) => {
      expect(matches(`${pattern}$`, url)).toBe(expected);
    });

    test.each([
      ['/a%3ab', '/a%3Ab', true],
      ['/a%3Ab', '/a%3ab', true],
      ['/a%3Ab', '/a:b', false],
      ['/a%2Fb', '/a/b', false],
      ['/a/b', '/a%2fb', false],
      ['/a%2fb', '/a%2Fb', true],
      ['/a%26b', '/a&b', false],
      ['/a?b%26c', '/a?b&c', false],
      ['/a?b%3Dc', '/a?b=c', false],
      ['/a?b%2Bc', '/a?b+c', false],
      ['/a?b%3Bc', '/a?b;c', false],
      ['/a?b%2Cc', '/a?b,c', false],
      ['/a?b%21c', '/a?b!c', false],
      ['/a?b%5Bc', '/a?b[c', false],
      ['/a?b%23c', '/a?b#c', false],
      ['/a%20b', '/a+b', false],
      ['/a?%20b', '/a?+b', false],
    ])('other escapes stay, with upper-case digits: %s and %s: %s', (pattern, url, expected) => {
      expect(matches(`${pattern}$`, url)).toBe(expected);
    });

    test.each([
      ['/a%', '/a%25', true],
      ['/a%25', '/a%', true],
      ['/a%zz', '/a%25zz', true],
      ['/a%2', '/a%252', true],
      ['/a%2', '/a%20', false],
      ['/a%2g', '/a%2G', false],
      ['/%%41', '/%25A', true],
      ['/%%41', '/%%41', true],
      ['/%4%31', '/%2541', true],
      ['/%4%31', '/A', false],
      ['/%2541', '/%41', false],
      ['/a?%', '/a?%25', true],
    ])('a stray %% is %%25: %s and %s: %s', (pattern, url, expected) => {
      expect(matches(`${pattern}$`, url)).toBe(expected);
    });

    test.each([...' "<>^`{|}'])('%j is percent-encoded, in path and query', (character) => {
      const triplet = `%${character.charCodeAt(0).toString(16)}`;
      for (const start of ['/a', '/a?b']) {
        expect(matches(`${start}${character}c$`, `${start}${triplet}c`)).toBe(true);
        expect(matches(`${start}${triplet}c$`, `${start}${character}c`)).toBe(true);
        expect(matches(`${start}${character}c$`, `${start}${character}c`)).toBe(true);
      }
    });

    test.each([
      ['/a\\b', '/a%5Cb', true],
      ['/a\\b', '/a/b', false],
      ['/a?\\b', '/a?\\b', true],
      ['/a?%5cb', '/a?\\b', true],
      ['/a\x7Fb', '/a%7fb', true],
      ['/a%7Fb', '/a\x7Fb', true],
      ['/a%01b', '/a\x01b', true],
      ['/a%00b', '/a\0b', true],
      ['/a\vb', '/a%0bb', true],
      ['/é', '/%c3%a9', true],
      ['/%C3%a9', '/é', true],
      ['/?é', '/?%C3%A9', true],
      ['/e\u0301', '/é', false], // no normalization
      ['/%E9', '/é', false],
    ])(
      '\\, control octets and octets from 7F on are percent-encoded: %j and %j: %s',
      (pattern, url, expected) => {
        expect(matches(`${pattern}$`, url)).toBe(expected);
      },
    );

    test.each([...":/?@'"])('%s equals its escape in a query, but not in a path', (character) => {
      const triplet = `%${character.charCodeAt(0).toString(16)}`;
      for (const written of [triplet, triplet.toUpperCase()]) {
        expect(matches(`/a?b=${character}c$`, `/a?b=${written}c`)).toBe(true);
        expect(matches(`/a?b=${written}c$`, `/a?b=${character}c`)).toBe(true);
        expect(matches(`/a${character}c`, `/a${written}c`)).toBe(false);
        expect(matches(`/a${written}c`, `/a${character}c`)).toBe(false);
      }
    });

    test.each([
      ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar', true],
      ['/a%3Fb%2Fc', '/a%3Fb/c', false],
      ['/a%3Fb%2Fc', '/a?b/c', false],
      ['/a?b?c%2Fd', '/a?b%3Fc/d', true],
      ['/*/c', '/a?b%2Fc', true],
      ['/*?*%2Fc', '/a?b/c', true],
    ])('the query begins after the first unescaped ?: %s and %s: %s', (pattern, url, expected) => {
      expect(matches(`${pattern}$`, url)).toBe(expected);
    });

    test.each([
      // The rows of the page.
      ['/*url=https%3A%2F%2F', '/go?url=https%3A%2F%2Fx', true],
      ['/*url=https%3A%2F%2F', '/go?url=https://x', true],
      ['/*%3A', '/a:b', false],
      ['/*%3A', '/a?b:c', true],
      ['/*%3F', '/a?b', false],
      ['/*%3F', '/a?b?c', true],
      ['/*%3F', '/a?b%3Fc', true],
      ['/*%3F', '/a%3Fb', true],
      // The query begins after the first ?, not with it.
      ['/*%3F', '/a?', false],
      ['/*%3F', '/a??', true],
      ['/*%3F', '/?%3f', true],
      ['/*%3Fb', '/a?b', false],
      ['/*a%3Fb', '/a?a?b', true],
      ['/*?%3F', '/a??', true],
      ['/*%3F?', '/a??', false],
      ['/*%3F?', '/a???', true],
      ['/*%3F?b', '/a%3F?b', true],
      // Each escape by itself, in any spelling, before and after others.
      ['/*%3a%2f%3f%40%27x$', "/a?:/?@'x", true],
      ['/*%3A%2f%3F%40%27x$', '/a?%3a%2F%3f%40%27x', true],
      ['/*%3a%2f%3f%40%27x$', '/a%3A%2F%3F%40%27x', true],
      ['/*%3a%2f%3f%40%27x$', "/a:/?@'x", false],
      ['/*%40b', '/a@b', false],
      ['/*%40b', '/a@b?@b', true],
      ['/*%27', "/a'", false],
      ['/*%27', "/a?'", true],
      // With any stars.
      ['*%2F', '/?a/', true],
      ['*%2F', '/a/?a', false],
      ['/a*b*%2F*%3A$', '/a/b?b/c:', true],
      ['/a*b*%2F*%3A$', '/a/b/c:', false],
      ['/a*b*%2F*%3A$', '/a/b%2Fc?:', true],
      ['/*%2Fa*%2Fa$', '/x%2Fa?/a', true],
      ['/*%2Fa*%2Fa$', '/x?/a', false],
      ['/*%3A$', '/a?:b:', true],
      ['/*%3A$', '/a?:b', false],
      // The first occurrence counts, in the path or in the query.
      ['/*%3Ab*c$', '/%3Abc', true],
      ['/*%3Ab*c$', '/%3Ab?:bc', true],
      ['/*%3Ab*c$', '/c?:b', false],
      // After an unescaped ? they are decoded; before it they may be in the query.
      ['/*?x=%3A', '/a?x=:', true],
      ['/*%3A?x', '/a?b:?x', true],
      ['/*%3A?x', '/a:?x', false],
      ['/*%3A?x', '/a%3A?x', true],
      ['/*%3Ab?%3A', '/a?:b?:', true],
      // Other escapes are never decoded.
      ['/*%26', '/a?b&c', false],
      ['/*%2A', '/a?*', true],
      ['/*%253A', '/a?:', false],
      ['/*%253A', '/a?%253A', true],
      ['/*%3', '/a?%3A', false],
      ['/*:', '/a?%3A', true],
      ['/*:', '/a%3A', false],
      ['/*3A', '/a%3A', true],
      ['/*3A', '/a?%3A', false],
    ])('escapes after a *: %s and %s: %s', (pattern, url, expected) => {
      expect(matches(pattern, url)).toBe(expected);
    });

    test('escapes after a * count three octets each', () => {
      const body = 'user-agent: *\ndisallow: /*%3A%2F\nallow: /*?b=:/\nallow: /*:/\nallow: /?b=:';
      expect(judge(body, '/?b=:/')).toBe('disallow 2');
      expect(judge(body.replace('%2F', '/'), '/?b=:/')).toBe('allow 3');
      expect(judge('user-agent: *\ndisallow: /*%3A\nallow: /?b=', '/?b=:')).toBe('disallow 2');
      expect(judge('user-agent: *\ndisallow: /*%3A\nallow: /?b=:', '/?b=:')).toBe('allow 3');
      expect(judge('user-agent: *\ndisallow: /*%3Ac\nallow: /?b=:', '/?b=:c')).toBe('disallow 2');
      expect(judge('user-agent: *\ndisallow: /*%3A\nallow: /*:', '/?b=:c')).toBe('disallow 2');
    });

    test.each([
      ['/a%2Ab', '/a*b', true],
      ['/a%2ab', '/a%2Ab', true],
      ['/a%2Ab', '/axb', false],
      ['/a*b', '/a%2Ab', true],
      ['/a%24', '/a$', true],
      ['/a%24$', '/a$', true],
      ['/a%24$', '/a$b', false],
      ['/a%24', '/a', false],
      ['/a$b', '/a$b', true],
      ['/a$b', '/a%24b', true],
      ['/a$b', '/a', false],
      ['/a$$', '/a$', true],
      ['/a$$', '/a$b', false],
      ['/a$$', '/a', false],
      ['/a$*', '/a$b', true],
      ['/a$*', '/a', false],
      ['/a$ # c', '/a', true],
      ['/a$ # c', '/ab', false],
      ['/?a$b', '/?a%24b', true],
      ['/?%2a', '/?*', true],
    ])('* and $: %s and %s: %s', (pattern, url, expected) => {
      expect(matches(pattern, url)).toBe(expected);
    });

    test.each([..."!&'()+,;=:@[]"])('%s stays as it is', (character) => {
      expect(matches(`/a${character}b$`, `/a${character}b`)).toBe(true);
      expect(matches(`/a${character}b`, `/a%${character.charCodeAt(0).toString(16)}b`)).toBe(false);
    });
  });
});
