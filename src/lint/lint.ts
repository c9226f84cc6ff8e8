/**
 * Lints a document: every check, in order.
 */
import type { Severity } from '../diagnostics.js';
import {
  anArray,
  anObject,
  aWholeNumber,
  checkedElsewhere,
  checkOptions,
  misshapen,
  oneOf,
  optionTable,
} from '../option-checks.js';
import { type AnyProfile, type Profile, resolveProfile } from '../profiles.js';
import type { RobotsDocument } from '../robots-document.js';
import { urlOrNull, urlText } from '../urls.js';
import { LintedFile } from './linted-file.js';
import { type Finding, Report, type RuleSeverities } from './report.js';
import { checkRules, LINT_RULES, RULE_IDS, type RuleId } from './rules.js';
import { WorkBudget } from './work-budget.js';

/** Options for `lint` and `fix`. */
export interface LintOptions {
  /** Severities for rules, by id; `off` turns a rule off. Default: the severity of each rule in `LINT_RULES`. */
  readonly rules?: { readonly [id in RuleId]?: Severity | 'off' | undefined } | undefined;
  /** The URL of the file, such as `https://example.com/robots.txt`. Without it, `foreign-sitemap` finds nothing. */
  readonly url?: string | URL | undefined;
  /**
   * The profiles of programs, or their names, that `read-differently` asks: such as those of `robotstream/readers`. Default: none, and it
   * finds nothing.
   */
  readonly readers?: readonly AnyProfile[] | undefined;
  /** How many findings of one rule are listed. Default: 100; `Infinity` for all. */
  readonly maxPerRule?: number | undefined;
}

/** What a lint found. */
export interface LintResult {
  /** The findings in file order. */
  readonly findings: readonly Finding[];
  /** How many further findings of each rule are not listed, because there are more than `maxPerRule`. */
  readonly omitted: ReadonlyMap<RuleId, number>;
  /** Whether every check was made. False if comparing the rules with each other took too much work; then findings may be missing. */
  readonly isComplete: boolean;
}

const DEFAULT_MAX_PER_RULE = 100;

const aSeverity = oneOf('error', 'warning', 'info', 'off');
type Severities = NonNullable<LintOptions['rules']>;
const RULE_OPTIONS = optionTable<Severities>(
  Object.fromEntries(RULE_IDS.map((id) => [id, aSeverity])) as { [id in RuleId]: typeof aSeverity },
);

/** The options of {@link lint}, for functions that have further ones. */
export const LINT_OPTIONS = optionTable<LintOptions>({
  rules: anObject(RULE_OPTIONS),
  url: checkedElsewhere,
  readers: anArray,
  maxPerRule: aWholeNumber(0, Infinity, 'findings'),
});

/**
 * Finds errors and likely mistakes in a robots.txt.
 *
 * @throws {TypeError | RangeError} if `document` is not a document, or an option is unknown or not as documented
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 * import { lint } from 'robotstream/lint';
 *
 * for (const { line, rule, severity } of lint(parseSync('User-agent: *\nDisalow: /private/\n')).findings) {
 *   if (severity !== 'info') console.log(line, rule); // → 2 misspelled-field
 * }
 * ```
 */
export function lint(document: RobotsDocument, options: LintOptions = {}): LintResult {
  checkOptions('lint', options, LINT_OPTIONS);
  const file = new LintedFile(
    document,
    urlOption(options.url),
    new WorkBudget(),
    readersOption(options.readers),
  );
  const { maxPerRule = DEFAULT_MAX_PER_RULE } = options;
  return runChecks(file, new Report(file, severitiesOf(options.rules), maxPerRule));
}

/** The URL of an option. */
export function urlOption(given: LintOptions['url']): URL | null {
  if (given === undefined) return null;
  const url = urlOrNull(urlText(given));
  if (url === null) throw misshapen(given, 'url', 'an absolute URL');
  return url;
}

/** The profiles of an option. */
export function readersOption(given: LintOptions['readers'] = []): Profile[] {
  return given.map((reader, i) => resolveProfile(reader, `readers[${i}]`));
}

/** The severity of every rule: the default, unless an option sets another. */
export function severitiesOf(given: Severities = {}): RuleSeverities {
  return new Map(RULE_IDS.map((id) => [id, given[id] ?? LINT_RULES[id].severity]));
}

/** Makes every check of a file. */
export function runChecks(file: LintedFile, report: Report): LintResult {
  checkRules(file, report);
  report.addUselessComments();
  return { findings: report.findings, omitted: report.omitted, isComplete: !file.budget.isShort };
}
