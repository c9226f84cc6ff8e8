/** The dictionary tests of the HTTP working group's structured field test suite: shared/vectors/structured-fields. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type BareItem, type Member, parseDictionary } from '../../src/usage/structured-fields.js';
import { describeWith } from '../support/needs.js';
import { octetsOf } from '../support/octets.js';
import { SHARED_NEED, sharedPath } from '../support/shared.js';

interface SuiteCase {
  readonly name: string;
  readonly raw: readonly string[];
  readonly expected?: readonly unknown[];
  readonly must_fail?: boolean;
  readonly can_fail?: boolean;
}

const FILES = ['dictionary.json', 'param-dict.json'];

describeWith(SHARED_NEED, 'the suite', () => {
  describe.each(FILES)('%s', (file) => {
    const path = sharedPath('vectors', 'structured-fields', file) ?? '';
    const cases = path === '' ? [] : (JSON.parse(readFileSync(path, 'utf8')) as SuiteCase[]);

    test('has cases', () => expect(cases.length).toBeGreaterThan(10));

    test.each(cases)('$name', ({ raw, expected, must_fail: mustFail, can_fail: canFail }) => {
      const parsed = parseDictionary(octetsOf(raw.join(', ')));
      if ('failedAt' in parsed) expect(mustFail === true || canFail === true).toBe(true);
      else if (mustFail) expect(parsed).toBe('a failure');
      else expect([...parsed.dictionary].map(([key, member]) => [key, asInSuite(member)])).toEqual(expected);
    });
  });
});

/** A member as the suite writes it. */
function asInSuite({ value, parameters }: Member): unknown {
  const plain = Array.isArray(value)
    ? value.map((item) => [bare(item.value), asList(item.parameters)])
    : bare(value as BareItem);
  return [plain, asList(parameters)];
}

function asList(parameters: Member['parameters']): unknown[] {
  return [...parameters].map(([key, value]) => [key, bare(value)]);
}

function bare(item: BareItem): unknown {
  switch (item.type) {
    case 'token':
      return { __type: 'token', value: item.value };
    case 'binary':
      return { __type: 'binary', value: base32(item.value) };
    case 'date':
      return { __type: 'date', value: item.value };
    case 'display-string':
      return { __type: 'displaystring', value: item.value };
    default:
      return item.value;
  }
}

/** Octets in base 32, as the suite writes byte sequences. */
function base32(octets: Uint8Array): string {
  const bits = Array.from(octets, (octet) => octet.toString(2).padStart(8, '0')).join('');
  const digits = bits.match(/.{1,5}/g) ?? [];
  const text = digits.map(
    (digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(digit.padEnd(5, '0'), 2)],
  );
  return text.join('').padEnd(Math.ceil(text.length / 8) * 8, '=');
}

describe('types of items that the suite of dictionaries leaves out', () => {
  const itemOf = (text: string): unknown => {
    const parsed = parseDictionary(octetsOf(`a=${text}`));
    return 'failedAt' in parsed ? `fails at ${parsed.failedAt - 2}` : parsed.dictionary.get('a')?.value;
  };

  test.each<[string, unknown]>([
    ['-0', { type: 'integer', value: -0 }],
    ['999999999999999', { type: 'integer', value: 999_999_999_999_999 }],
    ['1000000000000000', 'fails at 15'],
    ['123456789012.345', { type: 'decimal', value: 123_456_789_012.345 }],
    ['1234567890123.4', 'fails at 13'],
    ['1.2345', 'fails at 6'],
    ['1.', 'fails at 2'],
    ['-', 'fails at 1'],
    ['"a\\"b\\\\"', { type: 'string', value: 'a"b\\' }],
    ['"a\\n"', 'fails at 3'],
    ['"a', 'fails at 2'],
    ['"\x7f"', 'fails at 1'],
    ['*a/b:c', { type: 'token', value: '*a/b:c' }],
    [':AAE=:', { type: 'binary', value: Uint8Array.of(0, 1) }],
    [':AAE:', { type: 'binary', value: Uint8Array.of(0, 1) }],
    [':A:', 'fails at 1'],
    [':A A=:', 'fails at 1'],
    [':AAE=', 'fails at 1'],
    ['?0', { type: 'boolean', value: false }],
    ['?2', 'fails at 1'],
    ['@1659578233', { type: 'date', value: 1_659_578_233 }],
    ['@1.5', 'fails at 4'],
    ['%"f%c3%bc"', { type: 'display-string', value: 'fü' }],
    ['%"%C3%BC"', 'fails at 2'],
    ['%"%ff"', 'fails at 5'],
    [
      '(a;b "c")',
      [
        {
          value: { type: 'token', value: 'a' },
          parameters: new Map([['b', { type: 'boolean', value: true }]]),
        },
        { value: { type: 'string', value: 'c' }, parameters: new Map() },
      ],
    ],
    ['(a"c")', 'fails at 2'],
    ['(a', 'fails at 2'],
    ['[', 'fails at 0'],
    ['', 'fails at 0'],
  ])('%j', (text, expected) => {
    expect(itemOf(text)).toEqual(expected);
  });

  test('an upper-case key fails where it is, a comma at the end after it', () => {
    expect(parseDictionary(octetsOf('train-ai=y, Search=n'))).toEqual({ failedAt: 12 });
    expect(parseDictionary(octetsOf('a=1,'))).toEqual({ failedAt: 4 });
  });
});
