/**
 * Rules that some programs read differently than RFC 9309 has it: those whose profiles are given.
 */
import { findDifferences } from '../../compare/differences.js';
import { ORIGIN } from '../../compare/url-domain.js';
import { type Matcher, rulesOf } from '../../match/matcher.js';
import type { AnyProfile } from '../../profiles.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import * as Row from '../../stream/row.js';
import type { LintedFile } from '../linted-file.js';
import { info, type RuleReport, type RuleTable } from '../rule.js';
import { type GroupSelection, WILDCARD } from '../selections.js';
import { RULES_FACTOR } from '../work-budget.js';

export const READER_RULES = {
  'read-differently': info({
    title: 'Some programs read the rule differently than RFC 9309 has it.',
    why: 'A crawler that uses such a program fetches what the file means to forbid, or leaves out what it means to allow. Only the programs that the option `readers` names are asked; the command asks the widely used ones.',
    fix: 'Write the rule so that all of them read it alike, if these crawlers matter: a path without "*" and "$", and an allow rule above the disallow rule that it is an exception to.',
    example: 'User-agent: *\nDisallow: /*.pdf$\n',
    sources: ['docs/readers.md', 'docs/compare.md'],
  }),
} satisfies RuleTable;

type Report = RuleReport<typeof READER_RULES>;

/** Why a program differs, and how a message says so. */
const CAUSES = {
  refused: 'Some programs do not go by the rules of such a file',
  groups: 'Some programs apply other lines to a crawler',
  literal: 'Some programs take "*" and "$" literally',
  precedence: 'Some programs let another of the rules that match decide',
  comparison: 'Some programs compare patterns with URLs in another way',
} as const;

type Cause = keyof typeof CAUSES;

/** A URL that a program judges differently. */
interface Witness {
  readonly cause: Cause;
  /** The line that is read differently. */
  readonly line: number;
  readonly reader: string;
  readonly caller: string;
  readonly path: string;
  /** Whether the program fetches it. */
  readonly fetches: boolean;
  /** The line that decides under RFC 9309; 0 if none does. */
  readonly decidedBy: number;
}

/** How many sets of crawlers that obey the same groups are asked about, and for how many octets of patterns in all. */
const MAX_SELECTIONS = 4;
const MAX_PATTERN_OCTETS = 1024 * 1024;

/** The steps of a comparison with one program: at least, and for each rule. */
const LEAST_STEPS = 500;
const STEPS_PER_RULE = 20;
const MOST_STEPS = 5000;

/** Reports each way in which programs differ once, at the first line that they read so. */
export function checkReaders(file: LintedFile, report: Report): void {
  const { readers } = file;
  if (readers.length === 0 || !report.wants('read-differently')) return;
  const witnesses: Witness[] = [];
  let octetsLeft = MAX_PATTERN_OCTETS;
  for (const selection of file.selections('rfc9309').slice(0, MAX_SELECTIONS)) {
    const weight = file.weightOf(selection.groups);
    for (const reader of readers) {
      if (octetsLeft < 0 || !file.budget.take(weight * RULES_FACTOR)) break;
      octetsLeft -= weight;
      witnesses.push(...witnessesOf(file, selection, reader));
    }
  }
  for (const cause of Object.keys(CAUSES) as Cause[]) {
    const found = witnesses.filter((witness) => witness.cause === cause);
    if (found.length > 0) reportCause(file, cause, found, report);
  }
}

/** A URL for each line that a program reads differently for a crawler. */
function witnessesOf(file: LintedFile, { callers, shown }: GroupSelection, profile: AnyProfile): Witness[] {
  const [caller] = shown.length > 0 ? shown : callers;
  const rfc9309 = file.matcher(caller);
  const reader = rfc9309 === null ? null : file.matcher(caller, profile);
  if (rfc9309 === null || reader === null) return [];
  const rules = rulesOf(rfc9309).compiled.table.at.length + rulesOf(reader).compiled.table.at.length;
  const steps = Math.min(MOST_STEPS, LEAST_STEPS + STEPS_PER_RULE * rules);
  const { opens, closes } = file.budget.compare(
    (budget) =>
      findDifferences(rfc9309, reader, { budget, maxDifferences: MAX_DIFFERENCES, spellings: 'plain' }),
    steps,
  );
  const lines = new Map<number, Witness>();
  for (const { path, before, after } of [...opens, ...closes]) {
    const line = before.line === 0 ? after.line : before.line;
    if (lines.has(line)) continue;
    lines.set(line, {
      cause: causeOf(rfc9309, reader, path, before.line, after.line),
      line,
      reader: reader.profile.name,
      caller,
      path,
      fetches: after.allowed,
      decidedBy: before.line,
    });
  }
  return [...lines.values()];
}

/** How many differences between RFC 9309 and one program are found for a crawler. */
const MAX_DIFFERENCES = 1000;

function causeOf(rfc9309: Matcher, reader: Matcher, path: string, before: number, after: number): Cause {
  const { table, comparison, explain } = rulesOf(reader).compiled;
  if (comparison?.instead !== undefined) return 'refused';
  const ruleOfBefore = indexOfLine(reader, before);
  if (before > 0 && ruleOfBefore < 0) return 'groups';
  if (after > 0 && indexOfLine(rfc9309, after) < 0) return 'groups';
  const matching = explain?.call(rulesOf(reader).compiled, ORIGIN + path).matching ?? [];
  if (before > 0 && matching.some(({ rule }) => rule === ruleOfBefore)) return 'precedence';
  const line = before === 0 ? after : before;
  const rule = before === 0 ? indexOfLine(reader, after) : ruleOfBefore;
  const row = table.at[rule];
  const value = table.octets.subarray(table.rows[row + Row.VALUE_START], table.rows[row + Row.VALUE_END]);
  return line > 0 && isLiteral(reader, rule, value) ? 'literal' : 'comparison';
}

/** The index of the rule of a line among the rules that a matcher's caller obeys; -1 if it obeys none of that line. */
function indexOfLine(matcher: Matcher, line: number): number {
  const { rows, at } = rulesOf(matcher).compiled.table;
  return at.findIndex((row) => rows[row + Row.LINE] === line);
}

/** Whether a reader has no wildcard and no end where a value has a `*` or ends with `$`. */
function isLiteral(reader: Matcher, rule: number, value: Uint8Array): boolean {
  const { comparison } = rulesOf(reader).compiled;
  const patterns = comparison?.patterns.filter((pattern) => pattern.rule === rule) ?? [];
  const hasStar = value.includes(STAR);
  const hasEnd = value.at(-1) === DOLLAR;
  return (
    (hasStar || hasEnd) &&
    patterns.every(({ parts, isAnchored }) => (!hasStar || parts.length === 1) && (!hasEnd || !isAnchored))
  );
}

const STAR = 0x2a;
const DOLLAR = 0x24;

/** How many lines a message names. */
const MAX_LINES = 5;

function reportCause(file: LintedFile, cause: Cause, found: readonly Witness[], report: Report): void {
  const line = Math.max(1, Math.min(...found.map((witness) => witness.line)));
  report.add('read-differently', line, file.lineSpan(line), () => messageOf(cause, found));
}

function messageOf(cause: Cause, found: readonly Witness[]): string {
  const shown = firstOfEach(found);
  const lines = [...new Set(found.map(({ line }) => line))].sort((a, b) => a - b);
  const others = lines.filter((line) => line > 0 && !shown.some((witness) => witness.line === line));
  const named = others.slice(0, MAX_LINES).join(', ');
  const more = others.length > MAX_LINES ? ` and ${others.length - MAX_LINES} more` : '';
  const rest =
    others.length === 0 ? '' : ` Also read so: ${others.length === 1 ? 'line' : 'lines'} ${named}${more}.`;
  return `${CAUSES[cause]}: ${clauses(shown).join('; ')}.${rest}`;
}

/** The witness of each reader with the lowest line. */
function firstOfEach(found: readonly Witness[]): Witness[] {
  const first = new Map<string, Witness>();
  for (const witness of found) {
    const known = first.get(witness.reader);
    if (known === undefined || witness.line < known.line) first.set(witness.reader, witness);
  }
  return [...first.values()];
}

/** What programs do, those that do the same in one clause. */
function clauses(shown: readonly Witness[]): string[] {
  const readers = new Map<string, string[]>();
  for (const witness of shown) {
    const does = `${witness.fetches ? 'fetches' : 'does not fetch'} ${quoteText(witness.path)}${as(witness)}, which ${ruling(witness)}`;
    readers.set(does, [...(readers.get(does) ?? []), witness.reader]);
  }
  return Array.from(
    readers,
    ([does, names]) => `${names.join(', ')} ${names.length === 1 ? does : plural(does)}`,
  );
}

function as({ caller }: Witness): string {
  return caller === WILDCARD ? '' : ` as ${caller}`;
}

function ruling({ decidedBy, fetches }: Witness): string {
  if (decidedBy === 0) return 'no rule forbids';
  return `line ${decidedBy} ${fetches ? 'disallows' : 'allows'}`;
}

function plural(does: string): string {
  return does.replace(/^fetches/, 'fetch').replace(/^does not/, 'do not');
}
