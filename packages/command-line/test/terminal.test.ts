/** Text for a terminal: color, text from strangers, amounts. */
import { describe, expect, test } from 'vitest';
import { count, duration, excerpt, jsonText, styleFor, visible } from '../src/terminal.js';

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [999.6, '1 s'],
  [119_400, '119 s'],
  [119_999, '2 min'],
  [7_199_999, '2 h'],
  [86_399_999, '24 h'],
  [48 * 3_600_000, '2 days'],
  [100_000_000_000, '1,157 days'],
])('%d ms is %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test('an amount has separators and a plural', () => {
  expect([count(0, 'octet'), count(1, 'octet'), count(1234, 'octet')]).toEqual([
    '0 octets',
    '1 octet',
    '1,234 octets',
  ]);
});

describe('color', () => {
  const terminal = { isTTY: true } as never;

  test('is used on terminals', () => {
    expect(styleFor({ stdout: terminal, env: {} }).bad('no')).toBe('\u001b[31mno\u001b[39m');
    expect(styleFor({ stdout: terminal, env: { NO_COLOR: '' } }).good('yes')).toBe('\u001b[32myes\u001b[39m');
  });

  test('is readable on white and on black: no yellow, white or black', () => {
    const style = styleFor({ stdout: terminal, env: {} });
    for (const paint of Object.values(style)) expect(paint('x')).not.toMatch(/\[(?:[349]|10)[037]m/);
  });

  test.each([
    ['a pipe', {} as never, {}],
    ['NO_COLOR', terminal, { NO_COLOR: '1' }],
    ['a dumb terminal', terminal, { TERM: 'dumb' }],
  ])('is not used for %s', (_, stdout, env) => {
    const style = styleFor({ stdout, env });
    expect(
      [style.good('a'), style.bad('b'), style.warning('c'), style.bold('d'), style.dim('e')].join(''),
    ).toBe('abcde');
  });
});

describe('text from strangers', () => {
  test('shows as escapes what a terminal would obey', () => {
    expect(visible('a\u001b[2Jb\r\n\tc\u202ed\u009bé\u{1F600}')).toBe(
      'a\\x1b[2Jb\\x0d\\x0a\\tc\\u202ed\\x9bé\u{1F600}',
    );
  });

  test('is the same value in JSON, with the same characters escaped', () => {
    const value = { text: 'a\u001b[2Jb\u007f\u0085\u009b31m\u2028\u202e\ufeffé\u{1F600}' };
    expect(jsonText(value)).toBe(
      '{"text":"a\\u001b[2Jb\\u007f\\u0085\\u009b31m\\u2028\\u202e\\ufeffé\u{1F600}"}',
    );
    expect(JSON.parse(jsonText(value))).toEqual(value);
  });

  test('is cut if it is long', () => {
    expect(excerpt('abc', 3)).toBe('abc');
    expect(excerpt('abcd', 3)).toBe('abc…');
  });
});
