/**
 * docs/semantics.md §5: whether a pattern matches. It keeps every prefix length of the path that the tokens so far can
 * match; the next token turns them into the next ones.
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

/** §5.2: the escapes in a pattern that also equal their octet in the query of the URL. */
const QUERY_DATA: ReadonlyMap<string, string> = new Map([
  ['%3A', ':'],
  ['%2F', '/'],
  ['%3F', '?'],
  ['%40', '@'],
  ['%27', "'"],
]);

/** @param endsOf the places where a token can end if it begins at a place of the path */
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
