/**
 * Collects findings: it knows which rules are on and which findings comments ignore, limits how many findings of a rule are kept, and
 * refuses fixes that turn out to be uncertain.
 */
import { CR, LF } from '../ascii.js';
import type { Severity } from '../diagnostics.js';
import { LINE_LIMIT_OCTETS } from '../limits.js';
import type { Span } from '../octets.js';
import type { LintedFile } from './linted-file.js';
import type { Fix, RuleReport } from './rule.js';
import { IGNORE_RULES, IgnoreComments, type UselessComment } from './rules/ignore-comments.js';
import { type LINT_RULES, RULE_IDS, type RuleId } from './rules.js';

/** A problem that a lint rule found in a file. */
export interface Finding {
  /** The id of the rule, a key of `LINT_RULES`. */
  readonly rule: RuleId;
  /** How bad it is. */
  readonly severity: Severity;
  /** What was found here, and what to do about it. */
  readonly message: string;
  /** The line, from 1. */
  readonly line: number;
  /** The octet of the line at which the place starts, from 1. */
  readonly column: number;
  /** The octets that it is about, as offsets from 0 in the file. */
  readonly span: Span;
  /** A fix that is certain to do what the author meant; `null` if there is none. */
  readonly fix: Fix | null;
}

/** The severity of each rule, or `off`. */
export type RuleSeverities = ReadonlyMap<RuleId, Severity | 'off'>;

/** The rules whose findings may be missing when the work is short. */
const COMPARING: ReadonlySet<RuleId> = new Set<RuleId>([
  'blocked-resources',
  'everything-disallowed',
  'group-loses-wildcard-rules',
  'incomplete-operator',
  'read-differently',
  'rule-never-decides',
  'search-engine-disallowed',
  'tied-rules',
]);

export class Report implements RuleReport<typeof LINT_RULES> {
  readonly #file: LintedFile;
  readonly #severities: RuleSeverities;
  readonly #maxPerRule: number;
  readonly #onlyFixable: boolean;
  readonly #findings: Finding[] = [];
  readonly #counts = new Map<RuleId, number>();
  readonly #ignoreComments: IgnoreComments<RuleId>;

  /**
   * @param maxPerRule how many findings of a rule are kept
   * @param onlyFixable whether findings without a fix are left out
   */
  constructor(file: LintedFile, severities: RuleSeverities, maxPerRule: number, onlyFixable = false) {
    this.#file = file;
    this.#severities = severities;
    this.#maxPerRule = maxPerRule;
    this.#onlyFixable = onlyFixable;
    this.#ignoreComments = new IgnoreComments(file, RULE_IDS);
  }

  wants(rule: RuleId): boolean {
    return this.#severities.get(rule) !== 'off';
  }

  add(rule: RuleId, line: number, span: Span, message: () => string, fix?: () => Fix | null): void {
    const severity = this.#severities.get(rule);
    if (severity === undefined || severity === 'off') return;
    const fixable = this.#onlyFixable ? this.#certain(line, fix?.() ?? null) : null;
    if (this.#onlyFixable && fixable === null) return;
    if (this.#ignoreComments.ignores(rule, line)) return;
    const count = (this.#counts.get(rule) ?? 0) + 1;
    this.#counts.set(rule, count);
    if (count > this.#maxPerRule) return;
    const column = Math.max(0, span.start - this.#file.lines.start(line)) + 1;
    this.#findings.push({
      rule,
      severity,
      message: message(),
      line,
      column,
      span: { start: span.start, end: span.end },
      fix: fixable ?? this.#certain(line, fix?.() ?? null),
    });
  }

  /** Adds a finding for each comment that ignores nothing. To be called after all checks. */
  addUselessComments(): void {
    const comments = this.#ignoreComments;
    for (const comment of comments.misnamed) this.#addUseless(comment);
    for (const comment of comments.takeUnused((rule) => this.wants(rule) && this.#isChecked(rule))) {
      this.#addUseless(comment);
    }
  }

  /** Whether a rule was checked in full. If not, its comment may ignore a finding that was not made. */
  #isChecked(rule: RuleId): boolean {
    if (rule === 'foreign-sitemap') return this.#file.url !== null;
    if (rule === 'read-differently' && this.#file.readers.length === 0) return false;
    return !(this.#file.budget.isShort && COMPARING.has(rule));
  }

  #addUseless({ node, why }: UselessComment): void {
    const { line, comment } = node;
    this.add('unused-ignore', line, comment, () => `${IGNORE_RULES['unused-ignore'].title} ${why()}`);
  }

  /** The findings in file order, those of one line in the order of the rules. */
  get findings(): Finding[] {
    return this.#findings.sort(
      (a, b) =>
        a.line - b.line || a.span.start - b.span.start || RULE_IDS.indexOf(a.rule) - RULE_IDS.indexOf(b.rule),
    );
  }

  /** How many findings of each rule were not kept. */
  get omitted(): Map<RuleId, number> {
    const past = new Map<RuleId, number>();
    for (const [rule, count] of this.#counts) {
      if (count > this.#maxPerRule) past.set(rule, count - this.#maxPerRule);
    }
    return past;
  }

  /**
   * A fix, unless it could change how other octets are read: in a line near the line limit, or where removing a line joins
   * the CR above it to an LF below it.
   */
  #certain(line: number, fix: Fix | null): Fix | null {
    if (fix === null) return null;
    const { lines, octets } = this.#file;
    const { start, end } = fix.span;
    if (lines.isOverlong(line)) return null;
    const growth = fix.text.length - (end - start);
    if (lines.end(line) - lines.start(line) + growth > LINE_LIMIT_OCTETS) return null;
    const joins = fix.text === '' && octets[start - 1] === CR && octets[end] === LF;
    return joins ? null : fix;
  }
}
