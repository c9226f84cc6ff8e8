/**
 * Rules that some programs read differently than RFC 9309 has it: those whose profiles are given.
 */
import { findDifferences } from '../../compare/differences.js';
import { type Matcher, rulesOf } from '../../match/matcher.js';
import type { AnyProfile } from '../../profiles.js';
import { calledInMessages } from '../../profiles.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import * as Row from '../../stream/row.js';
import { PATH_ORIGIN } from '../../urls.js';
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

/** The ways in which programs differ, as words for one program and for several. */
const CAUSES = {
  refused: () => ['ignores the rules of this file', 'ignore the rules of this file'],
  groups: () => ['applies other lines to the crawler', 'apply other lines to the crawler'],
  literal: ({ line, literally }) => {
    const taken = `${literally} in line ${line} literally`;
    return [`takes ${taken}`, `take ${taken}`];
  },
  precedence: ({ line, ownLine }) => {
    const another = 'another of the rules that match decide';
    const decides = ownLine === 0 ? another : `line ${ownLine} decide instead of line ${line}`;
    return [`lets ${decides}`, `let ${decides}`];
  },
  comparison: ({ line }) => {
    const compared = `line ${line} with URLs in another way`;
    return [`compares ${compared}`, `compare ${compared}`];
  },
} satisfies { readonly [cause: string]: (witness: Witness) => readonly [one: string, several: string] };

type Cause = 'refused' | 'groups' | 'literal' | 'precedence' | 'comparison';

/** A URL that a program judges differently. */
interface Witness {
  readonly cause: Cause;
  /** The line that is read differently. */
  readonly line: number;
  /** The name by which people know the program. */
  readonly reader: string;
  readonly caller: string;
  readonly path: string;
  /** Whether the program fetches it. */
  readonly fetches: boolean;
  /** The line that decides under RFC 9309; 0 if none does. */
  readonly decidedBy: number;
  /** The line that decides as the program reads the file; 0 if none does. */
  readonly ownLine: number;
  /** The special characters of the line's pattern: `the "*"`. */
  readonly literally: string;
}

/** How many sets of crawlers are tried; the crawlers of a set obey the same groups. */
const MAX_SELECTIONS = 4;

/**
 * How many octets all programs together may read, so that the rule takes no longer than all others together. The first program reads a file of
 * any size; six programs read one of 85 KiB, and only a few real files are larger.
 */
export const MAX_READ_OCTETS = 512 * 1024;

/** How many octets of patterns the programs may be asked about, all crawlers together. */
const MAX_PATTERN_OCTETS = 1024 * 1024;

/** The steps of a comparison with one program: at least, and for each rule. */
const LEAST_STEPS = 500;
const STEPS_PER_RULE = 20;
const MOST_STEPS = 5000;

/** Reports each way in which programs differ once, at the first line that they read so. */
export function checkReaders(file: LintedFile, report: Report): void {
  const { readers } = file;
  if (readers.length === 0 || !report.wants('read-differently')) return;
  const witnesses = [...witnessesOfAll(file)];
  for (const cause of Object.keys(CAUSES) as Cause[]) {
    const found = witnesses.filter((witness) => witness.cause === cause);
    if (found.length > 0) reportCause(file, cause, found, report);
  }
}

/** What the programs read differently, one program after the other, until the work that the rule allows is used up. */
function* witnessesOfAll(file: LintedFile): Generator<Witness> {
  const selections = file.selections('rfc9309').slice(0, MAX_SELECTIONS);
  let toRead = MAX_READ_OCTETS;
  let toCompare = MAX_PATTERN_OCTETS;
  for (const [nth, reader] of file.readers.entries()) {
    if (nth > 0 && toRead < file.octets.length) return file.budget.giveUp();
    toRead -= file.octets.length;
    for (const selection of selections) {
      const weight = file.weightOf(selection.groups);
      if (toCompare < 0) return file.budget.giveUp();
      if (!file.budget.take(weight * RULES_FACTOR)) return;
      toCompare -= weight;
      yield* witnessesOf(file, selection, reader);
    }
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
      reader: calledInMessages(reader.profile),
      caller,
      path,
      fetches: after.allowed,
      decidedBy: before.line,
      ownLine: after.line,
      literally: specialsOf(rfc9309, reader, line),
    });
  }
  return [...lines.values()];
}

/** How many differences between RFC 9309 and one program are found for a crawler. */
const MAX_DIFFERENCES = 1000;

function causeOf(rfc9309: Matcher, reader: Matcher, path: string, before: number, after: number): Cause {
  const { foreign } = rulesOf(reader).compiled;
  if (foreign?.instead !== undefined) return 'refused';
  const ruleOfBefore = indexOfLine(reader, before);
  if (before > 0 && ruleOfBefore < 0) return 'groups';
  if (after > 0 && indexOfLine(rfc9309, after) < 0) return 'groups';
  const matching = foreign?.explain(PATH_ORIGIN + path).matching ?? [];
  if (before > 0 && matching.some(({ rule }) => rule === ruleOfBefore)) return 'precedence';
  const line = before === 0 ? after : before;
  const rule = before === 0 ? indexOfLine(reader, after) : ruleOfBefore;
  return line > 0 && isLiteral(reader, rule, patternAt(reader, rule)) ? 'literal' : 'comparison';
}

/** The special characters of the pattern of a line. */
function specialsOf(rfc9309: Matcher, reader: Matcher, line: number): string {
  const matcher = [rfc9309, reader].find((one) => indexOfLine(one, line) >= 0);
  const value = matcher === undefined ? new Uint8Array() : patternAt(matcher, indexOfLine(matcher, line));
  const specials = [value.includes(STAR) ? 'the "*"' : '', value.at(-1) === DOLLAR ? 'the "$"' : ''];
  return specials.filter((special) => special !== '').join(' and ');
}

/** The octets of the pattern of a rule, by its index. */
function patternAt(matcher: Matcher, rule: number): Uint8Array {
  const { octets, rows, at } = rulesOf(matcher).compiled.table;
  const row = at[rule];
  return octets.subarray(rows[row + Row.VALUE_START], rows[row + Row.VALUE_END]);
}

/** The index of the rule of a line among the rules that a matcher's caller obeys; -1 if it obeys none of that line. */
function indexOfLine(matcher: Matcher, line: number): number {
  const { rows, at } = rulesOf(matcher).compiled.table;
  return at.findIndex((row) => rows[row + Row.LINE] === line);
}

/** Whether a reader has no wildcard and no end where a value has a `*` or ends with `$`. */
function isLiteral(reader: Matcher, rule: number, value: Uint8Array): boolean {
  const { foreign } = rulesOf(reader).compiled;
  const patterns = foreign?.patterns.filter((pattern) => pattern.rule === rule) ?? [];
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
  return sentences(cause, shown).join(' ') + rest;
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

/** What programs do, in one sentence for all those that do the same. */
function sentences(cause: Cause, shown: readonly Witness[]): string[] {
  const alike = new Map<string, Witness[]>();
  for (const witness of shown) {
    const [does] = CAUSES[cause](witness);
    const key = `${does} ${witness.fetches} ${witness.path} ${witness.caller} ${ruling(witness)}`;
    alike.set(key, [...(alike.get(key) ?? []), witness]);
  }
  return Array.from(alike.values(), (witnesses) => sentenceOf(cause, witnesses));
}

function sentenceOf(cause: Cause, witnesses: readonly Witness[]): string {
  const [witness] = witnesses;
  const { fetches, path } = witness;
  const [one, several] = CAUSES[cause](witness);
  const names = witnesses.map(({ reader }) => reader);
  const [does, it, fetch, doNotFetch] =
    names.length === 1
      ? [one, 'it', 'fetches', 'does not fetch']
      : [several, 'they', 'fetch', 'do not fetch'];
  const url = `${quoteText(path)}${as(witness)}, which ${ruling(witness)}`;
  return `${listed(names)} ${does}: ${it} ${fetches ? fetch : doNotFetch} ${url}.`;
}

/** `a`, `a and b`, `a, b and c`. */
function listed(names: readonly string[]): string {
  const last = names.length - 1;
  return last === 0 ? names[0] : `${names.slice(0, last).join(', ')} and ${names[last]}`;
}

function as({ caller }: Witness): string {
  return caller === WILDCARD ? '' : ` as ${caller}`;
}

function ruling({ decidedBy, fetches }: Witness): string {
  if (decidedBy === 0) return 'no rule forbids';
  return `line ${decidedBy} ${fetches ? 'disallows' : 'allows'}`;
}
