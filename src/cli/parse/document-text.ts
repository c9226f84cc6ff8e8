/**
 * A document for people.
 */
import type { ExtensionRecord, Group, OtherRecord, RobotsDocument, Sitemap } from '../../index.js';
import type { Style } from '../style.js';
import { excerpt, visible } from '../visible.js';
import { diagnosticsText } from './diagnostics-text.js';

/** A line of the listing: a line of the file, and what it says. */
interface Row {
  readonly line: number;
  readonly field: string;
  readonly value: string;
  /** What is to be known beside it. */
  readonly note?: string;
}

/** The whole listing, piece by piece. */
export function* documentText(document: RobotsDocument, name: string, style: Style): Generator<string, void> {
  yield factsText(document, name, style);
  const gutter = String(document.lineCount).length;
  const { groups } = document;
  for (const [index, group] of groups.entries()) {
    yield heading(groups.length === 1 ? 'Group' : `Group ${index + 1} of ${groups.length}`, style);
    yield* rowTexts(groupRows(group), gutter, style);
  }
  if (groups.length === 0) yield heading('No groups: everything is allowed', style);
  yield* sectionText('Sitemaps', document.sitemaps.map(sitemapRow), gutter, style);
  yield* sectionText('Other records', recordsOfNoGroup(document).map(recordRow), gutter, style);
  yield* diagnosticsText(document, style);
}

/** What is to be said of the file as a whole. */
function factsText(document: RobotsDocument, name: string, style: Style): string {
  const { size, lineCount, truncated, byteOrderMark } = document;
  const facts = [count(size, 'octet'), count(lineCount, 'line')];
  if (byteOrderMark === 'whole') facts.push('a byte order mark');
  if (byteOrderMark === 'partial') facts.push('a part of a byte order mark');
  const cut = truncated ? style.odd('; cut at the parsing limit, the rest is not read') : '';
  return `${style.strong(visible(name))}: ${facts.join(', ')}${cut}\n`;
}

function heading(text: string, style: Style): string {
  return `\n${style.strong(text)}\n`;
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

/** Rows with their line numbers to the left, values below each other. */
function* rowTexts(rows: readonly Row[], gutter: number, style: Style): Generator<string, void> {
  const fieldWidth = rows.reduce((width, { field }) => Math.max(width, field.length), 0) + 2;
  for (const { line, field, value, note } of rows) {
    const number = style.faint(String(line).padStart(gutter));
    const beside = note === undefined ? '' : style.faint(`  (${note})`);
    yield `  ${number}  ${`${field}: `.padEnd(fieldWidth)}${value}${beside}`.trimEnd();
    yield '\n';
  }
}

/** Everything that a group has, in file order. */
function groupRows(group: Group): Row[] {
  const agents = group.userAgents.map(({ line, name, usable }) => ({
    line,
    field: 'user-agent',
    value: excerpt(name),
    ...(!usable && { note: 'nobody goes by this name' }),
  }));
  const rules = group.rules.map(({ line, directive, pattern }) => ({
    line,
    field: directive,
    value: excerpt(pattern),
  }));
  const extensions = group.extensions.map((record) => ({
    ...recordRow(record),
    ...(record.userAgentCount < group.userAgents.length && { note: forWhom(record, group) }),
  }));
  return [...agents, ...rules, ...extensions].sort((a, b) => a.line - b.line);
}

/** An extension record holds for the user-agent lines above it alone (docs/semantics.md §3.4). */
function forWhom({ userAgentCount }: ExtensionRecord, { userAgents }: Group): string {
  const names = userAgents.slice(0, userAgentCount).map(({ name }) => name);
  return `for ${excerpt(names.join(', '), 60)} alone`;
}

function recordsOfNoGroup({ groups, otherRecords }: RobotsDocument): readonly OtherRecord[] {
  const shown = new Set(groups.flatMap(({ extensions }) => extensions.map(({ line }) => line)));
  return otherRecords.filter(({ line }) => !shown.has(line));
}

function sitemapRow({ line, url }: Sitemap): Row {
  return { line, field: 'sitemap', value: excerpt(url) };
}

function recordRow({ line, field, value }: OtherRecord): Row {
  return { line, field: excerpt(field.text, 40), value: excerpt(value.text) };
}

/** `1,234 octets` */
export function count(number: number, unit: string): string {
  return `${number.toLocaleString('en-US')} ${unit}${number === 1 ? '' : 's'}`;
}
