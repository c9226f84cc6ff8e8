/** Where the path of a URL that is not parsed begins and ends: docs/semantics.md §5.7.1. */
import { expect, test } from 'vitest';
import { googlePath } from '../../../test/reference/canonical.js';
import { toOctetString } from '../../../test/reference/octets.js';
import { octetsOf } from '../../../test/support/octets.js';
import { asWrittenEnd, asWrittenStart, NO_PATH } from './as-written.js';

/** Every text of up to four of the octets that mean something where a path begins, and a letter. */
const TEXTS = textsOf([...'/?;:#a'], 4);

function textsOf(characters: readonly string[], length: number): string[] {
  if (length === 0) return [''];
  const shorter = textsOf(characters, length - 1);
  const longest = shorter.filter((text) => text.length === length - 1);
  return [...shorter, ...longest.flatMap((text) => characters.map((character) => text + character))];
}

test.each([
  ['nothing', '', ''],
  ['slashes', '//', '//'],
  ['a scheme and the rest of one', 'a:', '//b/c'],
  ['a fragment and a query', '#', '?/'],
])('every short text has the path of the specification, between %s', (_, before, after) => {
  const wrong = TEXTS.filter((text) => {
    const octets = octetsOf(before + text + after);
    const textEnd = before.length + text.length;
    const start = asWrittenStart(octets, before.length, textEnd);
    const expected = googlePath(text);
    if (start === NO_PATH) return expected !== '/';
    // A path that is found has at least the octet that begins it.
    if (start < before.length || start >= textEnd) return true;
    const path = toOctetString(octets.subarray(start, asWrittenEnd(octets, start, textEnd)));
    return (path.startsWith('/') ? path : `/${path}`) !== expected;
  });
  expect(wrong).toEqual([]);
});
