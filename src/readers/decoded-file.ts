/**
 * A file as text, as programs decode it, with the place of each character in the octets.
 */
import { CR, LF } from '../ascii.js';
import { latin1, textOfUnits } from '../octets.js';
import { decodeUtf16 } from './java-utf-16.js';

/**
 * What stands for octets that are not UTF-8:
 * - `replacement`: U+FFFD for each maximal part of a sequence, as the WHATWG Encoding Standard, Python and Java write it;
 * - `replacement-java`: the same, but one U+FFFD for an encoded half of a surrogate pair, which has three octets or lacks the third;
 * - `replacement-perl`: the same, but one U+FFFD for what would be a sequence if UTF-8 had halves of surrogate pairs and larger numbers;
 * - `replacement-each`: U+FFFD for each octet, as Go writes it;
 * - `surrogate`: a half of a surrogate pair for each octet, as Python's `surrogateescape` writes it;
 * - `nothing`.
 */
export type InvalidUtf8 =
  | 'replacement'
  | 'replacement-java'
  | 'replacement-perl'
  | 'replacement-each'
  | 'surrogate'
  | 'nothing';

/** How a program decodes a file. `latin-1` makes a character of each octet. UTF-16 that is not valid is replaced as Java does it. */
export type Decoding = InvalidUtf8 | 'latin-1' | 'utf-16le' | 'utf-16be';

/** The text of a file, and where its characters are. */
interface DecodedText {
  readonly text: string;
  /** The octet with which each character begins, and the end. */
  readonly starts: Int32Array;
  readonly isValid: boolean;
}

const REPLACEMENT = 0xfffd;
/** What Python adds to an octet that is not UTF-8. */
const SURROGATE_ESCAPE = 0xdc00;
const FIRST_SUPPLEMENTARY = 0x10000;

/** The text of a file. */
export class DecodedFile {
  readonly text: string;
  /** Whether all of it is UTF-8. Always true as Latin-1. */
  readonly isValid: boolean;
  /** The octet with which each character begins, and the end; undefined if each character is an octet. */
  readonly #starts: Int32Array | undefined;
  readonly #octets: Uint8Array;
  /** The octets with which lines begin, once they are asked for. */
  #lineStarts: readonly number[] | undefined;

  /** @param decoding how the octets are decoded, or what has been decoded */
  constructor(octets: Uint8Array, decoding: Decoding | DecodedText) {
    this.#octets = octets;
    const decoded = typeof decoding === 'string' ? decodedBy(octets, decoding) : decoding;
    this.text = decoded.text;
    this.isValid = decoded.isValid;
    this.#starts = decoded.starts;
  }

  /** The file without some parts of its text, which are in its order. */
  without(parts: Iterable<{ readonly start: number; readonly end: number }>): DecodedFile {
    const { text, isValid } = this;
    const starts = new Int32Array(text.length + 1);
    let kept = '';
    let from = 0;
    const keep = (end: number): void => {
      for (let index = from; index < end; index++) starts[kept.length + index - from] = this.octetAt(index);
      kept += text.slice(from, end);
    };
    for (const { start, end } of parts) {
      keep(start);
      from = end;
    }
    keep(text.length);
    starts[kept.length] = this.octetAt(text.length);
    return new DecodedFile(this.#octets, { text: kept, starts, isValid });
  }

  /** The octet with which a character begins, by its index. */
  octetAt(index: number): number {
    return this.#starts === undefined ? index : this.#starts[index];
  }

  /** The number of the line with an octet, from 1. Lines end as RFC 9309 has them end, whatever the program does. */
  lineAt(octet: number): number {
    this.#lineStarts ??= lineStartsOf(this.#octets);
    let line = 0;
    let end = this.#lineStarts.length;
    while (end - line > 1) {
      const middle = (line + end) >> 1;
      if (this.#lineStarts[middle] <= octet) line = middle;
      else end = middle;
    }
    return line + 1;
  }
}

/** The octets with which lines begin. */
function lineStartsOf(octets: Uint8Array): number[] {
  const starts = [0];
  for (let at = 0; at < octets.length; at++) {
    if (octets[at] === LF || (octets[at] === CR && octets[at + 1] !== LF)) starts.push(at + 1);
  }
  return starts;
}

/** The text of octets. */
function decodedBy(
  octets: Uint8Array,
  decoding: Decoding,
): Omit<DecodedText, 'starts'> & Partial<DecodedText> {
  if (decoding === 'utf-16le' || decoding === 'utf-16be') {
    const { units, starts } = decodeUtf16(octets, decoding === 'utf-16le');
    return { text: textOfUnits(units), starts, isValid: true };
  }
  if (decoding === 'latin-1' || isAscii(octets)) return { text: latin1(octets), isValid: true };
  return decodeUtf8(octets, decoding);
}

function isAscii(octets: Uint8Array): boolean {
  let bits = 0;
  for (let at = 0; at < octets.length; at++) bits |= octets[at];
  return bits < FIRST_CONTINUATION;
}

const FIRST_CONTINUATION = 0x80;
const CONTINUATION_BITS = 6;
const CONTINUATION_MASK = 0x3f;

/** The first octets of sequences of several, with the range of the second (Unicode Standard, table 3-7). */
function sequenceOf(lead: number): { length: number; least: number; most: number } | undefined {
  if (lead >= 0xc2 && lead <= 0xdf) return { length: 2, least: 0x80, most: 0xbf };
  if (lead >= 0xe0 && lead <= 0xef) {
    return { length: 3, least: lead === 0xe0 ? 0xa0 : 0x80, most: lead === 0xed ? 0x9f : 0xbf };
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    return { length: 4, least: lead === 0xf0 ? 0x90 : 0x80, most: lead === 0xf4 ? 0x8f : 0xbf };
  }
  return undefined;
}

/** Decodes UTF-8. A byte order mark stays a character. */
function decodeUtf8(octets: Uint8Array, invalid: InvalidUtf8): DecodedText {
  const units = new Uint16Array(octets.length);
  const starts = new Int32Array(octets.length + 1);
  let count = 0;
  let isValid = true;
  const put = (unit: number, start: number): void => {
    starts[count] = start;
    units[count++] = unit;
  };
  for (let at = 0; at < octets.length; ) {
    const lead = octets[at];
    if (lead < FIRST_CONTINUATION) {
      put(lead, at++);
      continue;
    }
    const sequence = sequenceOf(lead);
    let end = at + 1;
    if (sequence !== undefined) {
      let { least, most } = sequence;
      while (end < at + sequence.length && octets[end] >= least && octets[end] <= most) {
        end++;
        least = FIRST_CONTINUATION;
        most = 0xbf;
      }
    }
    if (sequence !== undefined && end === at + sequence.length) {
      let point = lead & ((1 << (7 - sequence.length)) - 1);
      for (let i = at + 1; i < end; i++)
        point = (point << CONTINUATION_BITS) | (octets[i] & CONTINUATION_MASK);
      for (const unit of unitsOf(point)) put(unit, at);
      at = end;
      continue;
    }
    isValid = false;
    if (invalid === 'replacement-each') end = at + 1;
    if (invalid === 'replacement-java') end = endOfSurrogate(octets, at) ?? end;
    if (invalid === 'replacement-perl') end = endOfWideSequence(octets, at) ?? end;
    if (invalid === 'surrogate') for (let i = at; i < end; i++) put(SURROGATE_ESCAPE + octets[i], i);
    else if (invalid !== 'nothing') put(REPLACEMENT, at);
    at = end;
  }
  starts[count] = octets.length;
  return { text: textOfUnits(units.subarray(0, count)), starts, isValid };
}

/** Where an encoded half of a surrogate pair ends, perhaps without its third octet; undefined if there is none. */
function endOfSurrogate(octets: Uint8Array, at: number): number | undefined {
  if (octets[at] !== 0xed || !(octets[at + 1] >= 0xa0 && octets[at + 1] <= 0xbf)) return undefined;
  return octets[at + 2] >= FIRST_CONTINUATION && octets[at + 2] <= 0xbf ? at + 3 : at + 2;
}

/** Where a sequence ends whose octets only need to be in the right number; undefined if they are not. */
function endOfWideSequence(octets: Uint8Array, at: number): number | undefined {
  const length = WIDE_LEADS.findIndex((least) => octets[at] < least) + 1;
  if (length < 2) return undefined;
  for (let i = at + 1; i < at + length; i++) {
    if (!(octets[i] >= FIRST_CONTINUATION && octets[i] <= 0xbf)) return undefined;
  }
  return at + length;
}

/** For each length from 1 on, the first octet that begins longer sequences. An octet below the first begins none. */
const WIDE_LEADS = [0xc2, 0xe0, 0xf0, 0xf8, 0xfc, 0xfe];

/** Octets as text. */
export function decodeOctets(octets: Uint8Array, invalid: InvalidUtf8): string {
  if (isAscii(octets)) return latin1(octets);
  // The platform's decoder replaces as the Encoding Standard says, and takes no arrays for each text.
  return invalid === 'replacement' ? decoder.decode(octets) : decodeUtf8(octets, invalid).text;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function unitsOf(point: number): number[] {
  if (point < FIRST_SUPPLEMENTARY) return [point];
  const rest = point - FIRST_SUPPLEMENTARY;
  return [0xd800 + (rest >> 10), 0xdc00 + (rest & 0x3ff)];
}
