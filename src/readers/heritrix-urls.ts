/**
 * URLs as Heritrix takes them: escaped where they must be, without dot segments, and then decoded.
 */
import { decodeOctets } from './decoded-file.js';
import { escapesOf, unquotedOctets } from './python-urls.js';
import { JAVA_SPACE, trimmed } from './white-space.js';
import { cut, withoutDots, writtenUrl } from './written-urls.js';

/** The longest URL that it takes, in characters. */
const MAX_CHARACTERS = 2083;

/** A URL in parts, decoded. */
interface HeritrixUrl {
  readonly path: string;
  /** The path with the query, if there is one. */
  readonly pathAndQuery: string;
}

/** A URL in parts; null if Heritrix does not take it. */
export function heritrixUrl(given: string): HeritrixUrl | null {
  if (given.length > MAX_CHARACTERS) return null;
  const url = withSlashes(trimmed(given.replaceAll('\u00a0', ' '), JAVA_SPACE))
    .replace(/[\t\r\n]/g, '')
    .replace(/^(https?:\/\/)\/+/, '$1');
  const parts = writtenUrl(url);
  if (parts === null || /[\n\r\x85\u2028\u2029]/.test(parts.fragment ?? '')) return null;
  const { start, query = '' } = parts;
  const path = escaped(parts.path.replace(/^(?:\/\.\.\/)+/, '/') || '/', /[\w\-~.*/=&+,:;@$!)(%|']/);
  const rest = query === '' ? '' : `?${escaped(query, /[\w\-~.*/=&+,:;@$!)(%|'{}[\]^?]/)}`;
  const normal = withoutDots(path);
  if (start.length + normal.length + rest.length > MAX_CHARACTERS) return null;
  return { path: decoded(normal), pathAndQuery: decoded(normal + rest) };
}

/** A URL with a slash for each backslash before its query. */
function withSlashes(url: string): string {
  const [beforeQuery] = cut(url, '?');
  return beforeQuery.replaceAll('\\', '/') + url.slice(beforeQuery.length);
}

function escaped(text: string, safe: RegExp): string {
  return text
    .replace(/\p{Cs}/gu, '?')
    .replace(/[^A-Za-z0-9]/gu, (character) => (safe.test(character) ? character : escapesOf(character)));
}

/** A text that is escaped, decoded as a form is: a plus sign is a space. */
function decoded(text: string): string {
  return decodeOctets(unquotedOctets(text.replaceAll('+', ' ')), 'replacement-java');
}
