/**
 * A document as text: its groups, its other records, and its diagnostics with the lines they are about.
 */
import type {
  Diagnostic,
  ExtensionRecord,
  Group,
  LineEvent,
  OtherRecord,
  RobotsDocument,
  Sitemap,
} from 'robotstream';
import type { CommandContext } from '../../../command-line/src/command.js';
import { paragraph } from '../../../command-line/src/help.js';
import {
  count,
  excerpt,
  quotedLine,
  type Style,
  styleFor,
  visible,
} from '../../../command-line/src/terminal.js';
import { textWidthOf } from '../code-frame.js';
import { lineFinder } from '../line-finder.js';
import { lintNotice, paintOf, totals } from '../lint-notice.js';

/** A row of the listing: a record of the file. */
interface Row {
  readonly line: number;
  readonly field: string;
  readonly value: string;
  /** A remark in parentheses. */
  readonly note?: string;
}

/**
 * The whole listing, in chunks of text.
 *
 * @param name the file in the heading
 * @param argument the file as the command line names it
 */
export function* documentText(
  document: RobotsDocument,
  name: string,
  argument: string,
  context: Pick<CommandContext, 'stdout' | 'env'>,
): Generator<string, void> {
  const style = styleFor(context);
  yield summaryText(document, name, style);
  const gutter = String(document.lineCount).length;
  const { groups } = document;
  for (const [index, group] of groups.entries()) {
    yield heading(groups.length === 1 ? 'Group' : `Group ${index + 1} of ${groups.length}`, style);
    yield* rowTexts(groupRows(group), gutter, style);
  }
  if (groups.length === 0) yield heading('No groups: everything is allowed', style);
  yield* sectionText('Sitemaps', document.sitemaps.map(sitemapRow), gutter, style);
  yield* sectionText('Other records', recordsOutsideGroups(document).map(recordRow), gutter, style);
  yield* diagnosticsText(document, textWidthOf(context.stdout), style);
  const notice = lintNotice(document, argument);
  if (notice !== null) yield `\n${style.dim('Lint:')} ${notice}\n`;
}

/** One line about the file as a whole. */
function summaryText(document: RobotsDocument, name: string, style: Style): string {
  const { size, lineCount, truncated, byteOrderMark } = document;
  const parts = [count(size, 'byte'), count(lineCount, 'line')];
  if (byteOrderMark === 'whole') parts.push('a byte order mark');
  if (byteOrderMark === 'partial') parts.push('a partial byte order mark');
  const cut = truncated ? style.warning('; cut at the parsing limit, the rest was not read') : '';
  return `${style.bold(visible(name))}: ${parts.join(', ')}${cut}\n`;
}

function heading(text: string, style: Style): string {
  return `\n${style.bold(text)}\n`;
}

function* sectionText(
  title: string,
  rows: readonly Row[],
  gutter: number,
  style: Style,
): Generator<string, void> {
  if (rows.length === 0) return;
  yield heading(title, style);
  yield* rowTexts(rows, gutter, style);
}

/** Rows with their line numbers to the left and their values in one column. */
function* rowTexts(rows: readonly Row[], gutter: number, style: Style): Generator<string, void> {
  const fieldWidth = rows.reduce((width, { field }) => Math.max(width, field.length), 0) + 2;
  for (const { line, field, value, note } of rows) {
    const number = style.dim(String(line).padStart(gutter));
    const remark = note === undefined ? '' : style.dim(`  (${note})`);
    yield `  ${number}  ${`${field}: `.padEnd(fieldWidth)}${value}${remark}`.trimEnd();
    yield '\n';
  }
}

/** Every record of a group, in file order. */
function groupRows(group: Group): Row[] {
  const agents = group.userAgents.map(({ line, name, usable }) => ({
    line,
    field: 'user-agent',
    value: excerpt(name),
    ...(!usable && { note: 'matches no crawler' }),
  }));
  const rules = group.rules.map(({ line, directive, pattern }) => ({
    line,
    field: directive,
    value: excerpt(pattern),
  }));
  const extensions = group.extensions.map((record) => ({
    ...recordRow(record),
    ...(record.userAgentCount < group.userAgents.length && { note: crawlersOf(record, group) }),
  }));
  return [...agents, ...rules, ...extensions].sort((a, b) => a.line - b.line);
}

/** Which crawlers an extension record is for: those of the user-agent lines above it (docs/semantics.md §3.4). */
function crawlersOf({ userAgentCount }: ExtensionRecord, { userAgents }: Group): string {
  const names = userAgents.slice(0, userAgentCount).map(({ name }) => name);
  return `only for ${excerpt(names.join(', '), 60)}`;
}

function recordsOutsideGroups({ groups, otherRecords }: RobotsDocument): readonly OtherRecord[] {
  const inGroups = new Set(groups.flatMap(({ extensions }) => extensions.map(({ line }) => line)));
  return otherRecords.filter(({ line }) => !inGroups.has(line));
}

function sitemapRow({ line, url }: Sitemap): Row {
  return { line, field: 'sitemap', value: excerpt(url) };
}

function recordRow({ line, field, value }: OtherRecord): Row {
  return { line, field: excerpt(field.text, 40), value: excerpt(value.text) };
}

function* diagnosticsText(document: RobotsDocument, width: number, style: Style): Generator<string, void> {
  const { diagnostics } = document;
  if (diagnostics.length === 0) {
    yield `\n${style.good('No diagnostics.')}\n`;
    return;
  }
  yield `\n${style.bold('Diagnostics:')} ${totals(diagnostics)}\n`;
  const lineOf = lineFinder(document);
  for (const diagnostic of diagnostics) {
    yield diagnosticText(diagnostic, lineOf(diagnostic.line), width, style);
  }
}

function diagnosticText(
  diagnostic: Diagnostic,
  line: LineEvent | undefined,
  width: number,
  style: Style,
): string {
  const { code, severity, span, message } = diagnostic;
  const column = line === undefined ? 1 : Math.max(1, span.start - line.span.start + 1);
  const parts = [`  ${diagnostic.line}:${column} ${paintOf(severity, style)(severity)} ${code}`];
  if (line !== undefined) parts.push(`  ${quotedLine(line.octets, line.line, style)}`);
  parts.push(paragraph(visible(message), '    ', width));
  return `${parts.join('\n')}\n`;
}
