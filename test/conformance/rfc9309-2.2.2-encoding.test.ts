/** RFC 9309 §2.2.2: percent-encoding. `%2A` and `%24` are in `rfc9309-2.2.3-special-characters.test.ts`. */
import { describe, expect, test } from 'vitest';
import { describeRequirement } from './cite.js';
import { concat, diagnosticsOf, matchesUnder, octets } from './judging.js';

const matches = matchesUnder('rfc9309');

/** RFC 3986 §2.2 and §2.3. */
const RESERVED = ":/?#[]@!$&'()*+,;=";
const UNRESERVED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';

function encoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Figure 4: path, encoded path, path to match. */
const FIGURE_4: [path: string, encodedPath: string, pathToMatch: string][] = [
  ['/foo/bar?baz=quz', '/foo/bar?baz=quz', '/foo/bar?baz=quz'],
  [
    '/foo/bar?baz=https://foo.bar',
    '/foo/bar?baz=https%3A%2F%2Ffoo.bar',
    '/foo/bar?baz=https%3A%2F%2Ffoo.bar',
  ],
  ['/foo/bar/\u30C4', '/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84'],
  ['/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84'],
  ['/foo/bar/%62%61%7A', '/foo/bar/%62%61%7A', '/foo/bar/baz'],
];

function describeFigure4(rows: typeof FIGURE_4): void {
  describe.each(rows)('figure 4, row %#: %s', (...forms) => {
    for (const pattern of new Set(forms)) {
      for (const path of new Set(forms)) {
        test(`the rule ${pattern} and the URI ${path} are equivalent`, () => {
          expect(matches(`${pattern}$`, path)).toBe(true);
          expect(matches(`${pattern}$`, `https://www.example.com${path}`)).toBe(true);
          expect(matches(`${pattern}x`, path)).toBe(false);
        });
      }
    }
  });
}

describeRequirement('2.2.2-encode', () => {
  describeFigure4(FIGURE_4.slice(0, 4));

  test.each(['é', 'ツ', '🤖', '\u0080', '\u{10FFFF}'])(
    '%s is its UTF-8, percent-encoded, in path and query',
    (character) => {
      for (const start of ['/a/', '/a?b=']) {
        expect(matches(`${start}${character}$`, `${start}${encodeURI(character)}`)).toBe(true);
        expect(matches(`${start}${encodeURI(character)}$`, `${start}${character}`)).toBe(true);
        expect(matches(`${start}${encodeURI(character).toLowerCase()}$`, `${start}${character}`)).toBe(true);
      }
    },
  );

  test.each([':', '/', '?', '@'])('%s in a query is the same encoded', (character) => {
    expect(matches(`/a?b=${character}c`, `/a?b=${encoded(character)}c`)).toBe(true);
    expect(matches(`/a?b=${encoded(character)}c`, `/a?b=${character}c`)).toBe(true);
  });
});

describeRequirement('2.2.2-decode', () => {
  describeFigure4(FIGURE_4.slice(4));

  test.each([...UNRESERVED])('%s equals its encoded form', (character) => {
    for (const start of ['/a', '/a?b=']) {
      expect(matches(`${start}${encoded(character)}c$`, `${start}${character}c`)).toBe(true);
      expect(matches(`${start}${character}c$`, `${start}${encoded(character).toLowerCase()}c`)).toBe(true);
    }
  });

  // "*" and "$" are special in a rule, so they are encoded in the URI (RFC 9309 §2.2.3); "#" begins a comment and a fragment.
  test.each([...RESERVED].filter((character) => !'*$#'.includes(character)))(
    'reserved: %s in a path is not the same encoded',
    (character) => {
      expect(matches(`/a${encoded(character)}c`, `/a${character}c`)).toBe(false);
      expect(matches(`/a${character}c`, `/a${encoded(character)}c`)).toBe(false);
      expect(matches(`/a${encoded(character)}c`, `/a${encoded(character).toLowerCase()}c`)).toBe(true);
      expect(matches(`/a${character}c`, `/a${character}c`)).toBe(true);
    },
  );

  test.each(['%00', '%0A', '%20', '%22', '%23', '%25', '%7F', '%80', '%FF'])(
    '%s stays encoded',
    (triplet) => {
      expect(matches(`/a${triplet}b$`, `/a${triplet.toLowerCase()}b`)).toBe(true);
      expect(matches(`/a${triplet.toLowerCase()}b$`, `/a${triplet}b`)).toBe(true);
      expect(matches(`/a${triplet}`, '/a')).toBe(false);
    },
  );

  test('a decoded octet is not decoded again', () => {
    expect(matches('/%2561', '/a')).toBe(false);
    expect(matches('/a', '/%2561')).toBe(false);
    expect(matches('/%2561$', '/%2561')).toBe(true);
  });
});

describeRequirement('2.2.2-bridge', () => {
  const latin1 = concat('user-agent: *\ndisallow: ', octets('/caf\xE9'));

  test('octets of another encoding are compared as they are', () => {
    expect(matches(octets('/caf\xE9$'), '/caf%E9')).toBe(true);
    expect(matches(octets('/caf\xE9'), '/caf%e9/')).toBe(true);
    expect(matches(octets('/\x8Eq'), '/%8Eq')).toBe(true);
    expect(diagnosticsOf(latin1)).toEqual(['2 invalid-utf-8']);
  });

  test('they do not equal the characters of UTF-8', () => {
    expect(matches(octets('/caf\xE9'), '/café')).toBe(false);
    expect(matches('/café', '/caf%E9')).toBe(false);
    expect(matches('/café', '/caf%C3%A9')).toBe(true);
  });
});
