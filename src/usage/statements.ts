/**
 * Statements of usage: a value is split into path pattern and preference; the statements with the longest matching
 * pattern apply to a URL (docs/semantics.md §7.2 and §7.3).
 */
import { HTAB, SLASH, SP } from '../ascii.js';
import type { RecordNode } from '../ast/nodes.js';
import { type CompiledRules, compileRules } from '../match/compiled-rules.js';
import { PatternSet } from '../match/pattern/pattern-set.js';
import { OCTET_KINDS } from '../match/url/octet-kinds.js';
import type { RuleAxes } from '../profiles.js';
import { DISALLOW, SPELLED_EXACTLY } from '../stream/fields.js';
import { fieldFlags, RECORD, ROW_STRIDE, writeRow } from '../stream/row.js';

/** A usage record, split into its parts. */
export interface UsageStatement {
  readonly line: number;
  /** The path pattern; empty if the statement is for the whole site. */
  readonly pattern: Uint8Array;
  /** The octets after the pattern and white space. */
  readonly preference: Uint8Array;
  /** The offset in the file of the first octet of `preference`. */
  readonly preferenceStart: number;
}

/** Splits a record's value. A value that begins with `/` has a path pattern, up to the first SP or HTAB. */
export function statementOf({ line, value }: RecordNode): UsageStatement {
  const { octets, start } = value;
  let patternEnd = 0;
  if (octets[0] === SLASH) {
    while (patternEnd < octets.length && !separates(octets[patternEnd])) patternEnd++;
  }
  let preference = patternEnd;
  while (preference < octets.length && separates(octets[preference])) preference++;
  return {
    line,
    pattern: octets.subarray(0, patternEnd),
    preference: octets.subarray(preference),
    preferenceStart: start + preference,
  };
}

function separates(octet: number): boolean {
  return octet === SP || octet === HTAB;
}

/**
 * The statements that apply to a URL: those with the longest pattern that matches it, with lengths as for rules. No
 * pattern counts as the shortest. Several patterns of the same length apply together.
 *
 * @throws {TypeError} if the profile's form does not accept the URL
 */
export function statementsFor<Statement extends UsageStatement>(
  statements: readonly Statement[],
  url: string,
  rules: RuleAxes,
): readonly Statement[] {
  const withPattern = statements.filter(({ pattern }) => pattern.length > 0);
  if (withPattern.length === 0) return statements;

  const axes = usageAxes(rules);
  const longest = compiled(withPattern, axes).decide(url);
  if (longest < 0) return statements.filter(({ pattern }) => pattern.length === 0);
  const lengths = patternLengths(withPattern, axes);
  return withPattern.filter(
    (statement, i) => lengths[i] === lengths[longest] && compiled([statement], axes).decide(url) >= 0,
  );
}

/** Patterns of usage match as those of rules do. Precedence is the same under every profile. */
function usageAxes(rules: RuleAxes): RuleAxes {
  return { ...rules, precedence: 'longest', indexHtmlIsDirectory: false, robotsTxtAlwaysAllowed: false };
}

/** The statements' patterns as rules, so that the matcher finds the longest one within its bounds. */
function compiled(statements: readonly UsageStatement[], axes: RuleAxes): CompiledRules {
  const size = statements.reduce((sum, { pattern }) => sum + pattern.length, 0);
  const octets = new Uint8Array(size);
  const rows = new Int32Array(statements.length * ROW_STRIDE);
  const flags = RECORD | fieldFlags({ directive: DISALLOW, spelling: SPELLED_EXACTLY });
  let start = 0;
  const at = statements.map(({ pattern, line }, i) => {
    const end = start + pattern.length;
    octets.set(pattern, start);
    writeRow(rows, i * ROW_STRIDE, flags, start, start, start, start, end, end, line);
    start = end;
    return i * ROW_STRIDE;
  });
  return compileRules({ octets, rows, at }, axes);
}

/** The length of each pattern in the form that is compared. */
function patternLengths(statements: readonly UsageStatement[], axes: RuleAxes): Int32Array {
  const set = new PatternSet(OCTET_KINDS[axes.form], axes.specialCharacters, statements.length);
  for (const [i, { pattern }] of statements.entries()) set.add(pattern, 0, pattern.length, i);
  return set.lengths;
}
