/**
 * Octets that a line has by mistake and that people cannot see: those that are not UTF-8, and invisible characters such as a no-break space.
 * No profile trims them.
 */
import type { Span } from '../octets.js';
import { firstInvalidUtf8 } from '../stream/line-diagnostics.js';
import { decodeText } from '../stream/octet-text.js';
import type { LintedFile } from './linted-file.js';

/** White space and format characters, other than SP and HTAB. */
const INVISIBLE = /[\p{Z}\p{Cf}]/gu;

/** A sentence, after a space, that says which octets of a place to remove; empty if it has no stray ones. */
export function strayAdvice(file: LintedFile, line: number, { start, end }: Span): string {
  const stray = firstStray(file.octets, start, end);
  if (stray === null) return '';
  const octets = Array.from(file.octets.subarray(stray.start, stray.end), hex).join(' ');
  const what = stray.end - stray.start === 1 ? 'octet' : 'octets';
  const column = stray.start - file.lines.start(line) + 1;
  return ` Remove the ${what} ${octets} in column ${column}${stray.why}.`;
}

/** The first stray octets, and what they are. */
function firstStray(
  octets: Uint8Array,
  start: number,
  end: number,
): (Span & { readonly why: string }) | null {
  const invalid = firstInvalidUtf8(octets, start, end);
  const valid = decodeText(octets.subarray(start, invalid < 0 ? end : invalid));
  for (const { 0: character, index } of valid.matchAll(INVISIBLE)) {
    if (character === ' ') continue;
    const from = start + encoder.encode(valid.slice(0, index)).length;
    const code = (character.codePointAt(0) ?? 0).toString(HEX).toUpperCase().padStart(CODE_DIGITS, '0');
    return {
      start: from,
      end: from + encoder.encode(character).length,
      why: `, which are the invisible U+${code}`,
    };
  }
  if (invalid < 0) return null;
  const why = octets[invalid] === NO_BREAK_SPACE ? ', which is a no-break space in old encodings' : '';
  return { start: invalid, end: invalid + 1, why };
}

const encoder = new TextEncoder();

/** In ISO 8859 and in Windows-1252. */
const NO_BREAK_SPACE = 0xa0;

const HEX = 16;
/** `U+00A0`. */
const CODE_DIGITS = 4;

function hex(octet: number): string {
  return octet.toString(HEX).toUpperCase();
}
