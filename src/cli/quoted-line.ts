/**
 * A line of a file, quoted with its number.
 */
import type { Style } from './style.js';
import { excerpt } from './visible.js';

const LF = 0x0a;
const CR = 0x0d;

/**
 * The line around an octet: `  12 | Disallow: /private/`.
 *
 * @param octets the file
 * @param offset of an octet of the line
 */
export function quotedLine(octets: Uint8Array, offset: number, line: number, style: Style): string {
  let start = offset;
  let end = offset;
  while (start > 0 && !isTerminator(octets[start - 1])) start--;
  while (end < octets.length && !isTerminator(octets[end])) end++;
  return quoted(octets.subarray(start, end), line, style);
}

/** A line of which the octets are at hand. */
export function quoted(octets: Uint8Array, line: number, style: Style): string {
  return `  ${style.faint(`${line} |`)} ${excerpt(new TextDecoder().decode(octets))}`;
}

function isTerminator(octet: number | undefined): boolean {
  return octet === LF || octet === CR;
}
