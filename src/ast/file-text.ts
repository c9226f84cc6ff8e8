/**
 * Many texts of one file. Decoding a file once and slicing it takes a third of the time of decoding each text.
 */
import { PARSING_LIMIT_OCTETS } from '../limits.js';
import { decodeText } from '../stream/text.js';
import { lineOneStart, type ParsedFile } from './parsed-file.js';

/** The texts of a file. A text may keep the text of the whole file in memory. */
export class FileText {
  readonly #octets: Uint8Array;
  readonly #start: number;
  /**
   * The file from `#start` on; null if it cannot be sliced by octets; undefined until it is needed. It can be sliced if it
   * has as many UTF-16 code units as octets: no octet makes more than one, so each makes exactly one.
   */
  #whole: string | null | undefined;

  constructor(file: ParsedFile) {
    this.#octets = file.octets;
    this.#start = lineOneStart(file);
  }

  /** The text of the octets from `start` to `end`. */
  slice(start: number, end: number): string {
    if (this.#whole === undefined) this.#whole = this.#decode();
    if (this.#whole === null) return decodeText(this.#octets.subarray(start, end));
    return this.#whole.slice(start - this.#start, end - this.#start);
  }

  #decode(): string | null {
    const length = this.#octets.length - this.#start;
    if (length > PARSING_LIMIT_OCTETS) return null;
    const text = decodeText(this.#octets.subarray(this.#start));
    return text.length === length ? text : null;
  }
}
