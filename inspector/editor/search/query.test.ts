import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../../../test/support/property.js';
import {
  expressionOf,
  matchAfter,
  matchBefore,
  matchesFrom,
  NO_QUERY,
  replacementOf,
  type SearchQuery,
} from './query.js';

function expression(query: Partial<SearchQuery>): RegExp {
  const made = expressionOf({ ...NO_QUERY, ...query });
  if (made === null) throw new Error('The query finds nothing.');
  return made;
}

/** What a query finds in a text: the index of each match. */
function found(query: Partial<SearchQuery>, text: string): number[] {
  return [...matchesFrom(expression(query), text, 0)].map(({ index }) => index);
}

/** A text with every match of a query replaced. */
function replaced(query: Partial<SearchQuery>, text: string): string {
  const whole = { ...NO_QUERY, ...query };
  let result = '';
  let end = 0;
  for (const match of matchesFrom(expression(query), text, 0)) {
    result += text.slice(end, match.index) + replacementOf(whole, match);
    end = match.index + match[0].length;
  }
  return result + text.slice(end);
}

describe('what a query finds', () => {
  test.each<[string, Partial<SearchQuery>, string, number[]]>([
    ['letters in upper and lower case', { text: 'allow' }, 'Allow disALLOW', [0, 9]],
    ['letters in their case', { text: 'allow', matchesCase: true }, 'Allow disallow', [9]],
    ['the signs of expressions as they are', { text: '/*.p$|[(' }, 'a/*.p$|[( /xxp', [1]],
    ['a lone surrogate, which is an octet that is not UTF-8', { text: '\udcff' }, 'a\udcffb', [1]],
    ['no half of a character', { text: '\ude00' }, '😀', []],
    ['matches that do not overlap', { text: 'aa' }, 'aaaaa', [0, 2]],
    ['whole words', { text: 'bot', wholeWords: true }, 'bot bots robot bot-1 bot_1', [0, 15]],
    ['a word in another script', { text: 'роб', wholeWords: true }, 'робот роб', [6]],
    ['a whole word with signs beside other words', { text: '/a', wholeWords: true }, 'x/a x/ab', [1]],
    ['an expression', { text: '^dis\\w+', isRegularExpression: true }, 'allow\nDisallow\n disallow', [6]],
    ['no match of no characters', { text: '^|b*', isRegularExpression: true }, 'abb\na', [1]],
    [
      'either part of a whole word',
      { text: 'a|bot', isRegularExpression: true, wholeWords: true },
      'a bots bot',
      [0, 7],
    ],
  ])('%s', (_, query, text, indexes) => {
    expect(found(query, text)).toEqual(indexes);
  });

  test.each<[string, Partial<SearchQuery>]>([
    ['an empty text', {}],
    ['an expression that is none', { text: '(', isRegularExpression: true }],
    [
      'an expression that is none with something around it',
      { text: ')(', isRegularExpression: true, wholeWords: true },
    ],
  ])('%s finds nothing', (_, query) => {
    expect(expressionOf({ ...NO_QUERY, ...query })).toBeNull();
  });
});

describe('steps from match to match', () => {
  const text = 'ab ab ab';

  test.each([
    [0, 0],
    [1, 3],
    [6, 6],
    [7, 0],
  ])('after %i comes the match at %i', (index, match) => {
    expect(matchAfter(expression({ text: 'ab' }), text, index)?.index).toBe(match);
  });

  test.each([
    [0, 6],
    [1, 0],
    [6, 3],
    [8, 6],
  ])('before %i comes the match at %i', (index, match) => {
    expect(matchBefore(expression({ text: 'ab' }), text, index)?.index).toBe(match);
  });

  test('nothing is found without a match', () => {
    expect(matchAfter(expression({ text: 'x' }), text, 0)).toBeNull();
    expect(matchBefore(expression({ text: 'x' }), text, 8)).toBeNull();
  });
});

describe('a replacement', () => {
  test.each<[string, Partial<SearchQuery>, string, string]>([
    ['of a plain text is taken as it is', { text: 'a', replacement: '$&\\n' }, 'ab', '$&\\nb'],
    [
      'has groups',
      { text: '(\\w)(\\d)?', replacement: '<$1$2$3>', isRegularExpression: true },
      'a1 b',
      '<a1$3> <b$3>',
    ],
    ['has a group before a digit', { text: '(a)', replacement: '$12', isRegularExpression: true }, 'a', 'a2'],
    [
      'has the match, dollars and escapes',
      { text: 'a', replacement: '[$&$$1]\\n\\t\\\\', isRegularExpression: true },
      'a',
      '[a$1]\n\t\\',
    ],
    [
      'sees what is around the match',
      { text: '(?<=x)a', replacement: 'b', isRegularExpression: true },
      'xa a',
      'xb a',
    ],
  ])('%s', (_, query, text, result) => {
    expect(replaced(query, text)).toBe(result);
  });
});

checkProperty(
  'plain text is found where indexOf finds it, and replaced as replaceAll replaces it',
  fc.property(
    fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '$', '\\', '\n', '\udcff') }),
    fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '$', '\\', '\udcff'), minLength: 1, maxLength: 3 }),
    fc.string({ maxLength: 3 }),
    (text, sought, replacement) => {
      const indexes: number[] = [];
      for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length))
        indexes.push(at);
      const query = { text: sought, replacement, matchesCase: true };
      expect(found(query, text)).toEqual(indexes);
      expect(replaced(query, text)).toBe(text.replaceAll(sought, () => replacement));
    },
  ),
);
