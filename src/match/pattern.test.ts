/** Patterns taken apart at their wildcards, many in one set, and some of them picked. */
import { describe, expect, test } from 'vitest';
import { requestPath } from '../../test/match/request-path.js';
import { toOctetString } from '../../test/reference/octets.js';
import { octetsOf } from '../../test/support/octets.js';
import { OCTET_KINDS } from './octet-forms.js';
import { directoryOfIndex, NO_MATCH, PathPatterns, PatternSet } from './pattern.js';

/** What a set has of a pattern, `parts` joined by `|`. */
function shown(set: PatternSet, pattern: number): object {
  const parts = [];
  for (let part = set.firstPart[pattern]; part < set.firstPart[pattern + 1]; part++) {
    parts.push(toOctetString(set.text.subarray(set.partBounds[part], set.partBounds[part + 1])));
  }
  return {
    parts: parts.join('|'),
    length: set.lengths[pattern],
    isAnchored: set.anchored[pattern] === 1,
    rule: set.rules[pattern],
  };
}

function setOf(patterns: readonly string[], expected?: number): PatternSet {
  const set = new PatternSet(OCTET_KINDS.canonical, true, expected);
  for (const [nth, pattern] of patterns.entries()) {
    // The octets around a pattern are those of its file.
    set.add(octetsOf(`%4${pattern}1$`), 2, 2 + pattern.length, 100 + nth);
  }
  return set;
}

const CASES: [string, string, number, boolean, boolean][] = [
  ['/a*b*c$', '/a|b|c', 7, true, false],
  ['/a', '/a', 2, false, false],
  ['', '', 0, false, false],
  ['$', '', 1, true, false],
  ['/$', '/', 2, true, false],
  ['*', '', 1, false, false],
  ['*$', '', 2, false, false],
  ['/a*', '/a', 3, false, false],
  ['/a*$', '/a', 4, false, false],
  ['/a**b', '/a|b', 5, false, false],
  ['**a', '|a', 3, false, false],
  ['/a$b', '/a%24b', 6, false, false],
  ['/a%4', '/a%254', 6, false, false],
  ['/a%4$', '/a%254', 7, true, false],
  ['/%3A*b', '/%3A|b', 6, false, false],
  ['/*%3A', '/|%3A', 5, false, true],
  ['/*?%3A', '/|?:', 4, false, false],
  ['/?*%3A', '/?|:', 4, false, false],
  ['/*%2A', '/|%2A', 5, false, false],
  ['/*a%2Fb*c$', '/|a%2Fb|c', 10, true, true],
];

test.each(CASES)('%j has the parts %j', (pattern, parts, length, isAnchored, hasForms) => {
  const set = setOf([pattern]);
  expect(shown(set, 0)).toEqual({ parts, length, isAnchored, rule: 100 });
  expect([set.count, set.hasQueryForms]).toEqual([1, hasForms]);
});

const ALL = CASES.map(([pattern]) => pattern);
const MANY = [
  ...ALL,
  `/${'é*'.repeat(500)}$`,
  ...ALL,
  ...ALL.map((pattern) => `${pattern}${'%'.repeat(40)}`),
];

/** What sets of one pattern each have of them. */
const alone = MANY.map((pattern, nth) => ({ ...shown(setOf([pattern]), 0), rule: 100 + nth }));

describe('a set has each of many patterns as if it were alone', () => {
  test.each([undefined, 0, 1, MANY.length - 1, MANY.length, MANY.length + 1])(
    'if it expects %s',
    (expected) => {
      const set = setOf(MANY, expected);
      expect(MANY.map((_, nth) => shown(set, nth))).toEqual(alone);
      expect([set.count, set.hasQueryForms, set.textLength]).toEqual([
        MANY.length,
        true,
        set.partBounds[set.partCount],
      ]);
    },
  );

  test('after it has been cleared', () => {
    const set = setOf(MANY);
    set.clear();
    expect([set.count, set.partCount, set.textLength, set.hasQueryForms]).toEqual([0, 0, 0, false]);
    set.add(octetsOf('/a*b'), 0, 4, 7);
    expect(shown(set, 0)).toEqual({
      parts: '/a|b',
      length: 4,
      isAnchored: false,
      rule: 7,
    });
  });
});

test('an empty pattern is not anchored by the octet before it', () => {
  const set = new PatternSet(OCTET_KINDS.canonical, true);
  set.add(octetsOf('$'), 1, 1, 0);
  expect(shown(set, 0)).toEqual({ parts: '', length: 0, isAnchored: false, rule: 0 });
});

test('a pattern may be anchored without a `$` of its own', () => {
  const set = new PatternSet(OCTET_KINDS['as-written'], true);
  set.add(octetsOf('/a*b/index.html'), 0, 5, 1, true);
  set.add(octetsOf('/a*b/'), 0, 3, 2, true);
  expect(shown(set, 0)).toEqual({ parts: '/a|b/', length: 6, isAnchored: true, rule: 1 });
  expect(shown(set, 1)).toEqual({ parts: '/a', length: 4, isAnchored: false, rule: 2 });
});

test('without special characters, a pattern has one part', () => {
  const set = new PatternSet(OCTET_KINDS.decoded, false);
  set.add(octetsOf('/a*b$'), 0, 5, 1);
  expect(shown(set, 0)).toEqual({
    parts: '/a*b$',
    length: 5,
    isAnchored: false,
    rule: 1,
  });
});

/** docs/semantics.md §5.7.4: the directory that `allow: /directory/index.html` allows, too. */
test.each([
  ['/index.htm', '/'],
  ['/index.html', '/'],
  ['/a/b/index.html', '/a/b/'],
  ['/a/index.html$', '/a/'],
  ['*/index.htmx', '*/'],
  ['/a/index.ht', null],
  ['/a/Index.html', null],
  ['/a/index.xtm', null],
  ['/a/xindex.html', null],
  ['/a/index.html/', null],
  ['/index.html/b', null],
  ['index.html', null],
  ['', null],
])('the directory of %j is %j', (pattern, expected) => {
  // What surrounds the pattern in its file would change the answer.
  const octets = octetsOf(`/index.html/${pattern}ml/index.html`);
  const start = '/index.html/'.length;
  const end = directoryOfIndex(octets, start, start + pattern.length);
  expect(end < 0 ? null : pattern.slice(0, end - start)).toBe(expected);
});

test('patterns outside of a file are tried on one URL, whatever else is read meanwhile', () => {
  const patterns = new PathPatterns('http://h/shop/a%3Ab?c=d:e', 100);
  requestPath('http://h/another', 'canonical');
  const found = ['/', '/shop/*', '/*b*%3Ae$', '/*b?c$', '/another', ''].map((text) =>
    patterns.lengthOf(text),
  );
  expect(found).toEqual([1, 7, 9, NO_MATCH, NO_MATCH, 0]);
});
