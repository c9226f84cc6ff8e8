/**
 * The paths that the rules of a file name, and which of them a crawler may not fetch.
 */
import {
  matchesNothing,
  type NamedPath,
  type ObeyedRules,
  pathNamedBy,
  ROBOTS_TXT_PATH,
  type RuleAxes,
  type RuleTable,
} from 'robotstream/internal';
import type { Restriction } from '../tables.js';

/** More paths tell little more, and each is put to every set of rules. */
const MAX_PATHS = 25;

/**
 * Distinct paths that the rules of all groups name: of at most {@link MAX_PATHS} rules, spread evenly over the file. A pattern names itself, without a
 * final `$` and the `*` before it, and with a letter in place of each other `*`. `/robots.txt` is left out.
 *
 * @param axes those of the profile; undefined for a reader
 */
export function namedPaths(rules: RuleTable, axes: RuleAxes | undefined): readonly NamedPath[] {
  const matching = rules.at.filter((row) => !matchesNothing(rules, row));
  const taken = Math.min(MAX_PATHS, matching.length);
  const paths: NamedPath[] = [];
  for (let nth = 0; nth < taken; nth++) {
    const path = pathNamedBy(rules, matching[Math.floor((nth * matching.length) / taken)], axes);
    if (!isEqual(path, ROBOTS_TXT) && !paths.some((other) => isEqual(other, path))) paths.push(path);
  }
  return paths;
}

const ROBOTS_TXT = (() => {
  const octets = Buffer.from(ROBOTS_TXT_PATH, 'latin1');
  return { octets, start: 0, end: octets.length, row: undefined };
})();

function isEqual(one: NamedPath, other: NamedPath): boolean {
  const length = one.end - one.start;
  if (length !== other.end - other.start) return false;
  // Most differ at their ends.
  for (let i = length - 1; i >= 0; i--) {
    if (one.octets[one.start + i] !== other.octets[other.start + i]) return false;
  }
  return true;
}

/** The share of some paths that a crawler may not fetch; null if there are none, or too many to ask about. */
export function refusedShare(
  rules: ObeyedRules,
  paths: readonly NamedPath[],
  restriction: Restriction | null,
): number | null {
  if (paths.length === 0) return null;
  if (restriction === 'none') return 0;
  if (restriction === 'all') return 1;
  let refused = 0;
  for (const { octets, start, end, row } of paths) {
    if (!rules.isAllowed(octets, start, end, row)) refused++;
    if (rules.isSpent) return null;
  }
  return refused / paths.length;
}
