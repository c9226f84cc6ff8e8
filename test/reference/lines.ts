/** docs/semantics.md §1: from octets to lines and their content. */

import { before, toOctetString } from './octets.js';
import type { ReferenceProfile } from './reference.js';

/** RFC 9309 §2.5: at least 500 KiB. Octets beyond it are not read. */
export const PARSING_LIMIT_OCTETS = 500 * 1024;

/** The reference matcher's bound, 2083 × 8 − 1: octets of a line beyond it are discarded. */
export const LINE_LIMIT_OCTETS = 2083 * 8 - 1;

const BOM = '\xEF\xBB\xBF';

/** A line's place. Offsets are octets from the start of the body. */
export interface ReferenceLine {
  /** From 1. */
  readonly number: number;
  /** The first octet; after the byte order mark, if there is one. */
  readonly start: number;
  /** The octet after the last one, terminator not included. */
  readonly end: number;
  /** The octet after the terminator; equal to `end` if the end of input ends the line. */
  readonly terminatorEnd: number;
}

export interface ReferenceLines {
  readonly lines: readonly ReferenceLine[];
  /** True if the body is longer than the parsing limit. */
  readonly truncated: boolean;
}

/** docs/semantics.md §1.1 to §1.3. There is no line after the last terminator, so an empty body has none. */
export function referenceLines(body: Uint8Array): ReferenceLines {
  const truncated = body.length > PARSING_LIMIT_OCTETS;
  const content = toOctetString(body.subarray(0, PARSING_LIMIT_OCTETS));
  const lines: ReferenceLine[] = [];

  let start = content.startsWith(BOM) ? BOM.length : 0;
  while (start < content.length) {
    let end = start;
    while (end < content.length && content[end] !== '\r' && content[end] !== '\n') end += 1;

    const cutByTheLimit = truncated && end === content.length;
    if (cutByTheLimit) break;

    let terminatorEnd = end;
    if (content.startsWith('\r\n', end)) terminatorEnd = end + 2;
    else if (end < content.length) terminatorEnd = end + 1;

    lines.push({ number: lines.length + 1, start, end, terminatorEnd });
    start = terminatorEnd;
  }
  return { lines, truncated };
}

/** docs/semantics.md §1.2 (`google` skips an incomplete mark too) and §1.4: the octets of a line that are read. */
export function lineOctets(body: Uint8Array, line: ReferenceLine, profile: ReferenceProfile): string {
  let octets = toOctetString(body.subarray(line.start, line.end));
  const atTheVeryStart = line.start === 0;
  if (profile === 'google' && atTheVeryStart) {
    if (octets.startsWith('\xEF\xBB')) octets = octets.slice(2);
    else if (octets.startsWith('\xEF')) octets = octets.slice(1);
  }
  return octets.slice(0, LINE_LIMIT_OCTETS);
}

/** docs/semantics.md §1.5 and the first sentence of §1.6: the octets of a line without its comment, not trimmed yet. */
export function withoutComment(octets: string, profile: ReferenceProfile): string {
  return before(profile === 'google' ? before(octets, '\0') : octets, '#');
}

/** docs/semantics.md §1.6: 00–1F other than HTAB, VT, FF. (LF and CR are never inside a line.) 7F is not a control octet here. */
export function holdsControlOctet(content: string): boolean {
  return [...content].some((character) => character < ' ' && !'\t\v\f'.includes(character));
}
