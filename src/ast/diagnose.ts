/**
 * Finds the problems of a whole file. `src/stream/line-diagnostics.ts` finds those of single lines.
 */
import { LESS_THAN, lowerCaseLetters, SP } from '../ascii.js';
import { type Diagnostic, diagnostic } from '../diagnostics.js';
import { typeOfRow } from '../stream/line-batch.js';
import { diagnoseLine, quoteText } from '../stream/line-diagnostics.js';
import { markLength } from '../stream/read-line.js';
import * as Row from '../stream/row.js';
import { forEachRow, type RobotsFile } from './file.js';
import type { Group, OtherRecord, UserAgentLine } from './nodes.js';
import { EXTENSIONS } from './values.js';

/** Every diagnostic of a document, in no order. Those of one line are in the order in which they were found. */
export function diagnoseDocument(
  file: RobotsFile,
  groups: readonly Group[],
  others: readonly OtherRecord[],
): Diagnostic[] {
  const { byteOrderMark, truncated, size, maxOctets } = file.facts;
  const mark = { start: 0, end: markLength(file.octets) };
  const found = [
    ...(byteOrderMark === 'whole' ? [diagnostic('byte-order-mark', 1, mark)] : []),
    ...(byteOrderMark === 'partial' ? [diagnostic('partial-byte-order-mark', 1, mark)] : []),
    ...diagnoseGroups(groups),
    ...diagnoseExtensions(others),
    ...diagnoseLines(file, groups[0]?.userAgents[0].line ?? Infinity),
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
  forEachRow(file, (rows, at) => {
    const line = rows[at + Row.LINE];
    const span = { start: rows[at + Row.START], end: rows[at + Row.END] };
    // One at a time: a hostile file has more diagnostics than a call can have arguments.
    for (const own of diagnoseLine({ octets, rows, base: 0, discardedOctets: 0 }, at)) found.push(own);
    const type = typeOfRow(octets, rows, at);
    if (type === 'blank' || type === 'comment') return;
    const first = isFirstContent && octets.subarray(span.start, span.end).find((octet) => octet > SP);
    if (first === LESS_THAN) found.push(diagnostic('looks-like-html', line, span));
    isFirstContent = false;
    const isRuleLine = type === 'allow' || type === 'disallow';
    if (isRuleLine && line < firstAgentLine) found.push(diagnostic('rule-before-user-agent', line, span));
  });
  return found;
}

/** Finds groups without rules, and product tokens with more than one group. */
function diagnoseGroups(groups: readonly Group[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  const ruled = crawlersWithRules(groups);
  const seen = new Map<string, number>();
  groups.forEach((group, index) => {
    // Other groups may have rules for the same crawlers, which obey all of them (RFC 9309 §2.2.1).
    const open = group.userAgents.find((agent) => !ruled.has(crawlersKey(agent) ?? ''));
    if (group.rules.length === 0 && open !== undefined)
      found.push(diagnostic('group-without-rules', open.line, open.value, quoteText(open.name)));
    for (const agent of group.userAgents) {
      const key = crawlersKey(agent);
      if (key === null) continue;
      const earlier = seen.get(key);
      if (earlier === undefined) seen.set(key, index);
      else if (earlier !== index)
        found.push(diagnostic('group-split', agent.line, agent.value, quoteText(agent.name)));
    }
  });
  return found;
}

/** The keys of the crawlers that groups with rules name. A line names crawlers by the start of its value, too. */
function crawlersWithRules(groups: readonly Group[]): ReadonlySet<string> {
  const agents = groups.flatMap(({ rules, userAgents }) => (rules.length > 0 ? userAgents : []));
  return new Set(
    agents.flatMap((agent) => {
      const key = crawlersKey(agent);
      return key === null ? [] : [key, ...NAMES_AT_START.map((name) => name.exec(key)?.[0] ?? key)];
    }),
  );
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
function crawlersKey({ name, usable }: UserAgentLine): string | null {
  if (!usable || name === '' || name.startsWith('/')) return null;
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
