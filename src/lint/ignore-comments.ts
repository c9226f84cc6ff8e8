/**
 * Comments that ignore findings:
 *
 * ```
 * Noindex: /old/    # robotstream-ignore unsupported-field
 *
 * # robotstream-ignore unsupported-field, unknown-field
 * Noindex: /old/
 *
 * # robotstream-ignore-file group-split
 * ```
 *
 * A comment after a record is for its line. One alone on its line is for the next line that is neither blank nor a comment.
 */
import type { CommentNode } from '../ast/nodes.js';
import { nearestName } from '../nearest-name.js';
import { quoteText } from '../stream/line-diagnostics.js';
import { indexOf } from '../stream/read-line.js';
import type { Finding } from './finding.js';
import type { LintedFile } from './linted-file.js';
import type { Report } from './report.js';
import { LINT_RULES, RULE_IDS, type RuleId } from './rules.js';

const MARK = 'robotstream-ignore';
const COMMENT = /^robotstream-ignore(-file)?(?:[\s:]+([^\s:].*)?)?$/s;

/** One rule that a comment names. */
interface Ignore {
  readonly node: CommentNode;
  readonly rule: RuleId;
  /** The line that it is for; `null` for the whole file. */
  readonly line: number | null;
  isUsed: boolean;
}

/** The findings of a report, without those that comments ignore, and with findings about comments that ignore nothing. */
export function withoutIgnored(file: LintedFile, report: Report): Finding[] {
  if (!hasMark(file.octets)) return report.findings;
  const ignores = new Map<string, Ignore>();
  for (const node of file.document.comments) {
    const match = COMMENT.exec(node.text);
    if (match === null) continue;
    const [, forFile, names = ''] = match;
    const line = forFile === undefined ? lineFor(file, node.line) : null;
    readNames(node, names, line, ignores, report);
  }
  const ignored = new Set<Finding>();
  for (const finding of report.findings) {
    const ignore = ignores.get(keyOf(finding.rule, finding.line)) ?? ignores.get(keyOf(finding.rule, null));
    if (ignore === undefined) continue;
    ignore.isUsed = true;
    ignored.add(finding);
  }
  for (const { node, rule, line, isUsed } of ignores.values()) {
    if (isUsed || !report.wants(rule)) continue;
    const where = line === null ? 'the file' : `line ${line}`;
    reportUnused(node, `${quoteText(rule)} has no finding in ${where}.`, report);
  }
  return report.findings.filter((finding) => !ignored.has(finding));
}

function keyOf(rule: RuleId, line: number | null): string {
  return `${rule} ${line ?? ''}`;
}

function readNames(
  node: CommentNode,
  names: string,
  line: number | null,
  ignores: Map<string, Ignore>,
  report: Report,
): void {
  const given = names.split(/[\s,]+/).filter((name) => name !== '');
  if (given.length === 0) reportUnused(node, 'It names no rule.', report);
  for (const name of given) {
    if (isRuleId(name)) ignores.set(keyOf(name, line), { node, rule: name, line, isUsed: false });
    else report.add('unused-ignore', node.line, node.comment, () => noSuchRule(name));
  }
}

function isRuleId(name: string): name is RuleId {
  return Object.hasOwn(LINT_RULES, name);
}

function noSuchRule(name: string): string {
  const nearest = name.length > MAX_ID_CHARACTERS ? undefined : nearestName(name, RULE_IDS);
  const hint = nearest === undefined ? '' : ` Did you mean ${quoteText(nearest)}?`;
  return `The ignore comment ignores nothing. There is no rule ${quoteText(name)}.${hint}`;
}

/** A longer word is no misspelled id. */
const MAX_ID_CHARACTERS = 40;

function reportUnused({ line, comment }: CommentNode, why: string, report: Report): void {
  report.add('unused-ignore', line, comment, () => `The ignore comment ignores nothing. ${why}`);
}

/** The line that a comment is for. */
function lineFor({ lines }: LintedFile, commentLine: number): number {
  if (!lines.isComment(commentLine)) return commentLine;
  let line = commentLine + 1;
  while (line <= lines.count && (lines.isBlank(line) || lines.isComment(line))) line++;
  return line;
}

/** Whether a file may have an ignore comment. Most have none, so their comments need not be listed. */
function hasMark(octets: Uint8Array): boolean {
  const [first] = MARK;
  const start = first.charCodeAt(0);
  for (
    let at = indexOf(octets, start, 0, octets.length);
    at < octets.length;
    at = indexOf(octets, start, at + 1, octets.length)
  ) {
    let length = 1;
    while (length < MARK.length && octets[at + length] === MARK.charCodeAt(length)) length++;
    if (length === MARK.length) return true;
  }
  return false;
}
