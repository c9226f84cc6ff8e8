/**
 * docs/semantics.md §5: does a pattern match. Every prefix length of the path that the pattern read so far can match is
 * kept; the next token of the pattern turns them into the next ones.
 */

/** §5.4, for patterns and paths that are compared octet by octet. */
export function matches(pattern: string, path: string): boolean {
  return matchesTokens([...pattern], path, (octet, at) => (path[at] === octet ? [at + 1] : []));
}

/** §5.4, for patterns and paths in the canonical form of §5.2. */
export function matchesCanonical(pattern: string, path: string): boolean {
  const tokens = pattern.match(/%[0-9A-F]{2}|./gs) ?? [];
  const questionMark = path.indexOf('?');
  const isInQuery = (at: number): boolean => questionMark !== -1 && at > questionMark;

  return matchesTokens(tokens, path, (token, at) => {
    const ends: number[] = [];
    if (path.startsWith(token, at)) ends.push(at + token.length);
    const data = QUERY_DATA.get(token);
    if (data !== undefined && isInQuery(at) && path[at] === data) ends.push(at + 1);
    return ends;
  });
}

/** §5.2: an escape in a pattern that equals the octet as well, where that is one of the URL's query. */
const QUERY_DATA: ReadonlyMap<string, string> = new Map([
  ['%3A', ':'],
  ['%2F', '/'],
  ['%3F', '?'],
  ['%40', '@'],
  ['%27', "'"],
]);

/** @param endsOf where a token can end that begins at a place of the path */
function matchesTokens(
  tokens: readonly string[],
  path: string,
  endsOf: (token: string, at: number) => number[],
): boolean {
  let lengths = [0];
  for (const [nth, token] of tokens.entries()) {
    if (token === '$' && nth === tokens.length - 1) return lengths.includes(path.length);
    if (token === '*') {
      const shortest = Math.min(path.length + 1, ...lengths);
      lengths = [];
      for (let length = shortest; length <= path.length; length += 1) lengths.push(length);
    } else {
      lengths = [...new Set(lengths.flatMap((length) => endsOf(token, length)))];
    }
  }
  return lengths.length > 0;
}
