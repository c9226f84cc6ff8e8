/**
 * Where a line of a file begins and ends, and where the text of a file begins.
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

/** U+FEFF in UTF-8. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Where the text of a file begins: after its byte order mark, if it has one. */
export function textStart(octets: Uint8Array): number {
  return BYTE_ORDER_MARK.every((octet, i) => octets[i] === octet) ? BYTE_ORDER_MARK.length : 0;
}

/** Where the text of the line around an octet begins: in the first line, after the byte order mark. */
export function lineTextStart(octets: Uint8Array, at: number): number {
  return Math.max(lineBounds(octets, at).start, textStart(octets));
}

function isTerminator(octet: number | undefined): boolean {
  return octet === LF || octet === CR;
}
