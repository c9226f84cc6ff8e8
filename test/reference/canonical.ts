/** docs/semantics.md §5: the forms of URLs and patterns under each profile, as octet strings. */
import { before, utf8OctetString } from './octets.js';

/** Whether a text begins with two slashes, and so with a host: the URL Standard takes `\\` for one, and removes tabs and line breaks. */
export function beginsWithHost(text: string): boolean {
  return text.startsWith('/') && /^[/\\]{2}/.test(text.replace(/[\t\n\r]/g, ''));
}

/** §5.1: path and query as the WHATWG URL Standard reads them. An empty query keeps its `?`. */
export function pathAndQuery(url: string): string {
  const absolute = url.startsWith('/') && !beginsWithHost(url) ? `http://host${url}` : url;
  const parsed = parse(absolute);
  if (parsed === null || !['http:', 'https:', 'ftp:'].includes(parsed.protocol)) {
    throw new TypeError(`url: an absolute http, https or ftp URL, or a path, got ${JSON.stringify(url)}`);
  }
  const withoutFragment = before(parsed.href, '#');
  const authority = withoutFragment.indexOf('//') + 2;
  const path = withoutFragment.slice(withoutFragment.indexOf('/', authority));
  const query = path.indexOf('?');
  return query < 0 ? withoutDots(path) : withoutDots(path.slice(0, query)) + path.slice(query);
}

/** A path without dot segments (URL Standard, "path state"): the URL parser of Node 20 and 22 leaves some. */
function withoutDots(path: string): string {
  const kept: string[] = [];
  const segments = path.slice(1).split('/');
  for (const [index, segment] of segments.entries()) {
    if (segment === '..') kept.pop();
    if (segment !== '..' && segment !== '.') kept.push(segment);
    else if (index === segments.length - 1) kept.push('');
  }
  return `/${kept.join('/')}`;
}

function parse(url: string): URL | null {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}

/** §5.2, of a URL's path and query. */
export function canonicalUrl(octets: string): string {
  return canonical(octets, (special) => (special === '*' ? '%2A' : '%24'));
}

/** §5.2, of a pattern: in the result, every `*` is a wildcard and every `$` the anchor. */
export function canonicalPattern(octets: string): string {
  return canonical(octets, (special, isLast) => (special === '*' ? '*' : isLast ? '$' : '%24'));
}

function canonical(octets: string, ofSpecial: (special: '*' | '$', isLast: boolean) => string): string {
  let form = '';
  let inQuery = false;
  let at = 0;
  while (at < octets.length) {
    const octet = octets.charAt(at);
    const isLast = at === octets.length - 1;
    const triplet = tripletAt(octets, at);
    if (triplet !== null) {
      const decoded = decode(triplet);
      const isUnreserved = /^[A-Za-z0-9._~-]$/.test(decoded);
      const isDataInQuery = inQuery && ":/?@'".includes(decoded);
      form += isUnreserved || isDataInQuery ? decoded : triplet.toUpperCase();
      at += triplet.length;
      continue;
    }
    if (octet === '%') form += '%25';
    else if (octet === '*' || octet === '$') form += ofSpecial(octet, isLast);
    else if (octet >= '\x7F' || octet <= ' ' || '"<>\\^`{|}'.includes(octet)) form += encode(octet);
    else form += octet;
    if (octet === '?') inQuery = true;
    at += 1;
  }
  return form;
}

/**
 * §5.7.1: the text after scheme and authority, up to the fragment. Two slashes at the start begin an authority.
 * The `://` of a scheme only counts before the first `/`, `?` or `;`; the text after it, up to the next of these
 * three, is the authority. A NUL ends the path, because the reference matcher passes it on as a C string.
 */
export function googlePath(url: string): string {
  const octets = before(utf8OctetString(url), '#');
  const rest = octets.startsWith('//') ? octets.slice(2) : octets;

  const scheme = rest.indexOf('://');
  const hasScheme = scheme !== -1 && !/[/?;]/.test(rest.slice(0, scheme));
  const afterScheme = hasScheme ? rest.slice(scheme + '://'.length) : rest;

  const start = afterScheme.search(/[/?;]/);
  if (start === -1) return '/';
  const path = before(afterScheme.slice(start), '\0');
  return path.startsWith('/') ? path : `/${path}`;
}

/** §5.7.2. */
export function googlePattern(octets: string): string {
  let form = '';
  let at = 0;
  while (at < octets.length) {
    const octet = octets.charAt(at);
    const triplet = tripletAt(octets, at);
    form += triplet !== null ? triplet.toUpperCase() : octet >= '\x80' ? encode(octet) : octet;
    at += triplet !== null ? triplet.length : 1;
  }
  return form;
}

/** §5.8: every `%XX` but `%2F` decoded, once; on both sides. */
export function kosterForm(octets: string): string {
  return octets.replace(/%[0-9A-Fa-f]{2}/g, (triplet) =>
    triplet.toUpperCase() === '%2F' ? '%2F' : decode(triplet),
  );
}

function tripletAt(octets: string, at: number): string | null {
  const triplet = octets.slice(at, at + 3);
  return /^%[0-9A-Fa-f]{2}$/.test(triplet) ? triplet : null;
}

function decode(triplet: string): string {
  return String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
}

function encode(octet: string): string {
  return `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
