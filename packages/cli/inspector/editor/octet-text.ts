/**
 * A file's octets as lines of text, and back, without losing an octet.
 *
 * ```
 *    octets       D  i  s  :  FF  C3 A9  CR LF
 *    line         D  i  s  :  ␟   é                 terminator "\r\n"
 *                             └ U+D8FF
 * ```
 *
 * An octet that is not part of well-formed UTF-8 becomes one code unit, U+D800 plus the octet. Well-formed UTF-8 never decodes to such a
 * lone surrogate, so the two cannot be confused. The text of a line has no CR and no LF: its terminator is kept separately.
 */

const LF = 0x0a;
const CR = 0x0d;

/** How a line ends in an editor. The last line has no terminator. */
export type LineBreak = '\n' | '\r' | '\r\n';

/** A file's lines. There is always one more line than there are terminators. */
export interface TextLines {
  /** The text of each line, without its terminator. */
  readonly lines: readonly string[];
  /** How each line but the last ends. */
  readonly terminators: readonly LineBreak[];
}

/** The code unit of an octet that is not well-formed UTF-8 is this plus the octet. */
const STRAY_OCTET_BASE = 0xd800;
const FIRST_STRAY = 0xd880;
const LAST_STRAY = 0xd8ff;

/** The octet that a code unit represents; `null` for any other code unit. */
export function strayOctet(codeUnit: number): number | null {
  return codeUnit >= FIRST_STRAY && codeUnit <= LAST_STRAY ? codeUnit - STRAY_OCTET_BASE : null;
}

/** Whether the code unit at an index of a line's text represents an octet, and is not the first half of a surrogate pair. */
export function isStray(text: string, index: number): boolean {
  return strayOctet(text.codePointAt(index) ?? 0) !== null;
}

/** The lines of a file. */
export function decodeLines(octets: Uint8Array): TextLines {
  const text = decodeText(octets);
  const terminators = (text.match(/\r\n?|\n/g) ?? []) as LineBreak[];
  return { lines: text.split(/\r\n?|\n/), terminators };
}

/** How many code units become a string at a time. Engines limit the number of arguments. */
const CODE_UNITS_OF_A_CALL = 8192;

function decodeText(octets: Uint8Array): string {
  const units = new Uint16Array(octets.length);
  const count = decodeInto(octets, units);
  let text = '';
  for (let at = 0; at < count; at += CODE_UNITS_OF_A_CALL) {
    const part = units.subarray(at, Math.min(at + CODE_UNITS_OF_A_CALL, count));
    text += String.fromCharCode(...part);
  }
  return text;
}

/** Writes the code units of octets. UTF-8 never has fewer octets than UTF-16 has code units. Returns how many it wrote. */
function decodeInto(octets: Uint8Array, units: Uint16Array): number {
  let written = 0;
  for (let at = 0; at < octets.length; ) {
    const first = octets[at];
    const length = first < 0x80 ? 1 : sequenceLength(octets, at);
    if (length === 0) {
      units[written++] = STRAY_OCTET_BASE + first;
      at++;
      continue;
    }
    if (length === 1) units[written++] = first;
    else if (length === 2) units[written++] = ((first & 0x1f) << 6) | low6(octets, at + 1);
    else if (length === 3) {
      units[written++] = ((first & 0x0f) << 12) | (low6(octets, at + 1) << 6) | low6(octets, at + 2);
    } else {
      const high = ((first & 0x07) << 18) | (low6(octets, at + 1) << 12);
      const beyondBmp = (high | (low6(octets, at + 2) << 6) | low6(octets, at + 3)) - 0x10000;
      units[written++] = 0xd800 + (beyondBmp >> 10);
      units[written++] = 0xdc00 + (beyondBmp & 0x3ff);
    }
    at += length;
  }
  return written;
}

/** The low six bits of an octet, which are what a continuation octet carries. */
function low6(octets: Uint8Array, at: number): number {
  return octets[at] & 0x3f;
}

/**
 * How many octets the well-formed sequence at an offset has, which starts with an octet from 80 up; 0 if it is not well-formed
 * (The Unicode Standard, table 3-7).
 */
function sequenceLength(octets: Uint8Array, at: number): number {
  const first = octets[at];
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (at + length > octets.length) return 0;
  const lowest = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const highest = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  const second = octets[at + 1];
  if (second < lowest || second > highest) return 0;
  for (let i = at + 2; i < at + length; i++) {
    if ((octets[i] & 0xc0) !== 0x80) return 0;
  }
  return length;
}

const REPLACEMENT_CHARACTER = 0xfffd;

/**
 * Writes the octets of a line's text.
 *
 * @param target has room for three octets a code unit
 * @param at where to write
 * @returns the offset after the last octet
 */
export function encodeInto(text: string, target: Uint8Array, at: number): number {
  let to = at;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      target[to++] = unit;
      continue;
    }
    const codePoint = text.codePointAt(i) as number;
    const stray = strayOctet(codePoint);
    if (stray !== null) target[to++] = stray;
    else if (codePoint < 0x800) {
      target[to++] = 0xc0 | (codePoint >> 6);
      target[to++] = 0x80 | (codePoint & 0x3f);
    } else if (codePoint < 0x10000) {
      const written = isSurrogate(codePoint) ? REPLACEMENT_CHARACTER : codePoint;
      target[to++] = 0xe0 | (written >> 12);
      target[to++] = 0x80 | ((written >> 6) & 0x3f);
      target[to++] = 0x80 | (written & 0x3f);
    } else {
      target[to++] = 0xf0 | (codePoint >> 18);
      target[to++] = 0x80 | ((codePoint >> 12) & 0x3f);
      target[to++] = 0x80 | ((codePoint >> 6) & 0x3f);
      target[to++] = 0x80 | (codePoint & 0x3f);
      i++;
    }
  }
  return to;
}

function isSurrogate(codePoint: number): boolean {
  return codePoint >= 0xd800 && codePoint <= 0xdfff;
}

/** How many octets the code point has that is written at an index of a line's text. */
function octetsAt(text: string, index: number): number {
  const codePoint = text.codePointAt(index) as number;
  if (codePoint < 0x80 || strayOctet(codePoint) !== null) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

/** A walk through a line's text that counts code units and octets together. It goes forwards only. */
export class LineWalk {
  readonly #text: string;
  /** The number of code units before the place that was reached. It is never inside a surrogate pair. */
  units = 0;
  /** The number of octets before that place. */
  octets = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Goes to the last character that starts at or before an octet of the line. */
  toOctet(octet: number): this {
    while (this.units < this.#text.length) {
      const octets = octetsAt(this.#text, this.units);
      if (this.octets + octets > octet) break;
      this.#step(octets);
    }
    return this;
  }

  /** Goes to the last character that starts at or before a code unit of the line. */
  toUnit(unit: number): this {
    while (this.units < this.#text.length) {
      const octets = octetsAt(this.#text, this.units);
      if (this.units + (octets === 4 ? 2 : 1) > unit) break;
      this.#step(octets);
    }
    return this;
  }

  #step(octets: number): void {
    this.octets += octets;
    this.units += octets === 4 ? 2 : 1;
  }
}

/** The octets of a line's text. */
export function encodeLine(text: string): Uint8Array {
  const target = new Uint8Array(text.length * 3);
  return target.subarray(0, encodeInto(text, target, 0));
}

/** The terminator that most lines have; the first of them in the file if several do. LF if there is none. */
export function usualTerminator(terminators: readonly LineBreak[]): LineBreak {
  const counts = new Map<LineBreak, number>();
  for (const terminator of terminators) counts.set(terminator, (counts.get(terminator) ?? 0) + 1);
  let usual: LineBreak = '\n';
  let most = 0;
  for (const [terminator, count] of counts) {
    if (count > most) {
      usual = terminator;
      most = count;
    }
  }
  return usual;
}

/** Writes a terminator. Returns the offset after it. */
export function writeTerminator(terminator: LineBreak, target: Uint8Array, at: number): number {
  let to = at;
  if (terminator !== '\n') target[to++] = CR;
  if (terminator !== '\r') target[to++] = LF;
  return to;
}
