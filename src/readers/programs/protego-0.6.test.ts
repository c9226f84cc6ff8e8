import { expect, test } from 'vitest';
import { verdictsOf } from '../../../test/support/reader-verdicts.js';

const verdict = verdictsOf('protego-0.6');
const FILE = 'User-agent: *\nDisallow: /';

/** The octets of a text, a character each. */
const octetsOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

test.each([
  ['a byte order mark is removed', '\xef\xbb\xbf', 'disallowed by 2'],
  ['a second one is not', '\xef\xbb\xbf\xef\xbb\xbf', 'allowed'],
  ['one after an octet that is no UTF-8 is not', '\xef\xef\xbb\xbf', 'allowed'],
  ['an octet that is no UTF-8 is left out', '\xef', 'disallowed by 2'],
])('%s', (_, start, expected) => {
  expect(verdict(octetsOf(start + FILE), '/a')).toBe(expected);
});
