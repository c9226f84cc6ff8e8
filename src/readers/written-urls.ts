/**
 * URLs in parts as they are written, for programs that take them so.
 */
import { latin1, octetsOf } from '../octets.js';

/** The parts of a URL that a path begins. Those that are absent are undefined. */
interface WrittenUrl {
  /** All before the path. */
  readonly start: string;
  readonly path: string;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

/** A URL in parts; null if it has no `://`. */
export function writtenUrl(url: string): WrittenUrl | null {
  const [beforeFragment, fragment] = cut(url, '#');
  const [beforeQuery, query] = cut(beforeFragment, '?');
  const scheme = beforeQuery.indexOf('://');
  if (scheme < 0) return null;
  const slash = beforeQuery.indexOf('/', scheme + 3);
  const end = slash < 0 ? beforeQuery.length : slash;
  return { start: beforeQuery.slice(0, end), path: beforeQuery.slice(end), query, fragment };
}

/** A text up to a character, and what follows it if there is one. */
export function cut(text: string, character: string): [before: string, after: string | undefined] {
  const at = text.indexOf(character);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** A path, which begins with a slash, without segments of one or two dots. An empty segment is one that two dots remove. */
export function withoutDots(path: string): string {
  const segments: string[] = [];
  const [, ...given] = path.split('/');
  for (const [index, segment] of given.entries()) {
    if (segment === '.' || segment === '..') {
      if (segment === '..') segments.pop();
      if (index === given.length - 1) segments.push('');
    } else segments.push(segment);
  }
  return `/${segments.join('/')}`;
}

/** The octets of a text in UTF-8, each as a character. */
export function octetText(text: string): string {
  return latin1(octetsOf(text));
}

/** A text of octets in which escapes are the octets that they stand for. */
export function unescapedText(octets: string): string {
  return octets.replace(/%([0-9a-fA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
