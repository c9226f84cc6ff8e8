/**
 * Where the lines of a file are, and which of them are blank or comments.
 */

import type { RobotsFile } from '../ast/file.js';
import { forEachRow } from '../ast/file-rows.js';
import * as Row from '../stream/row.js';

const IS_BLANK = 1;
const IS_COMMENT = 2;
const IS_OVERLONG = 4;

/** The lines of a file by number, from 1. */
export class LineTable {
  /** How many lines the file has. */
  readonly count: number;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #marks: Uint8Array;
  readonly #fileEnd: number;
  #nextContent: Int32Array | undefined;

  constructor(file: RobotsFile) {
    this.count = file.lines.lineCount;
    this.#fileEnd = file.octets.length;
    this.#starts = new Int32Array(file.lines.lineCount + 1);
    this.#ends = new Int32Array(file.lines.lineCount + 1);
    this.#marks = new Uint8Array(file.lines.lineCount + 1);
    forEachRow(file, (rows, at) => {
      const line = rows[at + Row.LINE];
      const flags = Row.flagsOf(rows, at);
      const shape = Row.shapeOf(flags);
      this.#starts[line] = rows[at + Row.START];
      this.#ends[line] = rows[at + Row.END];
      this.#marks[line] =
        (shape === Row.BLANK ? IS_BLANK : 0) |
        (shape === Row.COMMENT ? IS_COMMENT : 0) |
        ((flags & Row.OVERLONG) !== 0 ? IS_OVERLONG : 0);
    });
  }

  /** The offset at which a line starts. */
  start(line: number): number {
    return line > this.count ? this.#fileEnd : this.#starts[line];
  }

  /** The offset at which a line ends, before its terminator. */
  end(line: number): number {
    return line > this.count ? this.#fileEnd : this.#ends[line];
  }

  /** The offset at which the next line starts; the end of the file for the last line. */
  nextStart(line: number): number {
    return this.start(line + 1);
  }

  /** Whether the line has nothing but white space. */
  isBlank(line: number): boolean {
    return (this.#marks[line] & IS_BLANK) !== 0;
  }

  /** Whether the line has nothing but a comment. */
  isComment(line: number): boolean {
    return (this.#marks[line] & IS_COMMENT) !== 0;
  }

  /** The next line below that is neither blank nor a comment; the number after the last line if there is none. */
  nextContent(line: number): number {
    this.#nextContent ??= this.#findNextContent();
    return this.#nextContent[line];
  }

  #findNextContent(): Int32Array {
    const next = new Int32Array(this.count + 1);
    let below = this.count + 1;
    for (let line = this.count; line >= 0; line--) {
      next[line] = below;
      if (!this.isBlank(line) && !this.isComment(line)) below = line;
    }
    return next;
  }

  /** Whether the line is longer than the line limit. */
  isOverlong(line: number): boolean {
    return (this.#marks[line] & IS_OVERLONG) !== 0;
  }
}
