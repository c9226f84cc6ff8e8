/**
 * The path patterns of a document's usage lines, tried on the URL of one question (docs/semantics.md §7.3).
 */

import { matchesPattern, type PatternSet } from '../match/pattern.js';
import { readRequestPath } from '../match/read-url.js';
import { RequestPath } from '../match/request-path.js';

/** A usage line: it states something about the URLs that its pattern matches. */
export interface UsageLine {
  readonly line: number;
  /** The index of its pattern among those of the document; {@link WHOLE_SITE} if it has none. */
  readonly pattern: number;
}

/** In place of the index of a pattern. */
export const WHOLE_SITE = -1;

/** In place of the length of a pattern that does not match. */
const NO_MATCH = -1;
/** In place of the length of a pattern that has not been tried. */
const UNTRIED = -2;

/**
 * Patterns, and which of them match a URL. Each is tried once, however many lines, keys and crawlers need it, and all share one
 * question. So all together cost no more than one question about the file (docs/internals/matcher.md, "One question about a file").
 */
export class TriedPatterns {
  readonly #patterns: PatternSet;
  readonly #path: RequestPath;
  readonly #granted: number;
  /** The length of each pattern for precedence. */
  readonly #lengths: Int32Array;

  /** @throws {TypeError} if the form of the patterns does not accept the URL */
  constructor(patterns: PatternSet, url: string, documentOctets: number) {
    const { octets, start, end } = readRequestPath(url, patterns.kinds);
    this.#patterns = patterns;
    // A copy, because other questions are asked between the first pattern and the last.
    this.#path = new RequestPath(octets.slice(start, end), 0, end - start);
    this.#granted = this.#path.grant(documentOctets);
    this.#lengths = new Int32Array(patterns.count).fill(UNTRIED);
  }

  /** How many steps have been taken. */
  get steps(): number {
    return this.#granted - this.#path.left;
  }

  /**
   * The lines that apply to the URL: those with the longest pattern that matches it, with lengths as for rules. No pattern
   * counts as the shortest. Several patterns of the same length apply together.
   */
  linesFor<Line extends UsageLine>(lines: readonly Line[]): readonly Line[] {
    let longest = 0;
    let applying: Line[] = [];
    for (const line of lines) {
      const length = this.#lengthOf(line.pattern);
      if (length < longest) continue;
      if (length > longest) {
        longest = length;
        applying = [];
      }
      applying.push(line);
    }
    this.#path.left -= lines.length;
    return applying;
  }

  #lengthOf(pattern: number): number {
    if (pattern === WHOLE_SITE) return 0;
    if (this.#lengths[pattern] === UNTRIED) this.#lengths[pattern] = this.#tried(pattern);
    return this.#lengths[pattern];
  }

  #tried(pattern: number): number {
    const length = this.#patterns.lengths[pattern];
    this.#path.left -= length;
    return matchesPattern(this.#patterns, pattern, this.#path) ? length : NO_MATCH;
  }
}
