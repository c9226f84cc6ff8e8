/**
 * The first tier: rules read straight from the document's octets, for the first questions put to a file. Nothing is
 * prepared; a pattern is put into form only if it holds something that has another one.
 */
import { DOLLAR, SLASH, STAR } from '../ascii.js';
import {
  RULE_IS_ALLOW,
  RULE_PATTERN_END,
  RULE_PATTERN_START,
  RULE_STRIDE,
  type RuleTable,
} from '../ast/rule-table.js';
import type { RuleAxes } from '../profiles.js';
import { directoryOfIndex } from './index-html.js';
import { behindPart, isSame, matchesPattern } from './match-pattern.js';
import type { Meter } from './meter.js';
import { LAST_SELF_KIND, OCTET_KINDS, WILDCARD } from './octet-kinds.js';
import { PatternSet } from './pattern-set.js';

/** Stands for "no rule matches". */
export const NO_MATCH = -1;

/** Stands for an octet that is not there. */
const NO_OCTET = -1;

/** Stands for "the pattern does not match" where a length is expected. */
const NO_LENGTH = -1;

/**
 * The rule that decides, as its index in the table, or {@link NO_MATCH}.
 *
 * Long because it is the whole cost of a verdict on a file that is asked about once: the common rule, a literal
 * that differs in its first octets, must cost a few instructions.
 *
 * Cost: the octets of all patterns, and what the search for parts takes from the meter.
 *
 * @param path the path is `path[start..end)`
 * @param meter the result means nothing if it is under 0 afterwards
 */
export function scanRules(
  table: RuleTable,
  axes: RuleAxes,
  path: Uint8Array,
  start: number,
  end: number,
  meter: Meter,
): number {
  const { octets, rows } = table;
  const kindOf = kindsOfPatterns(axes);
  const rowsEnd = table.count * RULE_STRIDE;
  const isFirstMatchEnough = axes.precedence === 'first';
  let best = NO_MATCH;
  let bestLength = NO_LENGTH;
  let bestIsAllow = 0;
  let steps = 0;
  // Most rules differ from the path in the octet behind the first `/`: one branch, which the processor foresees.
  const second = end - start > 1 ? path[start + 1] : NO_OCTET;
  const allowsMayBeDirectories = axes.indexHtmlIsDirectory;
  for (let row = 0; row < rowsEnd; row += RULE_STRIDE) {
    const patternStart = rows[row + RULE_PATTERN_START];
    const patternEnd = rows[row + RULE_PATTERN_END];
    const isAllow = rows[row + RULE_IS_ALLOW];
    steps++;
    const octet = octets[patternStart + 1];
    if (
      octet !== second &&
      patternEnd - patternStart > 1 &&
      kindOf[octet] <= LAST_SELF_KIND &&
      octets[patternStart] === SLASH &&
      (isAllow === 0 || !allowsMayBeDirectories)
    ) {
      continue;
    }
    let i = patternStart;
    let at = start;
    while (i < patternEnd && at < end && octets[i] === path[at] && kindOf[octets[i]] <= LAST_SELF_KIND) {
      i++;
      at++;
    }
    steps += i - patternStart;
    let length: number;
    if (i === patternEnd) {
      length = patternEnd - patternStart;
      if (!isRule(octets, patternStart, patternEnd, axes)) continue;
    } else {
      // An octet that stands for itself and differs: whatever follows, the pattern does not match.
      const differs = kindOf[octets[i]] <= LAST_SELF_KIND;
      const maybeDirectory = allowsMayBeDirectories && isAllow === 1;
      if (differs && !maybeDirectory) continue;
      if (!isRule(octets, patternStart, patternEnd, axes)) continue;
      length = differs
        ? NO_LENGTH
        : specialLength(axes, octets, patternStart, patternEnd, i, path, start, at, end, meter);
      if (length === NO_LENGTH && maybeDirectory) {
        length = directoryLength(axes, octets, patternStart, patternEnd, path, start, end, meter);
      }
      if (meter.left < 0) return NO_MATCH;
      if (length === NO_LENGTH) continue;
    }
    if (isFirstMatchEnough) {
      best = row;
      break;
    }
    if (length > bestLength || (length === bestLength && isAllow > bestIsAllow)) {
      best = row;
      bestLength = length;
      bestIsAllow = isAllow;
    }
  }
  meter.left -= steps;
  return best === NO_MATCH ? NO_MATCH : best / RULE_STRIDE;
}

/** Whether a pattern counts at all under these axes: semantics §5.3, and what an empty one is. */
export function isRule(octets: Uint8Array, start: number, end: number, axes: RuleAxes): boolean {
  if (start === end) return axes.emptyPattern === 'matches';
  return !axes.patternNeedsSlashOrStar || octets[start] === SLASH || octets[start] === STAR;
}

function kindsOfPatterns(axes: RuleAxes): Uint8Array {
  const kinds = OCTET_KINDS[axes.form];
  return axes.specialCharacters ? kinds.special : kinds.literal;
}

/**
 * The length of a pattern that holds an octet which does not stand for itself, if it matches; else -1.
 *
 * Such octets being `*` and a final `$` alone, as they mostly are, it is matched where it is.
 *
 * @param special where the first such octet is; what is before it matches `path[start..special's counterpart)`
 * @param from that counterpart: where in the path the rest has to match
 */
function specialLength(
  axes: RuleAxes,
  octets: Uint8Array,
  patternStart: number,
  patternEnd: number,
  special: number,
  path: Uint8Array,
  start: number,
  from: number,
  end: number,
  meter: Meter,
): number {
  const kindOf = kindsOfPatterns(axes);
  let i = special;
  let at = from;
  while (i < patternEnd && kindOf[octets[i]] === WILDCARD) {
    i++;
    const part = i;
    while (i < patternEnd && kindOf[octets[i]] <= LAST_SELF_KIND) i++;
    const length = i - part;
    meter.left -= length + 1;
    if (i === patternEnd || kindOf[octets[i]] === WILDCARD) {
      if (length > 0) at = behindPart(octets, part, i, path, at, end, meter);
      if (at < 0) return NO_LENGTH;
    } else if (isAnchor(axes, octets, i, patternEnd)) {
      const matches = end - length >= at && isSame(octets, part, path, end - length, length);
      return matches ? patternEnd - patternStart : NO_LENGTH;
    }
  }
  if (i === patternEnd) return patternEnd - patternStart;
  if (isAnchor(axes, octets, i, patternEnd)) return at === end ? patternEnd - patternStart : NO_LENGTH;
  return formLength(axes, octets, patternStart, patternEnd, path, start, end, meter);
}

function isAnchor(axes: RuleAxes, octets: Uint8Array, i: number, patternEnd: number): boolean {
  return axes.specialCharacters && i === patternEnd - 1 && octets[i] === DOLLAR;
}

/** Where one pattern at a time is put into form, for each kind of pattern. */
const scratchSets = new Map<Uint8Array, PatternSet>();

function scratchFor(axes: RuleAxes): PatternSet {
  const key = kindsOfPatterns(axes);
  let set = scratchSets.get(key);
  if (set === undefined) {
    set = new PatternSet(OCTET_KINDS[axes.form], axes.specialCharacters);
    scratchSets.set(key, set);
  }
  set.clear();
  return set;
}

/** The length of a pattern that is put into form first, if it matches; else -1. */
function formLength(
  axes: RuleAxes,
  octets: Uint8Array,
  patternStart: number,
  patternEnd: number,
  path: Uint8Array,
  start: number,
  end: number,
  meter: Meter,
): number {
  const scratch = scratchFor(axes);
  meter.left -= patternEnd - patternStart;
  scratch.add(octets, patternStart, patternEnd, 0);
  return matchesPattern(scratch, 0, path, start, end, meter) ? scratch.lengths[0] : NO_LENGTH;
}

/** The same for the directory that an allow of its index.html stands for. */
function directoryLength(
  axes: RuleAxes,
  octets: Uint8Array,
  patternStart: number,
  patternEnd: number,
  path: Uint8Array,
  start: number,
  end: number,
  meter: Meter,
): number {
  const directoryEnd = directoryOfIndex(octets, patternStart, patternEnd);
  meter.left -= patternEnd - patternStart;
  if (directoryEnd < 0) return NO_LENGTH;
  const scratch = scratchFor(axes);
  scratch.addAnchored(octets, patternStart, directoryEnd, 0);
  return matchesPattern(scratch, 0, path, start, end, meter) ? scratch.lengths[0] : NO_LENGTH;
}
