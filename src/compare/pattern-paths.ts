/**
 * Paths made from the patterns themselves: the likeliest URLs to tell rules apart, at the cost of reading the patterns.
 */
import { PERCENT, SLASH } from '../ascii.js';
import { type Form, hexDigit } from '../match/octet-forms.js';
import type { Candidates, PatternSet } from '../match/pattern.js';
import { latin1 } from '../octets.js';
import { FILLERS } from './alphabet.js';
import { formOf, tokenForms } from './token-forms.js';
import { isUrlText } from './url-domain.js';

/** What replaces a `*`, and what follows the pattern if it is not anchored. */
export const FILLINGS = [
  ['', ''],
  ['', 'x'],
  ['x', ''],
  ['x', 'x'],
  // Some characters occur only in a query.
  ['?', 'x'],
] as const;

/** Paths that the pattern of a rank may match, as URLs write them, the shortest first. */
export function* pathsOf({ patterns, patternOfRank }: Candidates, rank: number): Generator<string> {
  const pattern = patternOfRank[rank];
  yield* filledPaths(
    partsOfPattern(patterns, pattern).map(urlText),
    patterns.anchored[pattern] === 1,
    FILLINGS,
  );
}

/** Patterns with something in place of their wildcards, as URLs. */
export function* filledPaths(
  parts: readonly string[],
  isAnchored: boolean,
  fillings: readonly (readonly [star: string, rest: string])[],
): Generator<string> {
  const isLiteral = parts.length === 1;
  for (const [star, rest] of fillings) {
    if (isLiteral && star !== '') continue;
    if (isAnchored && rest !== '') continue;
    const joined = parts.join(star) + rest;
    const path = joined.charCodeAt(0) === SLASH ? joined : `/${joined}`;
    if (isUrlText(path)) yield path;
  }
}

/** A character of URLs that no pattern has; `null` if there is none. */
export function fillerOf({ patterns }: Candidates): string | null {
  const taken = new Set(patterns.text.subarray(0, patterns.textLength));
  return [...FILLERS].find((filler) => !taken.has(filler.charCodeAt(0))) ?? null;
}

/**
 * Paths that settle whether a rank decides about any URL: each has a character that no pattern has in place of every `*` and after the
 * pattern. A pattern that matches such a path takes that character by a `*` or by its open end, so it matches whatever is in these
 * places. If the rank decides about none of the paths, other ranks decide wherever its pattern matches.
 *
 * @param filler that character
 * @returns `null` if some of the paths are not those of URLs, or have another form than the pattern; none if no URL has an octet of the
 *   pattern
 */
export function settlingPaths(
  candidates: Candidates,
  rank: number,
  form: Form,
  filler: string,
): readonly string[] | null {
  const { patterns, patternOfRank } = candidates;
  const pattern = patternOfRank[rank];
  const filled =
    partsOfPattern(patterns, pattern).join(filler) + (patterns.anchored[pattern] === 1 ? '' : filler);
  const { octets } = tokenForms(form);
  if ([...filled].some((octet) => !octets.has(octet))) return [];
  const matched = filled.startsWith('/') ? [filled] : [`/${filled}`];
  // A `*` at the start takes at least the slash that begins every path, unless a slash follows it.
  if (filled.startsWith(`${filler}/`)) matched.push(filled.slice(filler.length));
  const paths = matched.map(urlText);
  const areUrls = paths.every((path, nth) => isUrlText(path) && formOf(path, form) === matched[nth]);
  return areUrls ? paths : null;
}

/** The parts of a pattern between its `*`, each character an octet. */
export function partsOfPattern({ text, partBounds, firstPart }: PatternSet, pattern: number): string[] {
  const parts: string[] = [];
  for (let part = firstPart[pattern]; part < firstPart[pattern + 1]; part++) {
    parts.push(latin1(text.subarray(partBounds[part], partBounds[part + 1])));
  }
  return parts;
}

/** What follows the last wildcard of a pattern, as a URL writes it; empty if nothing does. */
export function tailOf(patterns: PatternSet, pattern: number): string {
  const [, ...others] = partsOfPattern(patterns, pattern);
  return urlText(others.at(-1) ?? '');
}

/** Octets as a URL writes them: those that it cannot hold as escapes. */
export function urlText(octets: string): string {
  return octets.replace(NOT_IN_URLS, escaped);
}

/** All but visible ASCII characters. */
const NOT_IN_URLS = /[^!-~]/g;

function escaped(character: string): string {
  const octet = character.charCodeAt(0);
  return String.fromCharCode(PERCENT, hexDigit(octet >> HALF_BITS), hexDigit(octet & HALF_MASK));
}

/** A hex digit writes half an octet. */
const HALF_BITS = 4;
const HALF_MASK = 0xf;
