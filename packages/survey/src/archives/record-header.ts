/**
 * Headers of WARC records and of HTTP messages: a first line, then named fields.
 *
 * An archive has four headers for each capture, with about ten fields each, and most fields are not needed. So one pass over
 * the octets finds the end of the header and the places of the known fields. A value becomes text when it is read.
 */
import { COLON, CR, HTAB, LF, SP, toLower } from 'robotstream/internal';

/** The named fields of a record, or of an HTTP message: names in lower case. Of equal names the first one counts. */
export interface NamedFields extends Pick<ReadonlyMap<string, string>, 'get' | 'has'> {
  /** The values of all fields with the name, in order, for fields that may be repeated. */
  valuesOf(name: string): readonly string[];
}

interface KnownName {
  readonly octets: Uint8Array;
  /** Its index among the known names. */
  readonly index: number;
}

const OCTET_VALUES = 256;

/** The names of the fields that are read: letters, digits and hyphens. */
export class FieldNames {
  readonly #indexes: ReadonlyMap<string, number>;
  /** The names by their first octet, in upper and lower case. */
  readonly #byFirstOctet: readonly (readonly KnownName[])[];

  /** @param names in lower case */
  constructor(names: readonly string[]) {
    this.#indexes = new Map(names.map((name, index) => [name, index]));
    const known = names.map((name, index) => ({ octets: Buffer.from(name), index }));
    this.#byFirstOctet = Array.from({ length: OCTET_VALUES }, (_, octet) =>
      known.filter(({ octets }) => octets[0] === toLower(octet)),
    );
  }

  get count(): number {
    return this.#indexes.size;
  }

  /** The index of a name; undefined if it is not among the known ones. */
  indexOf(name: string): number | undefined {
    return this.#indexes.get(name);
  }

  /** The index of the known name that a line begins with, ignoring letter case; -1 if there is none, or no colon follows it. */
  find(octets: Uint8Array, lineStart: number, lineEnd: number): number {
    const names = this.#byFirstOctet[octets[lineStart]];
    for (let nth = 0; nth < names.length; nth++) {
      const name = names[nth];
      const end = lineStart + name.octets.length;
      if (end >= lineEnd || (octets[end] !== COLON && !isSpace(octets[end]))) continue;
      if (!isNamed(octets, lineStart, name.octets)) continue;
      const colon = afterSpace(octets, end, lineEnd);
      return octets[colon] === COLON ? name.index : -1;
    }
    return -1;
  }
}

function isNamed(octets: Uint8Array, from: number, name: Uint8Array): boolean {
  for (let i = 0; i < name.length; i++) if (toLower(octets[from + i]) !== name[i]) return false;
  return true;
}

/** A header. Its fields are those whose names are known; of equal names the first one counts. */
export class Header implements NamedFields {
  /** The index of the first octet after the header and the empty line at its end; -1 if the header does not end. */
  end = -1;
  readonly #names: FieldNames;
  #octets: Buffer = NO_OCTETS;
  #start = 0;
  #firstLineEnd = 0;
  /** Where the value of each known field begins and ends in the octets; two zeros for a field that is missing. */
  readonly #values: number[];

  constructor(names: FieldNames) {
    this.#names = names;
    this.#values = new Array<number>(2 * names.count).fill(0);
  }

  /**
   * Reads a header from a part of the octets, in place of the one that was read before. Lines end with CR LF, or with LF alone,
   * as some writers do. Lines without a colon are ignored. A line that begins with white space continues the one before
   * (RFC 9112 §5.2).
   */
  read(whole: Buffer, from: number, to: number): this {
    // A search for a line feed ends where the octets do.
    const octets = whole.subarray(0, to);
    this.#octets = octets;
    this.#start = from;
    this.end = -1;
    const values = this.#values.fill(0);
    let lineEnd = lineEndAt(octets, from);
    this.#firstLineEnd = lineEnd;
    /** The field that the next line may continue; -1 if there is none. */
    let field = -1;
    for (let at = lineEnd + 1; at < to; at = lineEnd + 1) {
      const first = octets[at];
      if (first === LF || (first === CR && octets[at + 1] === LF)) {
        this.end = at + (first === LF ? 1 : 2);
        break;
      }
      lineEnd = lineEndAt(octets, at);
      if (first !== SP && first !== HTAB) {
        field = this.#fieldNamed(at, lineEnd);
        if (field !== -1) values[2 * field] = octets.indexOf(COLON, at) + 1;
      }
      if (field !== -1) values[2 * field + 1] = lineEnd;
    }
    return this;
  }

  get firstLine(): string {
    return this.#octets.toString('utf8', this.#start, this.#firstLineEnd).trimEnd();
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
    return this.#valueIn(this.#values[2 * index], end);
  }

  valuesOf(name: string): string[] {
    const index = this.#names.indexOf(name);
    if (index === undefined || !this.has(name)) return [];
    const octets = this.#octets;
    const headerEnd = this.end === -1 ? octets.length : this.end;
    const places: { start: number; end: number }[] = [];
    let isNamed = false;
    for (let at = this.#firstLineEnd + 1, lineEnd = 0; at < headerEnd; at = lineEnd + 1) {
      lineEnd = lineEndAt(octets, at);
      if (octets[at] !== SP && octets[at] !== HTAB) {
        isNamed = this.#names.find(octets, at, lineEnd) === index;
        if (isNamed) places.push({ start: octets.indexOf(COLON, at) + 1, end: lineEnd });
      } else if (isNamed) {
        places[places.length - 1].end = lineEnd;
      }
    }
    return places.map(({ start, end }) => this.#valueIn(start, end));
  }

  #valueIn(from: number, to: number): string {
    const octets = this.#octets;
    const start = afterSpace(octets, from, to);
    const text = octets.toString('utf8', start, withoutSpace(octets, start, to));
    return text.includes('\n') ? unfolded(text) : text;
  }

  /** A field as a number; undefined if it is missing, has anything but digits, or more than 15 of them, which may not be exact. */
  numberOf(name: string): number | undefined {
    const text = this.get(name);
    return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
  }

  /** The known field that a line has; -1 if it has none, or one that the header has already. */
  #fieldNamed(lineStart: number, lineEnd: number): number {
    const field = this.#names.find(this.#octets, lineStart, lineEnd);
    return field !== -1 && this.#values[2 * field + 1] !== 0 ? -1 : field;
  }
}

const NO_OCTETS = Buffer.of();

/** Fields that are not in octets. */
export class GivenFields implements NamedFields {
  readonly #values: ReadonlyMap<string, readonly string[]>;

  /** @param values by name in lower case; a name has at least one value */
  constructor(values: Iterable<readonly [name: string, values: readonly string[]]> = []) {
    this.#values = new Map(values);
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Several values are one, separated by commas (RFC 9110 §5.3). */
  get(name: string): string | undefined {
    return this.#values.get(name)?.join(', ');
  }

  valuesOf(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }
}

export const NO_FIELDS: NamedFields = new GivenFields();

/** Spaces at the beginning or the end. The search for the end does not begin inside a run of them, or it would take quadratic time. */
const OUTER_SPACES = /^[ \t]+|(?<![ \t])[ \t]+$/g;

/** A value of several lines as one line. */
function unfolded(text: string): string {
  const lines = text.split(/\r?\n/);
  return lines.map((line) => line.replace(OUTER_SPACES, '')).join(' ');
}

/** The index of the line feed that ends a line; the length of the octets if there is none. */
function lineEndAt(octets: Buffer, at: number): number {
  const index = octets.indexOf(LF, at);
  return index === -1 ? octets.length : index;
}

/** The index of the first octet that is neither white space nor a line ending; `to` if there is none. */
function afterSpace(octets: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && isSpace(octets[at])) at++;
  return at;
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
