/**
 * Headers of WARC records and of HTTP messages: a first line, then named fields.
 *
 * An archive has four headers for each capture, with some ten fields each, and most fields are of no interest. So one pass over
 * the octets finds the end of the header and where the known fields are, and a value becomes text when it is read.
 */
import { CR, HTAB, LF, SP, toLower } from '../../ascii.js';
import type { NamedFields } from './record.js';

interface KnownName {
  readonly octets: Uint8Array;
  /** Its index among the known names. */
  readonly index: number;
}

/** The names of the fields that are of interest: letters, digits and hyphens. */
export class FieldNames {
  readonly #indexes: ReadonlyMap<string, number>;
  /** Names by their length. */
  readonly #byLength: (KnownName[] | undefined)[] = [];

  /** @param names in lower case */
  constructor(names: readonly string[]) {
    this.#indexes = new Map(names.map((name, index) => [name, index]));
    for (const [index, name] of names.entries()) {
      this.#byLength[name.length] ??= [];
      this.#byLength[name.length]?.push({ octets: Buffer.from(name), index });
    }
  }

  get count(): number {
    return this.#indexes.size;
  }

  /** The index of a name; undefined if it is not among the known ones. */
  indexOf(name: string): number | undefined {
    return this.#indexes.get(name);
  }

  /** The index of the name in a part of the octets, in any case; -1 if it is not among the known ones. */
  find(octets: Uint8Array, from: number, to: number): number {
    const names = this.#byLength[to - from];
    if (names === undefined) return -1;
    for (let nth = 0; nth < names.length; nth++) {
      const name = names[nth];
      let at = 0;
      while (from + at < to && toLower(octets[from + at]) === name.octets[at]) at++;
      if (from + at === to) return name.index;
    }
    return -1;
  }
}

/** How much of the octets is searched for a header at first, which nearly every header is within; then four times as much. */
const FIRST_SEARCHED_OCTETS = 1024;
const SEARCH_GROWTH = 4;

/** A header. Its fields are those whose names are known; of equal names the first one counts. */
export class Header implements NamedFields {
  /** The index of the first octet after the header and the empty line at its end; -1 if the header does not end. */
  end = -1;
  readonly #names: FieldNames;
  readonly #octets: Buffer;
  readonly #start: number;
  #firstLineEnd: number;
  /** Where the value of each known field begins and ends in the octets; two zeros for a field that is missing. */
  readonly #values: number[];

  /**
   * Reads a header. Lines end with CR LF, or with LF alone, as some writers do. Lines without a colon are ignored. A line that
   * begins with white space continues the one before (RFC 9112 §5.2).
   */
  constructor(octets: Buffer, from: number, to: number, names: FieldNames) {
    this.#names = names;
    this.#octets = octets;
    this.#start = from;
    this.#firstLineEnd = from;
    this.#values = new Array<number>(2 * names.count).fill(0);
    for (let length = FIRST_SEARCHED_OCTETS; ; length *= SEARCH_GROWTH) {
      const until = Math.min(to, from + length);
      this.#read(until);
      if (this.end !== -1 || until === to) return;
      this.#values.fill(0);
    }
  }

  get firstLine(): string {
    return this.#text(this.#start, this.#firstLineEnd).trimEnd();
  }

  has(name: string): boolean {
    const index = this.#names.indexOf(name);
    return index !== undefined && this.#values[2 * index + 1] !== 0;
  }

  get(name: string): string | undefined {
    const index = this.#names.indexOf(name);
    if (index === undefined) return undefined;
    const end = this.#values[2 * index + 1];
    if (end === 0) return undefined;
    const octets = this.#octets;
    let start = this.#values[2 * index];
    while (start < end && isSpace(octets[start])) start++;
    const text = this.#text(start, withoutSpace(octets, start, end));
    return text.includes('\n') ? text.replace(LINE_FOLD, ' ') : text;
  }

  /** Finds the fields, and the end of the header, before an index. Searching text takes half as long as searching octets. */
  #read(until: number): void {
    const octets = this.#octets;
    const start = this.#start;
    const text = octets.toString('latin1', start, until);
    let lineEnd = indexOrEnd(text, '\n', 0);
    this.#firstLineEnd = start + lineEnd;
    /** The field that the next line may continue; -1 if there is none. */
    let field = -1;
    /** The next colon; the length of the text if there is none. It is looked for once: a hostile header has many lines without one. */
    let colon = -1;
    for (let at = lineEnd + 1; at < text.length; at = lineEnd + 1) {
      const first = text.charCodeAt(at);
      if (first === LF || (first === CR && text.charCodeAt(at + 1) === LF)) {
        this.end = start + at + (first === LF ? 1 : 2);
        return;
      }
      lineEnd = indexOrEnd(text, '\n', at);
      if (first !== SP && first !== HTAB) {
        if (colon < at) colon = indexOrEnd(text, ':', at);
        field = colon < lineEnd ? this.#fieldNamed(start + at, start + colon) : -1;
        if (field !== -1) this.#values[2 * field] = start + colon + 1;
      }
      if (field !== -1) this.#values[2 * field + 1] = start + lineEnd;
    }
  }

  /** The known field that the octets name; -1 if they name none, or one that the header has already. */
  #fieldNamed(from: number, to: number): number {
    const field = this.#names.find(this.#octets, from, withoutSpace(this.#octets, from, to));
    return field !== -1 && this.#values[2 * field + 1] !== 0 ? -1 : field;
  }

  #text(from: number, to: number): string {
    const text = this.#octets.toString('latin1', from, to);
    return NON_ASCII.test(text) ? this.#octets.toString('utf8', from, to) : text;
  }
}

const NON_ASCII = /[\u0080-\u00ff]/;

/** Where a value goes on in the next line. */
const LINE_FOLD = /[ \t]*\r?\n[ \t]*/g;

/** The index of a character after an index; the length if there is none. */
function indexOrEnd(text: string, character: string, from: number): number {
  const index = text.indexOf(character, from);
  return index === -1 ? text.length : index;
}

/** The end of a part of the octets without the white space and line endings at its end. */
function withoutSpace(octets: Uint8Array, from: number, to: number): number {
  let end = to;
  while (end > from && isSpace(octets[end - 1])) end--;
  return end;
}

function isSpace(octet: number): boolean {
  return octet === SP || octet === HTAB || octet === CR || octet === LF;
}
