/**
 * docs/semantics.md §5: does a pattern match. Every prefix length of the path that the pattern read so far can match is
 * kept; the next octet of the pattern turns them into the next ones.
 */
export function matches(pattern: string, path: string): boolean {
  let lengths = [0];
  for (let at = 0; at < pattern.length; at += 1) {
    const octet = pattern.charAt(at);
    if (octet === '$' && at === pattern.length - 1) return lengths.includes(path.length);
    if (octet === '*') {
      const shortest = lengths[0] ?? path.length + 1;
      lengths = [];
      for (let length = shortest; length <= path.length; length += 1) lengths.push(length);
    } else {
      lengths = lengths.filter((length) => path[length] === octet).map((length) => length + 1);
    }
  }
  return lengths.length > 0;
}
