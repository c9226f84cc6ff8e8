/** What one integer says of the octets of a path. */
import { describe, expect, test } from 'vitest';
import { octetsOf } from '../../test/support/octets.js';
import { isInForm, mayContain, OCTET_KINDS, presenceBit, UNKNOWN_SIGNATURE } from './octet-forms.js';

const OCTETS = Array.from({ length: 256 }, (_, octet) => octet);
const octet = (character: string) => character.charCodeAt(0);

/** The signature of a path, octet by octet. */
function signatureOfPath(path: string, signatures: Int32Array): number {
  return octetsOf(path).reduce((signature, one) => signature | signatures[one], 0);
}

const needed = (text: string) => octetsOf(text).reduce((bits, one) => bits | presenceBit(one), 0);

describe('the bit of an octet', () => {
  test('is one bit, or none for digits, dots and slashes', () => {
    const without = OCTETS.filter((one) => presenceBit(one) === 0);
    expect(without.map((one) => String.fromCharCode(one)).join('')).toBe('./0123456789');
    for (const one of OCTETS) expect(presenceBit(one) & (presenceBit(one) - 1)).toBe(0);
  });

  test('is its own for each letter, for `?` and for `=`, and shared by all others', () => {
    const own = [...'abcdefghijklmnopqrstuvwxyz?='].map((character) => presenceBit(octet(character)));
    expect(new Set([...own, presenceBit(octet('-'))]).size).toBe(own.length + 1);
    const shared = OCTETS.filter((one) => presenceBit(one) === presenceBit(octet('-')));
    expect(shared).toHaveLength(256 - 2 * 26 - 2 - 12);
  });

  test('is the same in both cases of a letter', () => {
    for (const letter of 'abcxyz')
      expect(presenceBit(octet(letter.toUpperCase()))).toBe(presenceBit(octet(letter)));
  });
});

test.each([
  ['/shop/a.html?b=1', 'shop', true],
  ['/shop/a.html?b=1', '.html?', true],
  ['/shop/a.html?b=1', 'x', false],
  ['/shop/a.html?b=1', 'shox', false],
  ['/shop', '?', false],
  ['/shop', '=', false],
  ['/shop', '-', false],
  ['/sh_p', '-', true],
  ['/shop', '/.0', true],
  ['', 'a', false],
  ['/a', '', true],
])('a path %j may contain %j: %s', (path, text, expected) => {
  const { signatures } = OCTET_KINDS.canonical;
  expect(mayContain(signatureOfPath(path, signatures), needed(text))).toBe(expected);
  expect(mayContain(UNKNOWN_SIGNATURE, needed(text))).toBe(true);
});

test.each([
  ['/a/b.html?c=d', true],
  ['/a.b/c', true],
  ['./a', true],
  ['/a./b', true],
  ['/%41', false],
  ['/a*', false],
  ['/a b', false],
  ['/a\\b', false],
  ['/a#b', false],
  ['/\xe9', false],
  ['/a"', false],
])('%j is in its form as it is written: %s', (path, expected) => {
  expect(isInForm(signatureOfPath(path, OCTET_KINDS.canonical.signatures))).toBe(expected);
});

test('in the decoded form, more octets stay as they are written', () => {
  const { signatures } = OCTET_KINDS.decoded;
  expect(['/a*', '/a$', '/a"', '/a%'].map((path) => isInForm(signatureOfPath(path, signatures)))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
