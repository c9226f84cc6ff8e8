/**
 * A file as a document keeps it: its octets, and once its lines have been read, a row for each line that is a directive under
 * some profile. Everything else is read from the octets on demand. That bounds the memory of a document: the shortest directive
 * has seven octets, and its row 32. Comments, other records, diagnostics and line events need every line. Few programs ask for these, so all
 * lines are scanned again then.
 */
import type { Profile } from '../profiles.js';
import type { StatusRuling } from '../status-access.js';
import { decodeText } from '../stream/octet-text.js';
import type { ByteOrderMark } from '../stream/read-line.js';
import { type FileLines, readFileLines } from '../stream/scan.js';

/** What is known of a file besides its octets and lines. */
export interface FileFacts {
  readonly byteOrderMark: ByteOrderMark;
  /** How many octets were taken from the source. The file has fewer if a line was cut. */
  readonly size: number;
  /** Whether the parsing limit cut the file short. */
  readonly truncated: boolean;
  /** The parsing limit in octets. */
  readonly maxOctets: number;
  /** The status that decides about every URL; missing if a server has sent the file. */
  readonly ruling?: StatusRuling;
}

/** The file of one document. Its lines are read when they are first needed. */
export class RobotsFile {
  /**
   * The octets of all whole lines, with the byte order mark and the terminators. Small files may share their memory
   * (`stream/memory.ts`).
   */
  readonly octets: Uint8Array;
  readonly facts: FileFacts;
  /** Whether a question about a URL has been asked, or several will be. */
  isAsked = false;
  #lines: FileLines | undefined;
  #texts: FileTexts | undefined;

  /** @param lines if they have been read */
  constructor(octets: Uint8Array, facts: FileFacts, lines?: FileLines) {
    this.octets = octets;
    this.facts = facts;
    this.#lines = lines;
  }

  /** The same file for another document. It has the lines if they have been read; what either reads later is its own. */
  copy(facts = this.facts): RobotsFile {
    return new RobotsFile(this.octets, facts, this.#lines);
  }

  /**
   * Whether no question about a URL has been asked, and no lines have been read. The first question is answered in one pass over the
   * octets, which is sooner than by rows (`match/judge.ts`). A second question shows that rows are worth reading.
   */
  get isUnused(): boolean {
    return !this.isAsked && !this.isRead;
  }

  /** Whether the lines have been read. */
  get isRead(): boolean {
    return this.#lines !== undefined;
  }

  get lines(): FileLines {
    this.#lines ??= readFileLines(this.octets);
    return this.#lines;
  }

  /** The texts of the file. */
  get texts(): FileTexts {
    this.#texts ??= new FileTexts(this.octets);
    return this.#texts;
  }
}

/**
 * How many octets are decoded at once. A slice of 13 characters or more keeps the whole decoded text in memory (in V8), so
 * this bounds the memory of a program that keeps a single pattern.
 */
const STRETCH_OCTETS = 1024;

/** The texts of a file, by place. */
export class FileTexts {
  readonly #octets: Uint8Array;
  /** The stretch that was decoded last: `octets[#start..#end)`. */
  #start = 0;
  #end = 0;
  /** Its text, or null if it cannot be sliced by octets. */
  #stretch: string | null = '';

  constructor(octets: Uint8Array) {
    this.#octets = octets;
  }

  /** The text of the octets from `start` to `end`, which may share memory with others. Invalid UTF-8 becomes U+FFFD. */
  slice(start: number, end: number): string {
    const isLong = end - start > STRETCH_OCTETS;
    if (!isLong && (start < this.#start || end > this.#end)) this.#decodeFrom(start);
    if (isLong || this.#stretch === null) return decodeText(this.#octets.subarray(start, end));
    return this.#stretch.slice(start - this.#start, end - this.#start);
  }

  #decodeFrom(start: number): void {
    const stretch = this.#octets.subarray(start, start + STRETCH_OCTETS);
    const text = decodeText(stretch);
    this.#start = start;
    this.#end = start + stretch.length;
    // No octet makes more than one UTF-16 code unit. So if the text has as many units as octets, each octet makes one.
    this.#stretch = text.length === stretch.length ? text : null;
  }
}

/**
 * A value for each profile. Profiles are held weakly, because a program may define one for each question. Only the latest is
 * held strongly: most programs use one, and looking it up then costs a comparison.
 */
export class PerProfile<Value extends object> {
  #profile: Profile | undefined;
  #value: Value | undefined;
  #earlier: WeakMap<Profile, Value> | undefined;

  /** @param make makes the value of a profile that has none */
  get(profile: Profile, make: (profile: Profile) => Value): Value {
    if (this.#value !== undefined && this.#profile === profile) return this.#value;
    const value = this.#earlier?.get(profile) ?? make(profile);
    if (this.#value !== undefined) {
      this.#earlier ??= new WeakMap();
      this.#earlier.set(this.#profile as Profile, this.#value);
    }
    this.#profile = profile;
    this.#value = value;
    return value;
  }
}
