/**
 * Readings as text for people: a line for each reader.
 */
import type { RobotsDocument } from 'robotstream';
import type { FoundReadings, UrlReading, Witness } from 'robotstream/readers';
import type { CommandContext } from '../../../../command-line/src/command.js';
import { paragraph } from '../../../../command-line/src/help.js';
import { count, quotedLine, type Style, styleFor, visible } from '../../../../command-line/src/terminal.js';
import { namesText } from '../../caller.js';
import { cellsOf, startOf, textWidthOf, widthOf } from '../../code-frame.js';
import { lineFinder } from '../../line-finder.js';
import type { RulesSource } from '../../robots-source.js';

/** What is read, in one line. */
export function headingText({ name, document, absence }: RulesSource, agent: string, style: Style): string {
  const cut = document.truncated ? style.warning(' (cut at the parsing limit)') : '';
  const none = absence === null ? '' : `${style.dim(visible(absence.explanation))}\n`;
  return `${style.dim(visible(`${name} for ${namesText([agent])}`))}${cut}\n${none}`;
}

/** How readers judge one URL. */
export interface UrlAnswer {
  readonly url: string;
  readonly readings: readonly UrlReading[];
}

/** How all readers judge one URL. */
export function* urlReadingsText(
  { url, readings }: UrlAnswer,
  document: RobotsDocument,
  context: CommandContext,
): Generator<string, void> {
  const style = styleFor(context);
  const gutter = String(document.lineCount).length;
  const names = Math.max(...readings.map(({ title }) => title.length));
  yield `\n${style.bold(startOf(visible(url), widthOf(context.stdout)))}\n`;
  for (const reading of readings) yield readingText(reading, names, gutter, context);
  const differing = readings.filter(({ differs }) => differs).length;
  yield differing === 0
    ? `  ${style.good(`all ${count(readings.length, 'reader')} agree`)}\n`
    : `${paragraph(`${differing} of ${count(readings.length, 'reader')} judge otherwise than RFC 9309`, '  ', textWidthOf(context.stdout))}\n`;
}

const VERDICT_CELLS = 'disallowed'.length;

/** One reader: its verdict, the line that decides, and the sentence, which begins a new line where there is no room. */
function readingText(
  { title, allowed, line, differs, because }: UrlReading,
  nameCells: number,
  gutter: number,
  context: CommandContext,
): string {
  const style = styleFor(context);
  const name = title.padEnd(nameCells);
  const verdict = (allowed ? 'allowed' : 'disallowed').padEnd(VERDICT_CELLS);
  const decides = line === 0 ? 'no rule' : `line ${line}`;
  const sentence = because === null ? '' : visible(because);
  const width = widthOf(context.stdout);
  const padded = decides.padEnd(Math.max('no rule'.length, 'line '.length + gutter));
  const rest = `${padded}  ${sentence}`.trimEnd();
  const start = `  ${differs ? style.bold(name) : name}  ${(allowed ? style.good : style.bad)(verdict)}`;
  if (cellsOf(`  ${name}  ${verdict}  ${rest}`) <= width) return `${start}  ${rest}\n`;
  const below = sentence === '' ? decides : `${decides}: ${sentence}`;
  return `${start}\n${paragraph(below, '    ', textWidthOf(context.stdout))}\n`;
}

/** The lines of a file that readers read otherwise. */
export function* lineReadingsText(
  { lines, areAllTried }: FoundReadings,
  document: RobotsDocument,
  context: CommandContext,
): Generator<string, void> {
  const style = styleFor(context);
  const lineOf = lineFinder(document);
  for (const { line, witnesses } of lines) {
    yield '\n';
    const found = lineOf(line);
    yield `${found === undefined ? `  ${style.dim('no rule decides')}` : quotedLine(found.octets, line, style)}\n`;
    for (const witness of witnesses) yield* witnessText(witness, context);
  }
  const summary =
    lines.length === 0
      ? 'No line is known that a reader reads otherwise than RFC 9309.'
      : `${count(lines.length, 'line')} read otherwise than RFC 9309 by some reader.`;
  const limit = areAllTried ? '' : ' There may be more: the file has too many rules to try in full.';
  yield `\n${paragraph(`${summary}${limit}`, '', textWidthOf(context.stdout))}\n`;
}

/** A URL, and for each sentence the readers that it is about. */
function* witnessText({ url, allowed, readings }: Witness, context: CommandContext): Generator<string, void> {
  const style = styleFor(context);
  const width = textWidthOf(context.stdout);
  const verdict = allowed ? style.bad('disallowed') : style.good('allowed');
  yield `    ${style.bold(startOf(visible(url), width))}\n`;
  const bySentence = new Map<string, string[]>();
  for (const { title, because } of readings) {
    const sentence = because ?? '';
    bySentence.set(sentence, [...(bySentence.get(sentence) ?? []), title]);
  }
  for (const [sentence, readers] of bySentence) {
    const text = `${readers.join(', ')}: ${visible(sentence)}`;
    yield `      ${verdict} by\n${paragraph(text, '        ', width)}\n`;
  }
}
