/**
 * Finds the problems of a whole file. `src/stream/line-diagnostics.ts` finds those of single lines.
 */
import { LESS_THAN, lowerCaseLetters, SP } from '../ascii.js';
import { type Diagnostic, type DiagnosticCode, diagnostic } from '../diagnostics.js';
import { typeOfRow } from '../stream/events.js';
import { diagnoseLine, quoteText } from '../stream/line-diagnostics.js';
import { markLength } from '../stream/read-line.js';
import * as Row from '../stream/row.js';
import type { RobotsFile } from './file.js';
import { forEachRow } from './file-rows.js';
import { agentsOfGroup, type Grouping, rulesOfGroup } from './groups.js';
import type { OtherRecord } from './nodes.js';
import { EXTENSIONS } from './values.js';

/** Every diagnostic of a document, in no order. Those of one line are in the order in which they were found. */
export function diagnoseDocument(
  grouping: Grouping,
  others: readonly OtherRecord[],
  firstAgentLine: number,
): Diagnostic[] {
  const { file } = grouping;
  const { byteOrderMark, truncated, size, maxOctets } = file.facts;
  const mark = { start: 0, end: markLength(file.octets) };
  const found = [
    ...(byteOrderMark === 'whole' ? [diagnostic('byte-order-mark', 1, mark)] : []),
    ...(byteOrderMark === 'partial' ? [diagnostic('partial-byte-order-mark', 1, mark)] : []),
    ...diagnoseGroups(grouping),
    ...diagnoseExtensions(others),
    ...diagnoseLines(file, firstAgentLine),
  ];
  if (truncated) {
    const span = { start: file.octets.length, end: size };
    found.push(diagnostic('parsing-limit', file.lines.lineCount + 1, span, `more than ${maxOctets} octets`));
  }
  return found;
}

/** The problems of each line, and those that depend on the lines above it. */
function diagnoseLines(file: RobotsFile, firstAgentLine: number): Diagnostic[] {
  const { octets } = file;
  const found: Diagnostic[] = [];
  let isFirstContent = true;
  const diagnoseRow = (rows: Int32Array, at: number): void => {
    diagnoseLine({ octets, rows, base: 0, discardedOctets: 0 }, at, found);
    const type = typeOfRow(rows, at);
    if (type === 'blank' || type === 'comment') return;
    const line = rows[at + Row.LINE];
    const isRuleLine = type === 'allow' || type === 'disallow';
    const isMisplaced = isRuleLine && line < firstAgentLine;
    if (!isFirstContent && !isMisplaced) return;
    const span = { start: rows[at + Row.START], end: rows[at + Row.END] };
    const first = isFirstContent && octets.subarray(span.start, span.end).find((octet) => octet > SP);
    if (first === LESS_THAN) found.push(diagnostic('looks-like-html', line, span));
    isFirstContent = false;
    if (isMisplaced) found.push(diagnostic('rule-before-user-agent', line, span));
  };
  forEachRow(file, diagnoseRow);
  return found;
}

/** Finds groups without rules, and product tokens with more than one group. */
function diagnoseGroups(grouping: Grouping): Diagnostic[] {
  const { file, rows, groups } = grouping;
  const found: Diagnostic[] = [];
  const report = (code: DiagnosticCode, at: number): void => {
    const span = { start: rows[at + Row.VALUE_START], end: rows[at + Row.VALUE_END] };
    const name = file.texts.slice(span.start, span.end);
    found.push(diagnostic(code, rows[at + Row.LINE], span, quoteText(name)));
  };
  const seen = new Map<string, number>();
  let ruled: ReadonlySet<string> | undefined;
  for (let index = 0; index < groups.length; index++) {
    let mayLackRules = rulesOfGroup(grouping, groups[index]).length === 0;
    for (const at of agentsOfGroup(grouping, groups[index])) {
      const key = crawlersKey(grouping, at);
      if (mayLackRules) {
        // Other groups may have rules for the same crawlers, which obey all of them (RFC 9309 §2.2.1).
        ruled ??= crawlersWithRules(grouping);
        mayLackRules = key !== null && ruled.has(key);
        if (!mayLackRules) report('group-without-rules', at);
      }
      if (key === null) continue;
      const earlier = seen.get(key);
      if (earlier === undefined) seen.set(key, index);
      else if (earlier !== index) report('group-split', at);
    }
  }
  return found;
}

/** The keys of the crawlers that groups with rules name. A line names crawlers by the start of its value, too. */
function crawlersWithRules(grouping: Grouping): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const group of grouping.groups) {
    if (rulesOfGroup(grouping, group).length === 0) continue;
    for (const at of agentsOfGroup(grouping, group)) {
      const key = crawlersKey(grouping, at);
      if (key === null) continue;
      keys.add(key);
      for (const name of NAMES_AT_START) keys.add(name.exec(key)?.[0] ?? key);
    }
  }
  return keys;
}

/** The parts at the start of a value by which it names crawlers under `rfc9309`. */
const NAMES_AT_START = [/^[a-z_-]+/, /^[a-z0-9._-]+/];

/** The wildcard, or a product token before its version. */
const BEFORE_VERSION = /^(?:\*(?=[ \t\v\f])|[A-Za-z0-9._-]+(?=\/))/;

/**
 * A key for the crawlers that a user-agent line names. Two lines with the same key name the same crawlers under `rfc9309` and
 * `google` (docs/semantics.md §4.1 to §4.3).
 *
 * @returns null if the line names no crawler
 */
function crawlersKey({ file, rows, table }: Grouping, at: number): string | null {
  const name = file.texts.slice(rows[at + Row.VALUE_START], rows[at + Row.VALUE_END]);
  const isUsable = Row.readRow(Row.flagsOf(rows, at), table) === Row.USER_AGENT;
  if (!isUsable || name === '' || name.startsWith('/')) return null;
  const token = BEFORE_VERSION.exec(name)?.[0] ?? name;
  // Crawlers ignore the case of ASCII letters, and of no others.
  return lowerCaseLetters(token);
}

function diagnoseExtensions(others: readonly OtherRecord[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const { name, line, value } of others) {
    const extension = Object.hasOwn(EXTENSIONS, name) ? EXTENSIONS[name] : undefined;
    if (extension === undefined || extension.read(value.text) !== undefined) continue;
    const detail = `${quoteText(value.text)}; ${name} takes ${extension.form}`;
    found.push(diagnostic('invalid-extension-value', line, value, detail));
  }
  return found;
}
