/**
 * A line of a file with some of its octets marked, as compilers show errors.
 */
import type { RobotsDocument } from 'robotstream';
import type { CommandContext } from '../../command-line/src/command.js';
import { lineBounds, lineTextStart } from '../../command-line/src/line-bounds.js';
import { type Style, styleFor, visible } from '../../command-line/src/terminal.js';

/** The octets to mark: `octets[start..end)` of a file, all in one line. */
export interface Mark {
  /** The line's number, from 1. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** How lines of a file are drawn, and sentences about them. */
export interface FrameLayout {
  /** Those of the whole file. */
  readonly octets: Uint8Array;
  readonly lineCount: number;
  /** How many characters a line may have. */
  readonly width: number;
  readonly style: Style;
}

/** The layout of text about a file. */
export function layoutOf(
  { octets, lineCount }: RobotsDocument,
  context: Pick<CommandContext, 'stdout' | 'env'>,
): FrameLayout {
  return { octets, lineCount, width: textWidthOf(context.stdout), style: styleFor(context) };
}

/** The width of a frame if the output is not a terminal, and the smallest width. */
const USUAL_WIDTH = 100;
const MIN_WIDTH = 40;

/** How many characters fit into a line of an output. */
export function widthOf({ columns = USUAL_WIDTH }: CommandContext['stdout']): number {
  return Math.max(columns, MIN_WIDTH);
}

/** The widest that a sentence gets, in characters: longer lines are hard to read. */
const MAX_TEXT_WIDTH = 100;

/** How many characters a line of a sentence has at most. */
export function textWidthOf(stdout: CommandContext['stdout']): number {
  return Math.min(widthOf(stdout), MAX_TEXT_WIDTH);
}

/**
 * The line of a mark, and below it a `^` for each marked character:
 *
 * ```text
 *   8 | Disallow: /search
 *     |           ^^^^^^^
 * ```
 *
 * Of a long line, only the part around the mark is shown. Octets that are not UTF-8 are shown as U+FFFD.
 *
 * @param paint colours the `^`s
 */
export function markedLine(
  { line, start, end }: Mark,
  { octets, lineCount, width, style }: FrameLayout,
  paint: (text: string) => string,
): string {
  const gutter = String(lineCount).length;
  const room = width - gutter - FRAME_CHARACTERS;
  const marked = startOf(shownText(octets, start, end), Math.floor(room * MARKED_SHARE));
  const before = endOf(
    shownText(octets, lineTextStart(octets, start), start),
    Math.floor(room * BEFORE_SHARE),
  );
  const after = startOf(
    shownText(octets, end, lineBounds(octets, start, end).end),
    room - cellsOf(before) - cellsOf(marked),
  );
  const number = style.dim(`${String(line).padStart(gutter)} |`);
  const margin = style.dim(`${' '.repeat(gutter)} |`);
  const carets = paint('^'.repeat(Math.max(1, cellsOf(marked))));
  return `  ${number} ${before}${marked}${after}\n  ${margin} ${' '.repeat(cellsOf(before))}${carets}\n`;
}

/** Two spaces before the number, then ` | `. */
const FRAME_CHARACTERS = 5;
/** The parts of a long line that the mark and the text before it may take. */
const MARKED_SHARE = 0.6;
const BEFORE_SHARE = 0.3;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function shownText(octets: Uint8Array, start: number, end: number): string {
  return visible(decoder.decode(octets.subarray(start, end)));
}

/** Characters that fill two cells of a terminal: CJK, and emoji shown as pictures. */
const WIDE =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff60\p{Emoji_Presentation}]/u;
/** Characters that fill none. */
const COMBINING = /[\p{Mn}\p{Me}\u200b-\u200d]/u;

/** How many cells of a terminal a text fills. */
export function cellsOf(text: string): number {
  let cells = 0;
  for (const character of text) cells += cellsOfCharacter(character);
  return cells;
}

function cellsOfCharacter(character: string): number {
  if (character.length === 1 && character < '\u0300') return 1;
  if (COMBINING.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** The start of a text, in at most `maxCells` cells, with `…` in place of the rest. */
export function startOf(text: string, maxCells: number): string {
  if (cellsOf(text) <= maxCells) return text;
  let start = '';
  let cells = 1;
  for (const character of text) {
    cells += cellsOfCharacter(character);
    if (cells > maxCells) break;
    start += character;
  }
  return `${start}…`;
}

/** The end of a text, in at most `maxCells` cells, with `…` in place of the rest. */
function endOf(text: string, maxCells: number): string {
  return reversed(startOf(reversed(text), maxCells));
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}
