/**
 * A verdict step by step: which user-agent lines count, what the URL becomes, and every rule that matches.
 */
import { DOLLAR } from '../../ascii.js';
import type { RuleTable } from '../../ast/groups.js';
import type { Group, Rule, UserAgentLine } from '../../ast/nodes.js';
import { octetsOf, type Span } from '../../octets.js';
import type { RuleAxes } from '../../profiles.js';
import { decodeText } from '../../stream/octet-text.js';
import * as Row from '../../stream/row.js';
import type { CallerRules } from '../caller-rules.js';
import type { ComparedRules } from '../engine.js';
import { OCTET_KINDS } from '../octet-forms.js';
import { type Candidates, directoryOfIndex, matchesPattern } from '../pattern.js';
import { readRequestPath } from '../read-url.js';
import type { RequestPath } from '../request-path.js';
import { candidatesOf } from '../rules.js';
import { NO_CALLER } from '../select/select.js';
import type { Verdict } from '../verdict.js';
import { type ExplainedUrl, explainUrl } from './url-changes.js';

/**
 * How a verdict comes about, in the order in which it is decided. If a status decides in place of a file, its lists are empty.
 *
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 *
 * const document = parseSync('User-agent: *\nDisallow: /shop/\nAllow: /shop/offers');
 * const { rules } = document.matcher({ agents: 'FooBot' }).explain('/shop/offers/today');
 * for (const { rule, decides } of rules) console.log(rule.line, rule.directive, decides);
 * // → 3 allow true
 * // → 2 disallow false
 * ```
 */
export class Explanation {
  /** Every user-agent line of the file, in file order: whether its group applies, and why. */
  readonly agentLines: readonly ExplainedAgentLine[];
  /** The groups that apply, in file order. The rules of all of them count together. */
  readonly groups: readonly Group[];
  /** The URL as it is compared. */
  readonly url: ExplainedUrl;
  /**
   * The rules of these groups that match, in order of precedence: the first decides. Empty for `/robots.txt` itself if the
   * profile always allows it, because then no rule is tried.
   */
  readonly rules: readonly MatchingRule[];
  /** What `check` returns for the same URL. */
  readonly verdict: Verdict;
  /**
   * The parts of the file that decide, in file order: the name in the user-agent line by which the group applies, and the pattern of the
   * deciding rule, or its field if it has no pattern. Without a rule that decides, only the name. Empty if no group applies, and
   * for `/robots.txt` itself if the profile always allows it.
   */
  readonly decidedBy: readonly DecidingPart[];

  /**
   * @hidden
   * @param url what `verdict` is about
   */
  constructor(rules: CallerRules, url: string, verdict: Verdict) {
    const { view, selection, compiled } = rules;
    const isRuled = rules.ruling !== undefined;
    const isRobotsTxt = verdict.reason === 'robots-txt';
    this.agentLines = isRuled ? [] : explainAgentLines(rules);
    this.groups = selection.groups.map((index) => view.groups[index]);
    const { table } = compiled;
    const foreign = compiled.foreign?.explain(url);
    this.url =
      foreign === undefined
        ? explainUrl(url, view.profile.rules.form)
        : { given: url, compared: foreign.compared, changes: [] };
    const matching = () => foreign?.matching ?? matchingRules(table, view.profile.rules, url);
    this.rules = (isRuled || isRobotsTxt ? [] : matching()).map((matched, nth) => ({
      rule: view.rule(table.at[matched.rule]),
      compared: matched.pattern,
      octets: matched.octets ?? octetsOf(matched.pattern).length,
      decides: nth === 0,
    }));
    this.verdict = verdict;
    this.decidedBy = isRobotsTxt ? [] : decidingParts(this.agentLines, this.rules, verdict.group);
  }

  /** The explanation as plain data. Each group is the line of its first user-agent line, as in the JSON of a verdict. */
  toJSON(): object {
    const { agentLines, url, rules, verdict, decidedBy } = this;
    const groups = this.groups.map(({ userAgents }) => ({ line: userAgents[0].line }));
    return { agentLines, groups, url, rules, verdict, decidedBy };
  }
}

/** Why a user-agent line counts or does not: each reason as a sentence, for the name of the caller that the line has, the names in it, and its value. */
const BECAUSE = {
  'names-caller': (agent) => `names ${agent}`,
  wildcard: () => 'is for every crawler that no group names',
  'fallback-not-needed': (agent) =>
    `names ${agent}, but another line names a token that this crawler prefers`,
  'wildcard-ignored': () => 'does not count, because this crawler ignores groups for "*"',
  'wildcard-not-needed': () => 'does not count, because a group names this crawler',
  'not-the-first-group': () => 'does not count, because only the first such group does',
  'other-name': (_, names, value) =>
    names.join() === value ? 'names another crawler' : `names another crawler: ${names.join(' or ')}`,
  'no-name': () => 'names no crawler',
} satisfies Record<string, (agent: string | null, names: readonly string[], value: string) => string>;

type AgentLineReason = keyof typeof BECAUSE;

/** A user-agent line, and what it means to the caller. */
export interface ExplainedAgentLine {
  /** The line. */
  readonly userAgent: UserAgentLine;
  /**
   * `names-caller` and `wildcard` make the caller obey the group. `fallback-not-needed`: the line has a token that the crawler
   * falls back to, but the file names an earlier one. `wildcard-not-needed`: the line is for `*`, but a group names the
   * caller. `wildcard-ignored`: the line is for `*`, and the crawler never obeys such groups. `not-the-first-group`: the
   * profile obeys only the first group of several. `other-name`: the line names another crawler. `no-name`: it names none,
   * because it is empty or has a control octet.
   */
  readonly reason: AgentLineReason;
  /** Whether the line makes the caller obey its group: the reasons `names-caller` and `wildcard`. */
  readonly counts: boolean;
  /** The caller's name that the line has, as the caller gave it; null unless the line names the caller. */
  readonly agent: string | null;
  /** The names that the profile reads in the line, such as `MJ` and `MJ12bot`; empty for `*` and for lines without a name. */
  readonly names: readonly string[];
  /** The reason as a sentence whose subject is the line: `names ExampleBot`. */
  readonly explanation: string;
}

/** Explains every user-agent line of a file: docs/semantics.md §4. */
function explainAgentLines(rules: CallerRules): ExplainedAgentLine[] {
  const { view, selection, callers } = rules;
  const { octets } = view.file;
  const obeyed = new Set(selection.groups);
  const lines = view.groups.flatMap(({ userAgents }, group) =>
    userAgents.map((userAgent) => {
      const { start, end } = userAgent.value;
      const named = view.namesIn(start, end, callers);
      const isForAll = userAgent.usable && named.isForAll;
      const isName = userAgent.usable && !isForAll;
      const caller = isName ? named.caller : NO_CALLER;
      const ends = isName ? named.ends.filter((at) => at > start) : [];
      const names = Array.from(new Set(ends), (at) => decodeText(octets.subarray(start, at)));
      const reason = reasonOfLine({ caller, isForAll, names }, obeyed.has(group), rules);
      const counts = reason === 'names-caller' || reason === 'wildcard';
      const agent = callers.names[caller]?.given ?? null;
      const explanation = BECAUSE[reason](agent, names, userAgent.name);
      return { userAgent, reason, counts, agent, names, explanation };
    }),
  );
  // Another engine may add lines to a group above others.
  return lines.sort((a, b) => a.userAgent.line - b.userAgent.line);
}

/**
 * @param line the index of the caller's name that it has, whether it is for `*`, and the names in it
 * @param isObeyed whether the caller obeys the line's group
 */
function reasonOfLine(
  line: { readonly caller: number; readonly isForAll: boolean; readonly names: readonly string[] },
  isObeyed: boolean,
  rules: CallerRules,
): AgentLineReason {
  const { caller, isForAll, names } = line;
  const { obeys, obeysWildcard } = rules.callers;
  const { selectedBy, agentRows } = rules.selection;
  if (caller !== NO_CALLER) {
    if (obeys === 'first-name' && caller > rules.nameAt(agentRows[0])) return 'fallback-not-needed';
    return isObeyed ? 'names-caller' : 'not-the-first-group';
  }
  if (!isForAll) return names.length === 0 ? 'no-name' : 'other-name';
  if (!obeysWildcard) return 'wildcard-ignored';
  if (selectedBy === 'name') return 'wildcard-not-needed';
  return isObeyed ? 'wildcard' : 'not-the-first-group';
}

/** A rule that matches the URL. */
export interface MatchingRule {
  /** The rule that matches the URL. */
  readonly rule: Rule;
  /** The pattern in the form in which it is compared with the URL. */
  readonly compared: string;
  /** How many octets that form has; by RFC 9309 §2.2.2 the match with the most octets decides. */
  readonly octets: number;
  /** Whether the rule decides. */
  readonly decides: boolean;
}

/** Finds the rules that match a URL, in order of precedence. */
function matchingRules(table: RuleTable, axes: RuleAxes, url: string): ComparedRules['matching'] {
  const candidates = candidatesOf(table, axes);
  const { patterns, patternOfRank } = candidates;
  const path = readRequestPath(url, OCTET_KINDS[axes.form]);
  path.grant(table.octets.length);
  const found = new Map<number, ComparedRules['matching'][number]>();
  for (const rank of matchingRanks(candidates, path)) {
    const place = patternOfRank[rank];
    const rule = patterns.rules[place];
    if (found.has(rule)) continue;
    const pattern = comparedPattern(candidates, place, table, axes);
    found.set(rule, { rule, pattern, octets: patterns.lengths[place] });
  }
  return [...found.values()];
}

/**
 * The ranks of the patterns that match a path, the best first.
 *
 * Cost: a step for each octet of the patterns, and the searches for parts (docs/internals/matcher.md, "One question about a file").
 */
export function matchingRanks({ patterns, patternOfRank }: Candidates, path: RequestPath): number[] {
  const ranks: number[] = [];
  for (const [rank, pattern] of patternOfRank.entries()) {
    path.left -= patterns.lengths[pattern] + 1;
    if (matchesPattern(patterns, pattern, path)) ranks.push(rank);
  }
  return ranks;
}

/** A pattern in its form, with its wildcards and its anchor. */
function comparedPattern(
  { patterns }: Candidates,
  pattern: number,
  { octets, rows, at: rowOfRule }: RuleTable,
  { specialCharacters }: RuleAxes,
): string {
  const { text, partBounds, firstPart, rules } = patterns;
  const row = rowOfRule[rules[pattern]];
  const start = rows[row + Row.VALUE_START];
  const ruleEnd = rows[row + Row.VALUE_END];
  // A rule's second pattern is the directory of its index.html, anchored: docs/semantics.md §5.7.4.
  const isDirectory = rules[pattern - 1] === rules[pattern];
  const isAnchored = isDirectory || (specialCharacters && ruleEnd > start && octets[ruleEnd - 1] === DOLLAR);
  const end = isDirectory ? directoryOfIndex(octets, start, ruleEnd) : isAnchored ? ruleEnd - 1 : ruleEnd;

  let part = firstPart[pattern];
  const nextPart = (): string => decodeText(text.subarray(partBounds[part], partBounds[++part]));
  // The first part may be empty. Of the others, none is: a run of wildcards is one.
  const pieces = specialCharacters ? decodeText(octets.subarray(start, end)).split('*') : [''];
  const compared = pieces.map((piece, i) => (i === 0 || piece !== '' ? nextPart() : '')).join('*');
  return isAnchored ? `${compared}$` : compared;
}

/** A part of a line. Its offsets count octets from 0 at the start of the file. */
export interface DecidingPart extends Span {
  /** The line's number, from 1. */
  readonly line: number;
}

/** The user-agent line that makes the caller obey the group of the deciding rule, and the rule. */
function decidingParts(
  agentLines: readonly ExplainedAgentLine[],
  [deciding]: readonly MatchingRule[],
  group: Group | null,
): DecidingPart[] {
  const counted = agentLines.filter(({ counts }) => counts).map(({ userAgent }) => userAgent);
  if (deciding === undefined) return counted.slice(0, 1).map(({ line, value }) => partOf(line, value));
  const { line, field, value } = deciding.rule;
  // Readers may obey a user-agent line that counts for nothing here, such as one with a NUL, or that is below the rule.
  const linesOfGroup = new Set(group?.userAgents.map((userAgent) => userAgent.line));
  const named = counted.filter((userAgent) => linesOfGroup.has(userAgent.line));
  const namedBy = named.filter((userAgent) => userAgent.line < line).at(-1) ?? named.at(0);
  const names = namedBy === undefined ? [] : [partOf(namedBy.line, namedBy.value)];
  const parts = [...names, partOf(line, value.end > value.start ? value : field)];
  return parts.sort((a, b) => a.line - b.line);
}

function partOf(line: number, { start, end }: Span): DecidingPart {
  return { line, start, end };
}
