/**
 * Path patterns outside of a robots.txt that match URLs as those of its rules do: `*` and a final `$` are special (RFC 9309 §2.2.3).
 */
import { resolveProfile } from '../profiles.js';
import { OCTET_KINDS } from './octet-forms.js';
import { matchesPattern, PatternSet } from './pattern.js';
import { readRequestPath } from './read-url.js';
import { RequestPath } from './request-path.js';

/** In place of the length of a pattern that does not match. */
export const NO_MATCH = -1;

/** Patterns that are tried on one URL. All of them together take a bounded number of steps. */
export class PathPatterns {
  readonly #patterns: PatternSet;
  readonly #path: RequestPath;

  /**
   * @param patternOctets how long all patterns are together
   * @throws {TypeError} if the URL is not accepted
   */
  constructor(url: string, patternOctets: number) {
    const { form, specialCharacters } = resolveProfile('rfc9309').rules;
    this.#patterns = new PatternSet(OCTET_KINDS[form], specialCharacters);
    const { octets, start, end } = readRequestPath(url, this.#patterns.kinds);
    this.#path = new RequestPath(octets.slice(start, end), 0, end - start);
    this.#path.grant(patternOctets);
  }

  /** The length of a pattern for precedence, as for rules; {@link NO_MATCH} if it does not match the URL. */
  lengthOf(pattern: string): number {
    const octets = new TextEncoder().encode(pattern);
    this.#patterns.clear();
    this.#patterns.add(octets, 0, octets.length, 0);
    return matchesPattern(this.#patterns, 0, this.#path) ? this.#patterns.lengths[0] : NO_MATCH;
  }
}
