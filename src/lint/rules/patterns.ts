/**
 * Single path patterns: characters without effect.
 */
import { DOLLAR, isWhiteSpace, STAR } from '../../ascii.js';
import type { Rule } from '../../ast/nodes.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import type { LintedFile } from '../linted-file.js';
import { info, ofDiagnostic, type RuleReport, type RuleTable, warning } from '../rule.js';

export const PATTERN_RULES = {
  'pattern-without-slash': ofDiagnostic('pattern-without-slash', {
    why: 'Paths start with "/". The rule has no effect.',
    example: 'User-agent: *\nDisallow: private\n',
    better: 'User-agent: *\nDisallow: /private\n',
    sources: ['RFC 9309 §2.2', 'docs/semantics.md §5.3'],
  }),
  'stray-percent': ofDiagnostic('stray-percent', {
    why: 'The pattern probably does not match the URLs that it is meant for.',
    example: 'User-agent: *\nDisallow: /100%\n',
    better: 'User-agent: *\nDisallow: /100%25\n',
    sources: ['RFC 9309 §2.2.2', 'docs/semantics.md §5.2'],
  }),
  'white-space-in-pattern': ofDiagnostic('white-space-in-pattern', {
    why: 'Google compares the space as it is, and no URL has one.',
    example: 'User-agent: *\nDisallow: /my folder/\n',
    better: 'User-agent: *\nDisallow: /my%20folder/\n',
    sources: ['RFC 9309 §2.2', 'RFC 9309 §2.2.2'],
  }),
  'dollar-inside-pattern': warning({
    title: 'A "$" that is not the last character of a pattern is an ordinary character.',
    why: 'The pattern matches only URLs with a dollar sign in that place.',
    fix: 'Put the "$" at the end of the pattern, or write "%24" if a dollar sign is meant.',
    example: 'User-agent: *\nDisallow: /*.pdf$*\n',
    better: 'User-agent: *\nDisallow: /*.pdf$\n',
    sources: ['RFC 9309 §2.2.3', 'Google\'s page, "URL matching based on path values"'],
  }),
  'useless-wildcard': info({
    title: 'A "*" at the end of a pattern, or next to another "*", does not change which URLs match.',
    why: 'It only makes the pattern longer, which can change which of two rules decides.',
    fix: 'Remove the "*".',
    example: 'User-agent: *\nDisallow: /private/*\n',
    sources: ['RFC 9309 §2.2.3', 'Google\'s page, "URL matching based on path values"'],
  }),
} satisfies RuleTable;

type Report = RuleReport<typeof PATTERN_RULES>;

export function checkPatterns(file: LintedFile, report: Report): void {
  const stars = new UselessStars();
  for (const { rules } of file.document.groups) {
    for (const rule of rules) {
      checkPattern(rule, report);
      stars.see(rule);
    }
  }
  stars.report(report);
}

/** How many other lines a finding names. */
const MAX_LINES = 10;

/** The patterns of a file with a `*` that changes nothing. A file with one usually has many, so they share one finding. */
class UselessStars {
  #first: { readonly rule: Rule; readonly star: number } | undefined;
  readonly #others: number[] = [];
  #count = 0;

  see(rule: Rule): void {
    const star = uselessStar(rule.value.octets);
    if (star < 0) return;
    this.#count++;
    if (this.#first === undefined) this.#first = { rule, star };
    else if (this.#others.length < MAX_LINES) this.#others.push(rule.line);
  }

  report(report: Report): void {
    if (this.#first === undefined) return;
    const { rule, star } = this.#first;
    const { line, value } = rule;
    const place = { start: value.start + star, end: value.start + star + 1 };
    const { octets } = value;
    const isLast = star === octets.length - 1 && !isNeeded(octets, startOfStars(octets, star));
    const where = isLast ? 'at the end of' : 'next to another "*" in';
    const message = (): string =>
      `The "*" ${where} ${quoteText(value.text)} does not change which URLs match.${this.#rest()}`;
    report.add('useless-wildcard', line, place, message);
  }

  /** The other lines, as a sentence; empty if there are none. */
  #rest(): string {
    const lines = this.#others;
    const left = this.#count - 1 - lines.length;
    if (lines.length === 0) return '';
    const more = left === 0 ? '' : ` and ${left} more`;
    return ` The same is true of ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more}.`;
  }
}

function checkPattern({ line, value }: Rule, report: Report): void {
  const { octets, start } = value;
  const last = octets.length - 1;
  const dollar = octets.indexOf(DOLLAR);
  if (dollar >= 0 && dollar < last) {
    const place = { start: start + dollar, end: start + dollar + 1 };
    const message = (): string =>
      `The "$" in ${quoteText(value.text)} is not the last character, so it matches a dollar sign and ends nothing. Put it at the end, or write "%24".`;
    report.add('dollar-inside-pattern', line, place, message);
  }
}

/**
 * A `*` at the end of a pattern that also begins with something else, or the second of two in a row; -1 if there is none.
 */
function uselessStar(octets: Uint8Array): number {
  const last = octets.length - 1;
  if (last > 0 && octets[last] === STAR && !isNeeded(octets, last)) return last;
  for (let at = octets.indexOf(STAR); at >= 0 && at < last; at = octets.indexOf(STAR, at + 1)) {
    if (octets[at + 1] === STAR) return at + 1;
  }
  return -1;
}

/** Whether a pattern needs its `*` from `star` on: without it, a `$` would become the anchor, and white space would be trimmed. */
function isNeeded(octets: Uint8Array, star: number): boolean {
  return octets[star - 1] === DOLLAR || isWhiteSpace(octets[star - 1]);
}

/** Where the run of `*` begins that has one at `star`. */
function startOfStars(octets: Uint8Array, star: number): number {
  let start = star;
  while (start > 0 && octets[start - 1] === STAR) start--;
  return start;
}
