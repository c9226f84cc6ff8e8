/**
 * Readings as text for people: a line for each reader.
 */
import type { RobotsDocument } from 'robotstream';
import type { FoundReadings, UrlReading, Witness } from 'robotstream/readers';
import { paragraph } from '../../../../command-line/src/help.js';
import { count, quotedLine, visible } from '../../../../command-line/src/terminal.js';
import { cellsOf, type FrameLayout, startOf } from '../../code-frame.js';
import { groupedBy } from '../../grouped-by.js';
import { lineFinder } from '../../line-finder.js';

/** How readers judge one URL. */
export interface UrlAnswer {
  readonly url: string;
  readonly readings: readonly UrlReading[];
}

/** How all readers judge one URL. */
export function* urlReadingsText({ url, readings }: UrlAnswer, layout: FrameLayout): Generator<string, void> {
  const { style, width } = layout;
  const names = Math.max(...readings.map(({ title }) => title.length));
  yield `\n${style.bold(startOf(visible(url), width))}\n`;
  for (const reading of readings) yield readingText(reading, names, layout);
  const differing = readings.filter(({ differs }) => differs).length;
  const readers = count(readings.length, 'reader');
  yield differing === 0
    ? `  ${style.good(`all ${readers} agree`)}\n`
    : `${paragraph(`${differing} of ${readers} judge otherwise than RFC 9309`, '  ', width)}\n`;
}

const VERDICT_CELLS = 'disallowed'.length;

/** One reader: its verdict, the line that decides, and the sentence, which begins a new line where there is no room. */
function readingText(
  { title, allowed, line, differs, because }: UrlReading,
  nameCells: number,
  { lineCount, style, width }: FrameLayout,
): string {
  const name = title.padEnd(nameCells);
  const verdict = (allowed ? 'allowed' : 'disallowed').padEnd(VERDICT_CELLS);
  const decides = line === 0 ? 'no rule' : `line ${line}`;
  const sentence = because === null ? '' : visible(because);
  const padded = decides.padEnd(Math.max('no rule'.length, `line ${lineCount}`.length));
  const rest = `${padded}  ${sentence}`.trimEnd();
  const start = `  ${differs ? style.bold(name) : name}  ${(allowed ? style.good : style.bad)(verdict)}`;
  if (cellsOf(`  ${name}  ${verdict}  ${rest}`) <= width) return `${start}  ${rest}\n`;
  const below = sentence === '' ? decides : `${decides}: ${sentence}`;
  return `${start}\n${paragraph(below, '    ', width)}\n`;
}

/** The lines of a file that readers read otherwise. */
export function* lineReadingsText(
  { lines, areAllTried }: FoundReadings,
  document: RobotsDocument,
  layout: FrameLayout,
): Generator<string, void> {
  const { style, width } = layout;
  const lineOf = lineFinder(document);
  for (const { line, witnesses } of lines) {
    const found = lineOf(line);
    const text =
      found === undefined ? `  ${style.dim('no rule decides')}` : quotedLine(found.octets, line, style);
    yield `\n${text}\n`;
    for (const witness of witnesses) yield* witnessText(witness, layout);
  }
  const summary =
    lines.length === 0
      ? 'No line is known that a reader reads otherwise than RFC 9309.'
      : `${count(lines.length, 'line')} read otherwise than RFC 9309 by some reader.`;
  const limit = areAllTried ? '' : ' There may be more: the file has too many rules to try in full.';
  yield `\n${paragraph(`${summary}${limit}`, '', width)}\n`;
}

/** A URL, and for each sentence the readers that it is about. */
function* witnessText(
  { url, allowed, readings }: Witness,
  { style, width }: FrameLayout,
): Generator<string, void> {
  const verdict = allowed ? style.bad('disallowed') : style.good('allowed');
  yield `    ${style.bold(startOf(visible(url), width))}\n`;
  const titles = readings.map(({ title }) => title);
  for (const [sentence, readers] of groupedBy(titles, (_, i) => readings[i]?.because ?? '')) {
    const text = `${readers.join(', ')}: ${visible(sentence)}`;
    yield `      ${verdict} by\n${paragraph(text, '        ', width)}\n`;
  }
}
