/**
 * Where a line of a file begins and ends.
 */

const LF = 0x0a;
const CR = 0x0d;

/** Part of a file, in octets from its start. `end` is exclusive. */
export interface LineBounds {
  readonly start: number;
  readonly end: number;
}

/**
 * The bounds of the line around some octets, without its terminator.
 *
 * @param octets the whole file
 * @param start where the octets begin, in the line or at its end
 * @param end where they end
 */
export function lineBounds(octets: Uint8Array, start: number, end: number = start): LineBounds {
  let lineStart = start;
  let lineEnd = end;
  while (lineStart > 0 && !isTerminator(octets[lineStart - 1])) lineStart--;
  while (lineEnd < octets.length && !isTerminator(octets[lineEnd])) lineEnd++;
  return { start: lineStart, end: lineEnd };
}

function isTerminator(octet: number | undefined): boolean {
  return octet === LF || octet === CR;
}
