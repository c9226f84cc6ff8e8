import { describe, expect, test } from 'vitest';
import {
  type Check,
  hasFields,
  isCount,
  isFlag,
  isListOf,
  isMapOf,
  isNullOr,
  isNumber,
  isOneOf,
  isText,
} from '../../src/store/json-checks.js';

/** Every kind of value that JSON has, by a name. */
const VALUES = {
  text: 'text',
  'empty text': '',
  zero: 0,
  'a negative number': -1,
  'a fraction': 1.5,
  'a number too large for JavaScript': JSON.parse('1e999') as unknown,
  true: true,
  false: false,
  null: null,
  'nothing, as of a missing field': undefined,
  'an empty list': [],
  'a list of texts': ['a', 'b'],
  'a list of a text and a number': ['a', 1],
  'an empty object': {},
  'an object of texts': { a: 'x', b: 'y' },
  'an object of a text and a number': { a: 'x', b: 1 },
} as const;
type Name = keyof typeof VALUES;

describe('a check accepts', () => {
  test.each<[string, Check, Name[]]>([
    ['text', isText, ['text', 'empty text']],
    ['finite numbers', isNumber, ['zero', 'a negative number', 'a fraction']],
    ['finite numbers from 0', isCount, ['zero', 'a fraction']],
    ['flags', isFlag, ['true', 'false']],
    ['null, or what another accepts', isNullOr(isFlag), ['true', 'false', 'null']],
    ['one of some values', isOneOf('text', true), ['text', 'true']],
    ['lists', isListOf(isText), ['an empty list', 'a list of texts']],
    ['objects as maps', isMapOf(isText), ['an empty object', 'an object of texts']],
    [
      'objects with some fields',
      hasFields({ a: isText }),
      ['an object of texts', 'an object of a text and a number'],
    ],
    [
      'objects with several fields',
      hasFields({ a: isText, b: isNumber }),
      ['an object of a text and a number'],
    ],
  ])('%s, and nothing else', (_, check, accepted) => {
    const names = Object.keys(VALUES) as Name[];
    expect(names.filter((name) => check(VALUES[name]))).toEqual(accepted);
  });

  test('no list and no text where an object is expected, though they have properties', () => {
    expect(hasFields({})([])).toBe(false);
    expect(hasFields({ length: isNumber })('text')).toBe(false);
  });
});
