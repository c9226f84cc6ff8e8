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
import type { Meter } from '../meter.js';
import { directoryOfIndex } from '../pattern/index-html.js';
import { matchesPattern } from '../pattern/match-pattern.js';
import { meterFor } from '../pattern/path-index.js';
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
  readRequestPath(url, OCTET_KINDS[axes.form]);
  const found = new Map<number, MatchingRule>();
  for (const rank of matchingRanks(candidates, request, meterFor(request, table.octets.length))) {
    const rule = ruleOfRank[rank];
    if (found.has(rule)) continue;
    const pattern = patternOfRank[rank];
    found.set(rule, {
      rule: nodes.rule(table.at[rule]),
      compared: decodeText(comparedPattern(candidates, pattern, table, axes)),
      octets: patterns.lengths[pattern],
      decides: found.size === 0,
    });
  }
  return [...found.values()];
}

/**
 * The ranks of the patterns that match a path, the best first.
 *
 * Cost: a step for each octet of the patterns, and the searches for parts (docs/matcher.md, "One question about a file").
 *
 * @param meter has a fallback, so that no search for a part is given up
 */
export function matchingRanks(
  { patterns, patternOfRank }: Candidates,
  { octets, start, end }: RequestPath,
  meter: Meter,
): number[] {
  const ranks: number[] = [];
  for (const [rank, pattern] of patternOfRank.entries()) {
    meter.left -= patterns.lengths[pattern] + 1;
    if (matchesPattern(patterns, pattern, octets, start, end, meter)) ranks.push(rank);
  }
  return ranks;
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
