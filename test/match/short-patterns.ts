/** All short texts, and patterns as regular expressions, for tests that try every pattern with every path. */

/** All texts of up to so many pieces. */
export function textsOf(pieces: readonly string[], most: number): string[] {
  const ofLength = (count: number): string[] =>
    count === 0 ? [''] : ofLength(count - 1).flatMap((text) => pieces.map((piece) => text + piece));
  return Array.from({ length: most + 1 }, (_, count) => ofLength(count)).flat();
}

/** A pattern by RFC 9309 §2.2.3, and Google's `$` in it. */
export function asRegExp(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll('*', '.*')}`);
}

/** Patterns with escapes after a `*` (docs/semantics.md §5.2), each with and without an anchor. */
export const ESCAPED_PATTERNS: readonly string[] =
  '*%3A|*a%3A|a*%3A|*%3Aa|*%3A*%3A|*%21|*%21%3A|*?%3A|*?*%3A|?*%3A!|*a|*%3A*a|*a3A%3A'
    .split('|')
    .flatMap((text) => [`/${text}`, `/${text}$`]);

/** Paths for them, with and without a query. */
export const ESCAPED_PATHS: readonly string[] =
  ':|?:|:?|:?:|a:|?a:|a?a:|a:?:a|?:a|?::|?!|!|!?!:|??:!|?%3A|%3A?|%3Aa?:|%3A?a|a|:a|?a:a:|:?a::'
    .split('|')
    .map((text) => `/${text}`);
