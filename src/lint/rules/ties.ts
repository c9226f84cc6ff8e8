/**
 * Allow and disallow rules of the same length that match the same URLs.
 */
import { STAR } from '../../ascii.js';
import type { Group, Rule } from '../../ast/nodes.js';
import { isUrlText } from '../../compare/url-domain.js';
import type { Matcher } from '../../match/matcher.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import { PATH_ORIGIN } from '../../urls.js';
import type { LintedFile } from '../linted-file.js';
import { info, type RuleReport, type RuleTable } from '../rule.js';
import { callerOf } from '../selections.js';

export const TIE_RULES = {
  'tied-rules': info({
    title: 'An allow rule of the same length matches some of the same URLs.',
    why: 'Neither rule is more specific, so allow wins (RFC 9309 §2.2.2). A small change to either pattern changes the outcome.',
    fix: 'Make the rule that should decide longer than the other.',
    example: 'User-agent: *\nAllow: /a/*.html\nDisallow: /a/b*html\n',
    better: 'User-agent: *\nAllow: /a/*.html\nDisallow: /a/b*.html\n',
    sources: ['RFC 9309 §2.2.2', 'Google\'s page, "Order of precedence for rules"'],
  }),
} satisfies RuleTable;

type Report = RuleReport<typeof TIE_RULES>;

/** A rule of a group that can match. */
export interface FormedRule {
  readonly rule: Rule;
  /** Its pattern in canonical form, one character an octet; every `*` is a wildcard, and a final `$` the anchor. */
  readonly pattern: string;
  /** Its length for precedence, in octets. */
  readonly length: number;
}

/** Reports disallow rules that lose against an allow rule of the same length. */
export function checkTies(
  file: LintedFile,
  group: Group,
  rules: readonly FormedRule[],
  report: Report,
): void {
  const allowsOf = new Map<number, FormedRule[]>();
  const caller = callerOf(group);
  if (caller === null) return;
  let matcher: Matcher | null | undefined;
  for (const formed of rules) {
    if (formed.rule.directive !== 'allow') continue;
    const ofLength = allowsOf.get(formed.length);
    if (ofLength === undefined) allowsOf.set(formed.length, [formed]);
    else ofLength.push(formed);
  }
  for (const disallow of rules) {
    if (disallow.rule.directive === 'allow') continue;
    for (const allow of allowsOf.get(disallow.length) ?? []) {
      if (!file.budget.take(PAIR_WORK)) return;
      const path = tiedPath(file, disallow.pattern, allow.pattern);
      // The URL Standard changes paths with dot segments.
      if (path === null || !isUrlText(path)) continue;
      matcher ??= file.matcher(caller);
      const verdict = matcher === null ? null : file.budget.check(matcher, PATH_ORIGIN + path);
      if (verdict === null) return;
      // A longer rule may decide about the path.
      if (verdict.rule?.line !== allow.rule.line) continue;
      const { line, value } = disallow.rule;
      const message = (): string =>
        `${quoteText(allow.rule.pattern)} of line ${allow.rule.line} is as long and matches some of the same URLs, such as ${quoteText(path)}: there allow wins.`;
      report.add('tied-rules', line, value, message);
      break;
    }
  }
}

/** The work of looking at a pair of rules. */
const PAIR_WORK = 8192;

/** How many times as much as comparing two octets a step of the search for a common path costs. */
const TIE_FACTOR = 256;

/** A path that two patterns match; `null` if there is none, or finding it takes too much work. */
function tiedPath({ budget }: LintedFile, first: string, second: string): string | null {
  if (!beginAlike(first, second) || !budget.take(TIE_FACTOR * first.length * second.length)) return null;
  return commonPath(first, second);
}

/** Whether two patterns have the same octets up to the first `*` of either. */
function beginAlike(first: string, second: string): boolean {
  const length = Math.min(literalLength(first), literalLength(second));
  return first.slice(0, length) === second.slice(0, length);
}

function literalLength(pattern: string): number {
  const star = pattern.indexOf('*');
  return star < 0 ? pattern.length : star;
}

/** A wildcard in a split pattern. */
const ANY = -1;

/**
 * A path that both patterns match, or `null` if there is none. The work is the product of their lengths.
 *
 * @param first in canonical form: every `*` is a wildcard, and a final `$` the anchor
 * @param second in the same form
 */
function commonPath(first: string, second: string): string | null {
  const a = takenApart(first);
  const b = takenApart(second);
  const width = b.length + 1;
  const end = a.length * width + b.length;
  /** For each pair of places that was reached: the pair before it, and the octet between them, if any. */
  const before = new Int32Array((a.length + 1) * width).fill(ANY);
  const octets = new Int32Array((a.length + 1) * width).fill(ANY);
  const queue = [0];
  before[0] = 0;
  const reach = (from: number, to: number, octet: number): void => {
    if (before[to] !== ANY) return;
    before[to] = from;
    octets[to] = octet;
    queue.push(to);
  };
  for (const at of queue) {
    if (at === end) break;
    const i = Math.floor(at / width);
    const j = at % width;
    const left = i < a.length ? a[i] : undefined;
    const right = j < b.length ? b[j] : undefined;
    if (left === ANY) reach(at, at + width, ANY);
    if (right === ANY) reach(at, at + 1, ANY);
    if (left === undefined || right === undefined) continue;
    if (left !== ANY && right !== ANY) {
      if (left === right) reach(at, at + width + 1, left);
    } else if (left !== ANY) reach(at, at + width, left);
    else if (right !== ANY) reach(at, at + 1, right);
  }
  return before[end] === ANY ? null : readBack(end, before, octets);
}

/** The octets of a pattern, `ANY` for a wildcard. A pattern without an anchor ends with one. */
function takenApart(pattern: string): number[] {
  const isAnchored = pattern.endsWith('$');
  const parts = Array.from(isAnchored ? pattern.slice(0, -1) : pattern, (character) =>
    character.charCodeAt(0) === STAR ? ANY : character.charCodeAt(0),
  );
  return isAnchored ? parts : [...parts, ANY];
}

function readBack(end: number, before: Int32Array, octets: Int32Array): string {
  const characters: string[] = [];
  for (let at = end; at !== 0; at = before[at]) {
    if (octets[at] !== ANY) characters.push(String.fromCharCode(octets[at]));
  }
  const path = characters.reverse().join('');
  return path.startsWith('/') ? path : `/${path}`;
}
