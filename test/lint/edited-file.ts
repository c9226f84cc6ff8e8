/** A file and changes of it, for tests of what findings claim. */
import { parseSync, type RobotsDocument, type Rule } from '../../src/core.js';

interface Place {
  readonly start: number;
  readonly end: number;
}

export class EditedFile {
  readonly octets: Uint8Array;
  readonly document: RobotsDocument;
  readonly #lines: readonly (Place & { readonly next: number })[];

  constructor(octets: Uint8Array) {
    this.octets = octets;
    this.document = parseSync(octets);
    this.#lines = [...this.document.lines()].map(({ span, terminator }) => ({
      start: span.start,
      end: span.end,
      next: span.end + terminator.length,
    }));
  }

  /** The place of a line without its terminator. */
  line(line: number): Place {
    return this.#lines[line - 1];
  }

  text({ start, end }: Place): string {
    return String.fromCharCode(...this.octets.subarray(start, end));
  }

  ruleAt(line: number): Rule {
    const rules = this.document.groups.flatMap((group) => group.rules);
    const rule = rules.find((one) => one.line === line);
    if (rule === undefined) throw new Error(`line ${line} is no rule`);
    return rule;
  }

  /** The file with other octets in a place. */
  replaced({ start, end }: Place, text: string): Uint8Array {
    const octets = [...text].map((character) => character.charCodeAt(0));
    return Uint8Array.from([...this.octets.subarray(0, start), ...octets, ...this.octets.subarray(end)]);
  }

  /** The file with a comment in place of a line. */
  commentedOut(line: number): Uint8Array {
    return this.replaced(this.#content(line), '#');
  }

  /** The file with another record in place of a line. */
  withRule(line: number, text: string): Uint8Array {
    return this.replaced(this.#content(line), text);
  }

  /** The file without some lines. */
  without(lines: readonly number[]): Uint8Array {
    const kept = this.#lines.filter((_, index) => !lines.includes(index + 1));
    return Uint8Array.from(kept.flatMap(({ start, next }) => [...this.octets.subarray(start, next)]));
  }

  /** A line after a byte order mark. */
  #content(line: number): Place {
    const { start, end } = this.line(line);
    const mark = [0xef, 0xbb, 0xbf].findIndex((octet, nth) => line !== 1 || this.octets[nth] !== octet);
    return { start: line === 1 ? Math.max(start, mark < 0 ? 3 : mark) : start, end };
  }
}
