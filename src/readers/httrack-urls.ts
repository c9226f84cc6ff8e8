/**
 * URLs as HTTrack compares them: partly decoded, without dot segments, in octets.
 */
import { octetText, unescapedText, writtenUrl } from './written-urls.js';

/** A URL with more slashes than this is none to HTTrack. */
const MAX_SLASHES = 126;

/** The path and the query of a URL, an octet in each character; null if HTTrack does not take it. */
export function httrackUrl(url: string): string | null {
  const parts = writtenUrl(url);
  if (parts === null) return null;
  const path = octetText(parts.path)
    .replace(/%[0-9a-fA-F]{2}/g, unescapedUnlessSpecial)
    .replace(/[\0-\x1f]/g, '');
  const text = joinedCharacters(path).replaceAll('\\', '/');
  const query = parts.query === undefined ? '' : `?${escapedQuery(octetText(parts.query))}`;
  return withoutDots((text.startsWith('/') ? text : `/${text}`) + query);
}

/** The character of an escape, unless that has a meaning in URLs or in HTML, or is no printable ASCII character. */
function unescapedUnlessSpecial(written: string): string {
  const character = unescapedText(written);
  return /[;/?:@&=$,<>#%"{}|\\^[\]`*'!\0-\x1f\x7f-\xff]/.test(character) ? written : character;
}

/** An escape with lower-case digits for each octet of a query that is no visible ASCII character. */
function escapedQuery(octets: string): string {
  return octets.replace(
    /[\0-\x20\x7f-\xff]/g,
    (octet) => `%${octet.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

/** The octets of escapes that together are one character of UTF-8, which may be overlong, a surrogate, or beyond Unicode. */
function joinedCharacters(octets: string): string {
  return octets.replace(/(?:%[89a-fA-F][0-9a-fA-F]|[\x80-\xff])+/g, (run) => {
    const units = run.match(/%..|[^%]/g) as string[];
    const values = units.map((unit) => unescapedText(unit).charCodeAt(0));
    let joined = '';
    for (let at = 0; at < units.length; ) {
      const length = characterLength(values, at);
      joined += length === 0 ? units[at] : String.fromCharCode(...values.slice(at, at + length));
      at += length || 1;
    }
    return joined;
  });
}

/** How many octets the first octet of a character asks for, itself included; 0 if they are not there. */
function characterLength(octets: readonly number[], at: number): number {
  const length = LENGTHS.find(({ first, last }) => octets[at] >= first && octets[at] <= last)?.length ?? 0;
  const others = octets.slice(at + 1, at + length);
  return others.length === length - 1 && others.every((octet) => octet <= 0xbf) ? length : 0;
}

const LENGTHS = [
  { first: 0xc0, last: 0xdf, length: 2 },
  { first: 0xe0, last: 0xef, length: 3 },
  { first: 0xf0, last: 0xf7, length: 4 },
  { first: 0xf8, last: 0xfb, length: 5 },
  { first: 0xfc, last: 0xfd, length: 6 },
];

/** A path with its query, without segments of dots in the path. One dot at the end, or before the query, stays, and so do two before it. */
function withoutDots(text: string): string | null {
  const mark = text.indexOf('?');
  const path = mark < 0 ? text : text.slice(0, mark);
  const kept: string[] = [];
  const [, ...segments] = path.split('/');
  const last = segments.length - 1;
  let slashes = 0;
  for (const [index, segment] of segments.entries()) {
    if (segment === '.' && index < last) continue;
    if (segment === '..' && (index < last || mark < 0)) {
      kept.pop();
      if (index === last) kept.push('');
      continue;
    }
    kept.push(segment);
    slashes = Math.max(slashes, kept.length);
  }
  const query = text.slice(path.length);
  slashes = Math.max(slashes, kept.length + query.split('/').length - 1);
  return slashes > MAX_SLASHES ? null : `/${kept.join('/')}${query}`;
}
