/**
 * Applies the certain fixes of findings to a file.
 */
import { joinedOctets } from '../compare/joined-octets.js';
import { checkOptions } from '../option-checks.js';
import { parseSync, stringify } from '../parse.js';
import type { RobotsDocument } from '../robots-document.js';
import { LINT_OPTIONS, type LintOptions, readersOption, runChecks, severitiesOf, urlOption } from './lint.js';
import { LintedFile } from './linted-file.js';
import { type Finding, Report, type RuleSeverities } from './report.js';
import type { Fix } from './rule.js';
import { LINT_RULES, RULE_IDS } from './rules.js';
import { WorkBudget } from './work-budget.js';

/** A file after its certain fixes. */
export interface FixResult {
  /** The octets of the fixed file; a copy of the document's if nothing was fixed. */
  readonly octets: Uint8Array;
  /** What was fixed. The places are those in the file at the time of each fix. */
  readonly fixed: readonly FixedFinding[];
  /** Why the file may not be fixed; `null` if it may. */
  readonly refusal: string | null;
}

/** A finding that was fixed, with the line that its fix changed. */
export interface FixedFinding {
  /** The finding that is fixed. */
  readonly finding: Finding;
  /** The line as it was, without its terminator. */
  readonly before: string;
  /** The lines in its place, without terminators; none if the line was removed. */
  readonly after: readonly string[];
}

/** One fix can make another possible, such as a colon and then a spelling. */
const MAX_ROUNDS = 10;

/**
 * Applies every certain fix. Octets of other lines stay as they are. No verdict changes under a profile unless the rule of a
 * fix names it (`autofix.changesVerdictsUnder` in `LINT_RULES`).
 *
 * Nothing is fixed in a file that is longer than the parsing limit, because its other octets are not known.
 *
 * @param options as for `lint`; rules that are off fix nothing
 * @throws {TypeError | RangeError} if it is not a document, or an option is unknown or not as documented
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 * import { fix } from 'robotstream/lint';
 *
 * const { octets, fixed } = fix(parseSync('User-agent: *\nDisalow: /private/\n'));
 * console.log(fixed.length, JSON.stringify(new TextDecoder().decode(octets)));
 * // → 1 "User-agent: *\nDisallow: /private/\n"
 * ```
 */
export function fix(document: RobotsDocument, options: LintOptions = {}): FixResult {
  checkOptions('fix', options, LINT_OPTIONS);
  const url = urlOption(options.url);
  // No rule about readers has a fix.
  readersOption(options.readers);
  const { maxOctets } = new LintedFile(document, url, new WorkBudget()).parsed.facts;
  const severities = onlyFixable(severitiesOf(options.rules));
  const fixed: FixedFinding[] = [];
  let current = document;
  if (document.truncated) {
    return { octets: stringify(document), fixed, refusal: 'a part of the file was not read' };
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const file = new LintedFile(current, url, new WorkBudget());
    const { findings } = runChecks(file, new Report(file, severities, Infinity, true));
    const applied = withoutOverlaps(findings);
    if (applied.length === 0) break;
    const octets = replaced(file.octets, applied);
    if (octets.length > maxOctets) {
      return {
        octets: stringify(current),
        fixed,
        refusal: 'the fixed file would be longer than the parsing limit',
      };
    }
    for (const finding of applied) fixed.push(fixedFinding(file, finding));
    current = parseSync(octets, { maxOctets });
  }
  return { octets: stringify(current), fixed, refusal: null };
}

/** The rules that fix something, and no other. */
function onlyFixable(severities: RuleSeverities): RuleSeverities {
  return new Map(
    RULE_IDS.map((id) => [id, LINT_RULES[id].autofix === undefined ? 'off' : (severities.get(id) ?? 'off')]),
  );
}

type Fixable = Finding & { readonly fix: Fix };

/** The findings with a fix, in file order, without those whose fix overlaps one before. */
function withoutOverlaps(findings: readonly Finding[]): Fixable[] {
  const kept: Fixable[] = [];
  let end = -1;
  const fixable = findings.filter((finding): finding is Fixable => finding.fix !== null);
  for (const finding of fixable.sort((a, b) => a.fix.span.start - b.fix.span.start)) {
    if (finding.fix.span.start < end) continue;
    kept.push(finding);
    end = finding.fix.span.end;
  }
  return kept;
}

function fixedFinding(file: LintedFile, finding: Fixable): FixedFinding {
  const { start, end } = file.wholeLineSpan(finding.line);
  const { span, text } = finding.fix;
  const before = file.text(file.lineSpan(finding.line));
  const after =
    file.text({ start, end: Math.max(start, span.start) }) + text + file.text({ start: span.end, end });
  return { finding, before, after: after === '' ? [] : after.replace(/\r?\n$|\r$/, '').split(/\r\n|\r|\n/) };
}

const encoder = new TextEncoder();

function replaced(octets: Uint8Array, fixes: readonly Fixable[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { fix: one } of fixes) {
    parts.push(octets.subarray(from, one.span.start), encoder.encode(one.text));
    from = one.span.end;
  }
  parts.push(octets.subarray(from));
  return joinedOctets(parts);
}
