/**
 * Text for a terminal: colour, text from strangers, quoted lines, amounts.
 */

import type { CommandContext } from './command.js';
import { lineBounds } from './line-bounds.js';

/**
 * The parameters of SGR sequences that start and end each style (ECMA-48 §8.3.117). A warning is magenta, because yellow is hard to
 * read on a white ground.
 */
const SGR = {
  good: [32, 39],
  bad: [31, 39],
  warning: [35, 39],
  bold: [1, 22],
  dim: [2, 22],
} as const;

/** Paints text. */
export type Style = { readonly [name in keyof typeof SGR]: (text: string) => string };

/** Colours if the output is a terminal that supports them and `NO_COLOR` is not set (no-color.org); otherwise plain text. */
export function styleFor({ stdout, env }: Pick<CommandContext, 'stdout' | 'env'>): Style {
  const isColored = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const painters = Object.entries(SGR).map(([name, [start, end]]) => {
    const paint = (text: string) => (isColored ? `\u001b[${start}m${text}\u001b[${end}m` : text);
    return [name, paint] as const;
  });
  return Object.fromEntries(painters) as Style;
}

/** Clears the line and goes to its start: CSI 2 K (ECMA-48 §8.3.41). */
export const CLEAR_LINE = '\r\u001b[2K';

/** Control characters, line separators, characters that change the direction of text, and those that neither XML nor YAML can have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it finds control characters
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

const HIDDEN_ONE = new RegExp(HIDDEN.source);

/** Whether {@link visible} would change a text. */
export function hasHidden(text: string): boolean {
  return HIDDEN_ONE.test(text);
}

/** Text from a file, a server or the command line. Every character that a terminal would obey or hide is shown as an escape. */
export function visible(text: string): string {
  return text.replace(HIDDEN, escaped);
}

/** A value as JSON. The characters that {@link visible} escapes are escaped, too: a reader gets the same value. */
export function jsonText(value: unknown): string {
  return withEscapes(JSON.stringify(value));
}

/** The same JSON text, with escapes for the characters that {@link visible} escapes. They can only be within strings. */
export function withEscapes(json: string): string {
  return json.replace(HIDDEN, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** {@link visible} text, cut to a number of characters. */
export function excerpt(text: string, maxCharacters = 160): string {
  return visible(text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text);
}

function escaped(character: string): string {
  if (character === '\t') return '\\t';
  const code = character.charCodeAt(0);
  return code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : unicodeEscape(character);
}

/**
 * The line around an octet of a file, with its number: `  12 | Disallow: /private/`.
 *
 * @param octets the whole file
 * @param offset where an octet of the line is
 */
export function quotedLineAt(octets: Uint8Array, offset: number, line: number, style: Style): string {
  const { start, end } = lineBounds(octets, offset);
  return quotedLine(octets.subarray(start, end), line, style);
}

/** A line with its number: `  12 | Disallow: /private/`. */
export function quotedLine(octets: Uint8Array, line: number, style: Style): string {
  return `  ${style.dim(`${line} |`)} ${excerpt(new TextDecoder().decode(octets))}`;
}

/** A number with its unit: `1 line`, `1,234 octets`. */
export function count(number: number, unit: string): string {
  return `${number.toLocaleString('en-US')} ${unit}${number === 1 ? '' : 's'}`;
}

/** Units of time, each with how many of the unit before it make one, and the number from which on the next unit is used. */
const TIME_UNITS = [
  ['ms', 1, 1000],
  ['s', 1000, 120],
  ['min', 60, 120],
  ['h', 60, 48],
  ['days', 24, Infinity],
] as const;

/** A span of time: `350 ms`, `12 s`, `24 h`, `30 days`. */
export function duration(ms: number): string {
  let amount = ms;
  for (const [unit, ofTheOneBefore, limit] of TIME_UNITS) {
    amount /= ofTheOneBefore;
    const number = Math.round(amount);
    if (number < limit) return `${number.toLocaleString('en-US')} ${unit}`;
  }
  return 'forever';
}
