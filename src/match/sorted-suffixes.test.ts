import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProperty } from '../../test/support/property.js';
import { sortedSuffixes } from './sorted-suffixes.js';

/** Sorts suffixes by comparing them. */
function expectedOrder(text: string): number[] {
  return Array.from(text, (_, place) => place).sort((a, b) => (text.slice(a) < text.slice(b) ? -1 : 1));
}

function orderOf(text: string): number[] {
  return [
    ...sortedSuffixes(
      Uint8Array.from(text, (character) => character.charCodeAt(0)),
      new Int32Array(257),
    ),
  ];
}

checkProperty(
  'the suffixes are in order',
  fc.property(fc.stringMatching(/^[abc]{0,60}$/), (text) => {
    expect(orderOf(text)).toEqual(expectedOrder(text));
  }),
);

test.each([
  ['nothing', ''],
  ['one octet', 'a'],
  ['one octet over and over', 'a'.repeat(50)],
  ['one octet over and over before a smaller one', `${'b'.repeat(50)}a`],
  ['a period', 'ab'.repeat(50)],
  ['a period in a period', 'abaab'.repeat(20)],
  ['a fall', 'zyxwvu'],
  ['the least and the largest octet', '\x00\xff\x00\x00\xff\xff\x00\xff'],
])('%s', (_, text) => {
  expect(orderOf(text)).toEqual(expectedOrder(text));
});
