/**
 * How much of a site a crawler may not fetch.
 */

import type { Matcher } from 'robotstream';
import { reachOf } from 'robotstream/compare';
import { isAllowRow, isEmptyRow, type RuleTable, rulesOf } from 'robotstream/internal';
import { MAX_FEW_SECTIONS, type Restriction } from '../tables.js';
import { Asked } from './asked.js';
import { type CertainAnswers, certainAnswersOf, MAX_TRIED } from './certain-answers.js';
import {
  countWidest,
  filledPattern,
  matchesNothing,
  mayNameSections,
  patternOf,
  sectionsOf,
  unknownLetter,
  unknownPath,
  withSlash,
} from './sections.js';

/**
 * How much of a site a matcher's crawler may not fetch. It depends on what the rules decide, not on how they are written. Null if that is not
 * known: the work has come to its limit, or the rules are those of a reader, of which only some URLs can be tried.
 */
export function restrictionOf(
  matcher: Matcher,
  certain: CertainAnswers | undefined = certainAnswersOf(matcher),
): Restriction | null {
  const { table } = rulesOf(matcher).compiled;
  const asked = new Asked(matcher);
  if (certain !== undefined) {
    if (certain.refuseNothing) return 'none';
    const sections = certain.refusedSections(MAX_FEW_SECTIONS + 1, asked);
    if (sections !== undefined && sections > 0) return fewOrMany(sections);
    if (sections === 0) return certain.refusesPath(asked) ? 'paths' : pathsOrNone(asked, table);
  } else {
    const { extent } = reachOf(matcher);
    if (extent !== 'something') return BY_EXTENT[extent];
  }
  const isExact = certain !== undefined;
  const letter = unknownLetter(table);
  if (letter === undefined) return onlyExtent(matcher);
  if (!asked.isAllowed(unknownPath(letter))) return isExact ? mostOrAll(asked, table) : 'most';
  const refused = refusedSections(asked, letter);
  if (asked.isSpent && refused <= MAX_FEW_SECTIONS) return null;
  if (refused > 0) return fewOrMany(refused);
  return isExact ? pathsOrNone(asked, table) : 'paths';
}

function fewOrMany(sections: number): Restriction {
  return sections > MAX_FEW_SECTIONS ? 'many' : 'few';
}

const BY_EXTENT = { everything: 'none', something: null, nothing: 'all', unknown: null } as const;

/** The restriction as far as the comparison of all URLs tells it. */
function onlyExtent(matcher: Matcher): Restriction | null {
  return BY_EXTENT[reachOf(matcher).extent];
}

function mostOrAll(asked: Asked, table: RuleTable): Restriction | null {
  const isOpen = hasPath(asked, table, true);
  if (isOpen !== undefined) return isOpen ? 'most' : 'all';
  return reachOf(asked.matcher).extent === 'something' ? 'most' : onlyExtent(asked.matcher);
}

function pathsOrNone(asked: Asked, table: RuleTable): Restriction | null {
  if (hasPath(asked, table, false) === true) return 'paths';
  return reachOf(asked.matcher).extent === 'something' ? 'paths' : onlyExtent(asked.matcher);
}

/** How many kinds of sections may not be fetched, none of which is among others; counted up to one more than a few. */
function refusedSections(asked: Asked, letter: string): number {
  const { form } = asked.matcher.profile.rules;
  const named = new Set<string>();
  for (const filled of refusing(asked.matcher, letter)) {
    const name = sectionsOf(filled, letter, form);
    if (name !== undefined) named.add(name);
  }
  const isRefused = (name: string) => !asked.isSpent && !asked.isAllowed(unknownPath(letter, name));
  return countWidest(named, letter, MAX_FEW_SECTIONS + 1, isRefused);
}

/** The patterns that may name sections, of the rules that disallow, with a letter in place of each wildcard and of the open end. */
function* refusing(matcher: Matcher, letter: string): Generator<string> {
  const { table, comparison } = rulesOf(matcher).compiled;
  const { specialCharacters } = matcher.profile.rules;
  for (const row of table.at) {
    if (restricts(table, row) && mayNameSections(table, row))
      yield filledPattern(patternOf(table, row), letter, specialCharacters);
  }
  for (const { allows, parts, isAnchored } of comparison?.patterns ?? []) {
    if (allows) continue;
    const filled = parts.join(letter) + (isAnchored ? '' : letter);
    if (parts[0] === '') yield withSlash(filled, letter);
    else if (filled.startsWith('/')) yield filled;
    // A reader may compare patterns without the slash of paths, or anywhere in them.
    else yield* [`/${filled}`, `/${letter}${filled}`];
  }
}

/** Whether there is a path with an answer, which a few questions show for most files; undefined if they do not. */
function hasPath(asked: Asked, rules: RuleTable, allowed: boolean): boolean | undefined {
  const { rows, at } = rules;
  if (asked.isAllowed('/') === allowed) return true;
  let tried = 0;
  for (const row of at) {
    if ((isAllowRow(rows, row) || isEmptyRow(rows, row)) !== allowed) continue;
    if (tried++ === MAX_TRIED) return undefined;
    const path = pathOf(patternOf(rules, row));
    if (path !== undefined && path !== ROBOTS_TXT && asked.isAllowed(path) === allowed) return true;
  }
  return tried === 0 && at.some((row) => patternOf(rules, row) === '/') ? false : undefined;
}

/** It is left out, as the comparison of all URLs leaves it out. */
const ROBOTS_TXT = '/robots.txt';

/** Whether a rule is one that disallows some path of a URL, unless others decide. */
function restricts(rules: RuleTable, row: number): boolean {
  return !isAllowRow(rules.rows, row) && !isEmptyRow(rules.rows, row) && !matchesNothing(rules, row);
}

/** A path of octets that every URL parser and every profile leaves as they are. No segment is a dot segment. */
const PLAIN_PATH = /^\/(?!\/)(?:[A-Za-z0-9_/=&~-]|(?<!\/)\.|\?(?!.*\?))*$/;

/** A path that a pattern matches, with a letter in place of each wildcard; undefined if it may be no path of a URL. */
function pathOf(pattern: string): string | undefined {
  const path = pattern.replace(/\$$/, '').replace(/^\*/, '/*').replaceAll('*', 'a');
  return PLAIN_PATH.test(path) ? path : undefined;
}
