import { findClusterBreak as expectedBreak } from '@marijn/find-cluster-break';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProperty } from '../../test/support/property.js';
import { findClusterBreak } from './cluster-break.js';

/** Characters, each of one code point or more, beside which no other of them is taken for a part of them. */
const CHARACTERS = [
  'a',
  '/',
  'é',
  '😀',
  '\udcff',
  '\udc80',
  '\0',
  '\u200b',
  'e\u0301',
  'я\u0308',
  '🇦🇶',
  '👩‍🚒',
  '👍🏽',
  '한',
];

checkProperty(
  'the ends of characters are those that CodeMirror finds',
  fc.property(
    fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 60 }),
    fc.boolean(),
    fc.boolean(),
    (characters, forward, includeExtending) => {
      const text = characters.join('');
      let position = forward ? 0 : text.length;
      for (let step = 0; step <= text.length; step++) {
        const end = findClusterBreak(text, position, forward, includeExtending);
        expect(end).toBe(expectedBreak(text, position, forward, includeExtending));
        if (end === position) break;
        position = end;
      }
      expect(position).toBe(forward ? text.length : 0);
    },
  ),
);

test('a position within a surrogate pair leads to the ends of its character', () => {
  expect(findClusterBreak('a😀b', 2, true)).toBe(3);
  expect(findClusterBreak('a😀b', 2, false)).toBe(1);
});

test('of a long line, only the text near the position is read', () => {
  const text = `${'a'.repeat(1_000_000)}😀`;
  expect(findClusterBreak(text, 1_000_000)).toBe(1_000_002);
  expect(findClusterBreak(text, text.length, false)).toBe(1_000_000);
});
