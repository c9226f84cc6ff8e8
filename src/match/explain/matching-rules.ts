/**
 * Every rule that matches a path, not only the one that decides.
 */
import { DOLLAR, STAR } from '../../ascii.js';
import type { ProfileNodes } from '../../ast/document-nodes.js';
import type { Rule } from '../../ast/nodes.js';
import type { RuleTable } from '../../ast/rule-table.js';
import type { RuleAxes } from '../../profiles.js';
import { ROW_VALUE_END, ROW_VALUE_START } from '../../stream/row.js';
import { decodeText } from '../../stream/text.js';
import { type Candidates, candidatesOf } from '../index/candidates.js';
import { RuleIndex } from '../index/rule-index.js';
import { grantedSteps, Meter } from '../meter.js';
import { directoryOfIndex } from '../pattern/index-html.js';
import { matchesPattern } from '../pattern/match-pattern.js';
import { pickPatterns } from '../pattern/pick-patterns.js';
import { NO_MATCH } from '../rule-scan.js';
import { OCTET_KINDS } from '../url/octet-kinds.js';
import { type RequestPath, readRequestPath, request } from '../url/request-path.js';

/** A rule that matches the URL. */
export interface MatchingRule {
  readonly rule: Rule;
  /** The pattern in the form in which it is compared with the URL. */
  readonly compared: string;
  /** How many octets that form has; by RFC 9309 §2.2.2 the match with the most octets decides. */
  readonly octets: number;
  /** Whether the rule decides. */
  readonly decides: boolean;
}

/**
 * Finds the rules that match a URL, in order of precedence.
 *
 * @param nodes make the objects of the rules
 * @param table the rules
 */
export function matchingRules(nodes: ProfileNodes, table: RuleTable, url: string): MatchingRule[] {
  const axes = nodes.profile.rules;
  const candidates = candidatesOf(table, axes);
  const { patterns, patternOfRank, ruleOfRank } = candidates;
  const found = new Map<number, MatchingRule>();
  readRequestPath(url, OCTET_KINDS[axes.form]);
  for (let rank = 0; rank < patternOfRank.length; rank++) {
    const pattern = patternOfRank[rank];
    if (!matches(candidates, pattern, request)) continue;
    const rule = ruleOfRank[rank];
    if (found.has(rule)) continue;
    found.set(rule, {
      rule: nodes.rule(table.at[rule]),
      compared: decodeText(comparedPattern(candidates, pattern, table, axes)),
      octets: patterns.lengths[pattern],
      decides: found.size === 0,
    });
  }
  return [...found.values()];
}

/** Whether a pattern matches. A search that takes too many steps goes to an index of this one pattern, whose cost has a bound. */
function matches({ patterns }: Candidates, pattern: number, path: RequestPath): boolean {
  const { octets, start, end } = path;
  const meter = new Meter();
  meter.left = grantedSteps(patterns.lengths[pattern], end - start);
  const isMatch = matchesPattern(patterns, pattern, octets, start, end, meter);
  if (meter.left >= 0) return isMatch;
  const alone = {
    patterns: pickPatterns(patterns, Int32Array.of(pattern)),
    patternOfRank: Int32Array.of(0),
    ruleOfRank: Int32Array.of(0),
  };
  return new RuleIndex(alone, 0).decide(path, meter) !== NO_MATCH;
}

/** The octets of a pattern in its form, with its wildcards and its anchor. */
function comparedPattern(
  { patterns }: Candidates,
  pattern: number,
  { octets, rows, at: rowOfRule }: RuleTable,
  { specialCharacters }: RuleAxes,
): Uint8Array {
  const { text, partBounds, firstPart, rules, lengths } = patterns;
  const row = rowOfRule[rules[pattern]];
  const start = rows[row + ROW_VALUE_START];
  const ruleEnd = rows[row + ROW_VALUE_END];
  // A rule's second pattern is the directory of its index.html, anchored: docs/semantics.md §5.7.4.
  const isDirectory = pattern > 0 && rules[pattern - 1] === rules[pattern];
  const isAnchored = isDirectory || (specialCharacters && ruleEnd > start && octets[ruleEnd - 1] === DOLLAR);
  const end = isDirectory ? directoryOfIndex(octets, start, ruleEnd) : isAnchored ? ruleEnd - 1 : ruleEnd;

  const compared = new Uint8Array(lengths[pattern]);
  let length = 0;
  let part = firstPart[pattern];
  const writePart = (): void => {
    const octetsOfPart = text.subarray(partBounds[part], partBounds[part + 1]);
    compared.set(octetsOfPart, length);
    length += octetsOfPart.length;
    part++;
  };
  writePart();
  for (let at = start; specialCharacters && at < end; at++) {
    if (octets[at] !== STAR) continue;
    compared[length++] = STAR;
    if (at + 1 < end && octets[at + 1] !== STAR) writePart();
  }
  if (isAnchored) compared[length] = DOLLAR;
  return compared;
}
