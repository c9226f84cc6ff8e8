/**
 * The first tier: rules read straight from the document's octets, for the first question or two put to a file. Nothing is
 * prepared; a pattern is put into form only if it holds something that has another one.
 */
import { SLASH, STAR } from '../ascii.js';
import {
  RULE_IS_ALLOW,
  RULE_PATTERN_END,
  RULE_PATTERN_START,
  RULE_STRIDE,
  type RuleTable,
} from '../ast/rule-table.js';
import type { RuleAxes } from '../profiles.js';
import { directoryOfIndex } from './index-html.js';
import { matchesPattern } from './match-pattern.js';
import type { Meter } from './meter.js';
import { LAST_SELF_KIND, OCTET_KINDS } from './octet-kinds.js';
import { PatternSet } from './pattern-set.js';

/** Stands for "no rule matches". */
export const NO_MATCH = -1;

/**
 * The rule that decides, as its index in the table, or {@link NO_MATCH}.
 *
 * Long because it is the whole cost of a verdict on a file that is asked about once: the common rule, a literal
 * that differs in its first octets, must cost a few instructions.
 *
 * Cost: the octets of all patterns, and what {@link matchesPattern} takes from the meter.
 *
 * @param meter the result means nothing if it is under 0 afterwards
 */
export function scanRules(
  table: RuleTable,
  axes: RuleAxes,
  path: Uint8Array,
  length: number,
  meter: Meter,
): number {
  const { octets, rows } = table;
  const kinds = OCTET_KINDS[axes.form];
  const kindOf = axes.specialCharacters ? kinds.special : kinds.literal;
  const isFirstMatchEnough = axes.precedence === 'first';
  const rowsEnd = table.count * RULE_STRIDE;
  let best = NO_MATCH;
  let bestLength = -1;
  let bestIsAllow = 0;
  for (let row = 0; row < rowsEnd; row += RULE_STRIDE) {
    const start = rows[row + RULE_PATTERN_START];
    const end = rows[row + RULE_PATTERN_END];
    const isAllow = rows[row + RULE_IS_ALLOW];
    let at = start;
    let i = 0;
    while (at < end && i < length && octets[at] === path[i] && kindOf[octets[at]] <= LAST_SELF_KIND) {
      at++;
      i++;
    }
    meter.left -= i + 1;
    let matchLength: number;
    if (at === end) {
      if (!isRule(octets, start, end, axes)) continue;
      matchLength = i;
    } else {
      const isPlainMismatch = kindOf[octets[at]] <= LAST_SELF_KIND;
      const mayBeDirectory = axes.indexHtmlIsDirectory && isAllow === 1;
      if (isPlainMismatch && !mayBeDirectory) continue;
      if (!isRule(octets, start, end, axes)) continue;
      matchLength = isPlainMismatch ? -1 : formMatchLength(axes, octets, start, end, path, length, meter);
      if (matchLength < 0 && mayBeDirectory) {
        matchLength = directoryMatchLength(axes, octets, start, end, path, length, meter);
      }
      if (meter.left < 0) return NO_MATCH;
      if (matchLength < 0) continue;
    }
    if (isFirstMatchEnough) return row / RULE_STRIDE;
    if (matchLength > bestLength || (matchLength === bestLength && isAllow > bestIsAllow)) {
      best = row / RULE_STRIDE;
      bestLength = matchLength;
      bestIsAllow = isAllow;
    }
  }
  return best;
}

/** Whether a pattern counts at all under these axes: semantics §5.3, and what an empty one is. */
export function isRule(octets: Uint8Array, start: number, end: number, axes: RuleAxes): boolean {
  if (start === end) return axes.emptyPattern === 'matches';
  return !axes.patternNeedsSlashOrStar || octets[start] === SLASH || octets[start] === STAR;
}

/** Where one pattern at a time is put into form. */
const scratchSets = new Map<boolean, Map<RuleAxes['form'], PatternSet>>();

function scratchFor(axes: RuleAxes): PatternSet {
  let byForm = scratchSets.get(axes.specialCharacters);
  if (byForm === undefined) {
    byForm = new Map();
    scratchSets.set(axes.specialCharacters, byForm);
  }
  let set = byForm.get(axes.form);
  if (set === undefined) {
    set = new PatternSet(axes.form, axes.specialCharacters);
    byForm.set(axes.form, set);
  }
  set.clear();
  return set;
}

/** The length of a pattern that is put into form first, if it matches; else -1. */
function formMatchLength(
  axes: RuleAxes,
  octets: Uint8Array,
  start: number,
  end: number,
  path: Uint8Array,
  length: number,
  meter: Meter,
): number {
  const scratch = scratchFor(axes);
  meter.left -= end - start;
  scratch.add(octets, start, end, 0);
  return matchesPattern(scratch, 0, path, length, meter) ? scratch.lengths[0] : -1;
}

/** The same for the directory that an allow of its index.html stands for. */
function directoryMatchLength(
  axes: RuleAxes,
  octets: Uint8Array,
  start: number,
  end: number,
  path: Uint8Array,
  length: number,
  meter: Meter,
): number {
  const directoryEnd = directoryOfIndex(octets, start, end);
  meter.left -= end - start;
  if (directoryEnd < 0) return -1;
  const scratch = scratchFor(axes);
  scratch.addAnchored(octets, start, directoryEnd, 0);
  return matchesPattern(scratch, 0, path, length, meter) ? scratch.lengths[0] : -1;
}
