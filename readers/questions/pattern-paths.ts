/** Paths that a pattern matches, and paths that it nearly matches. */
import type { Random } from '../../bench/inputs/random.js';

/** What a `*` is replaced by. */
const FILLINGS = ['', 'x', 'a/b', '*', '.html', '1234', 'x?y=z'];

const CHANGES: readonly ((path: string, random: Random) => string)[] = [
  (path) => path,
  (path) => path,
  (path) => path,
  (path) => `${path}x`,
  (path) => `${path}/page.html`,
  (path) => `${path}?id=1`,
  (path) => path.slice(0, -1),
  (path) => path.replace(/\/$/, ''),
  (path) => path.replace(/[^/]*$/, ''),
  (path) => path.toUpperCase(),
  (path) => `/x${path}`,
  (path) => path.replace(/\?.*$/, ''),
  (path, random) => escapeOne(path, random),
  (path) => encodeURI(path),
  (path) => path.replace(/%[0-9a-f]{2}/gi, (escaped) => escaped.toLowerCase()),
  (path) => unescapeAscii(path),
  (path) => `${path}#part`,
];

/** A path for the pattern, or for one like it. It begins with a slash, and is escaped as far as URLs in requests are. */
export function pathFor(random: Random, pattern: string): string {
  const withoutHost = pattern.replace(/^https?:\/\/[^/]*/i, '');
  const filled = withoutHost.replace(/\*/g, () => random.pick(FILLINGS));
  const bare = random.below(6) === 0 ? filled : filled.replace(/\$$/, '');
  const changed = random
    .pick(CHANGES)(bare, random)
    .replace(/[^!-~]+/g, encodeURIComponent);
  return changed.startsWith('/') ? changed : `/${changed}`;
}

/** Escapes one letter or digit, which changes nothing for a program that compares decoded paths. */
function escapeOne(path: string, random: Random): string {
  const places = [...path.matchAll(/[a-z0-9]/gi)].map(({ index }) => index);
  if (places.length === 0) return path;
  const at = random.pick(places);
  return `${path.slice(0, at)}%${path.charCodeAt(at).toString(16)}${path.slice(at + 1)}`;
}

/** Decodes the escapes of printable ASCII, `%25` aside. */
function unescapeAscii(path: string): string {
  return path.replace(/%(?!25)([2-7][0-9a-f])/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
