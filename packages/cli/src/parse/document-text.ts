/**
 * A document as text: its groups, its other records, and its diagnostics with the lines they are about.
 */
import type { ExtensionRecord, Group, OtherRecord, RobotsDocument } from 'robotstream';
import type { CommandContext } from '../../../command-line/src/command.js';
import { lineTextStart } from '../../../command-line/src/line-bounds.js';
import { count, excerpt, type Style, visible } from '../../../command-line/src/terminal.js';
import { type FrameLayout, layoutOf } from '../code-frame.js';
import { lintNotice } from '../lint-notice.js';
import { problemText, totals } from '../problem-text.js';

/** A row of the listing: a record of the file. */
interface Row {
  readonly line: number;
  readonly field: string;
  readonly value: string;
  /** A remark in parentheses. */
  readonly note?: string | false;
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
  context: CommandContext,
): Generator<string, void> {
  const layout = layoutOf(document, context);
  const { style } = layout;
  const { groups, sitemaps, diagnostics } = document;
  yield summaryText(document, name, style);
  for (const [index, group] of groups.entries()) {
    yield* sectionText(
      groups.length === 1 ? 'Group' : `Group ${index + 1} of ${groups.length}`,
      groupRows(group),
      layout,
    );
  }
  if (groups.length === 0) yield `\n${style.bold('No groups: everything is allowed')}\n`;
  const sitemapRows = sitemaps.map(({ line, url }) => ({ line, field: 'sitemap', value: url }));
  yield* sectionText('Sitemaps', sitemapRows, layout);
  yield* sectionText('Other records', recordsOutsideGroups(document).map(recordRow), layout);
  yield diagnostics.length === 0
    ? `\n${style.good('No diagnostics.')}\n`
    : `\n${style.bold('Diagnostics:')} ${totals(diagnostics)}\n`;
  for (const diagnostic of diagnostics) {
    const { code, line, span } = diagnostic;
    const column = Math.max(1, span.start - lineTextStart(layout.octets, span.start) + 1);
    yield problemText(diagnostic, `${line}:${column}`, code, layout);
  }
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

/** A heading, and rows with their line numbers to the left and their values in one column; nothing without rows. */
function* sectionText(
  title: string,
  rows: readonly Row[],
  { lineCount, style }: FrameLayout,
): Generator<string, void> {
  if (rows.length > 0) yield `\n${style.bold(title)}\n`;
  const fieldWidth = rows.reduce((width, { field }) => Math.max(width, field.length), 0) + 2;
  for (const { line, field, value, note } of rows) {
    const number = style.dim(String(line).padStart(String(lineCount).length));
    const remark = note ? style.dim(`  (${note})`) : '';
    yield `  ${number}  ${`${field}: `.padEnd(fieldWidth)}${excerpt(value)}${remark}`.trimEnd();
    yield '\n';
  }
}

/** Every record of a group, in file order. */
function groupRows(group: Group): Row[] {
  const agents = group.userAgents.map(({ line, name, usable }) => ({
    line,
    field: 'user-agent',
    value: name,
    note: !usable && 'matches no crawler',
  }));
  const rules = group.rules.map(({ line, directive, pattern }) => ({
    line,
    field: directive,
    value: pattern,
  }));
  const extensions = group.extensions.map((record) => ({
    ...recordRow(record),
    note: record.userAgentCount < group.userAgents.length && crawlersOf(record, group),
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

function recordRow({ line, field, value }: OtherRecord): Row {
  return { line, field: excerpt(field.text, 40), value: value.text };
}
