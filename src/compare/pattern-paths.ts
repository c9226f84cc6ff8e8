/**
 * Paths made from the patterns themselves: the likeliest URLs to tell rules apart, at the cost of reading the patterns.
 */
import { PERCENT, SLASH } from '../ascii.js';
import type { Candidates } from '../match/index/candidates.js';
import { hexDigit } from '../match/url/octet-kinds.js';
import { latin1 } from './latin1.js';
import { isUrlText } from './url-domain.js';

/** What replaces a `*`, and what follows the pattern if it is not anchored. */
const FILLINGS = [
  ['', ''],
  ['', 'x'],
  ['x', ''],
  ['x', 'x'],
] as const;

/** Paths that the pattern of a rank may match, as URLs write them, the shortest first. */
export function* pathsOf({ patterns, patternOfRank }: Candidates, rank: number): Generator<string> {
  const { text, partBounds, firstPart, anchored } = patterns;
  const pattern = patternOfRank[rank];
  const parts: string[] = [];
  for (let part = firstPart[pattern]; part < firstPart[pattern + 1]; part++) {
    parts.push(urlText(text.subarray(partBounds[part], partBounds[part + 1])));
  }
  const isLiteral = parts.length === 1;
  for (const [star, rest] of FILLINGS) {
    if (isLiteral && star !== '') continue;
    if (anchored[pattern] === 1 && rest !== '') continue;
    const joined = parts.join(star) + rest;
    const path = joined.charCodeAt(0) === SLASH ? joined : `/${joined}`;
    if (isUrlText(path)) yield path;
  }
}

/** Octets as a URL writes them: those that it cannot hold as escapes. */
function urlText(octets: Uint8Array): string {
  return latin1(octets).replace(NOT_IN_URLS, escaped);
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
