/**
 * Recognizes files that are not a robots.txt by their first octets: HTML pages, pictures, archives, text in another encoding.
 */
// biome-ignore-all lint/suspicious/noControlCharactersInRegex: octets that are no text show what a file is.
import { BYTE_ORDER_MARK, CR, isWhiteSpace, LESS_THAN, LF } from './ascii.js';
import { latin1, type Octets, octetsOf } from './octets.js';

/**
 * Each kind of file that its first octets alone show, its name, and these octets, as Latin-1. Text whose characters take two or four octets has
 * a byte order mark of UTF-16 or UTF-32 with a NUL soon after it, or the NULs that ASCII text has in these encodings.
 */
const BEGINNINGS = [
  ['gzip', 'gzip', /^\x1f\x8b\x08/],
  ['zip', 'a ZIP archive', /^PK\x03\x04/],
  ['zstd', 'Zstandard', /^\x28\xb5\x2f\xfd/],
  ['png', 'a PNG image', /^\x89PNG\r\n\x1a\n/],
  ['jpeg', 'a JPEG image', /^\xff\xd8\xff/],
  ['gif', 'a GIF image', /^GIF8[79]a/],
  ['webp', 'a WebP image', /^RIFF.{4}WEBP/s],
  ['ico', 'an icon', /^\0\0\x01\0/],
  ['pdf', 'a PDF', /^%PDF-/],
  ['utf-32le', 'text in UTF-32', /^\xff\xfe\0\0/],
  ['utf-32be', 'text in UTF-32', /^\0\0\xfe\xff/],
  ['utf-16le', 'text in UTF-16', /^\xff\xfe(?=..).*\0/s],
  ['utf-16be', 'text in UTF-16', /^\xfe\xff(?=..).*\0/s],
  ['utf-16le', 'text in UTF-16', /^(?:[^\0]\0){2,}[^\0]?$/],
  ['utf-16be', 'text in UTF-16', /^(?:\0[^\0]){2,}\0?$/],
  ['utf-32le', 'text in UTF-32', /^(?:[^\0]\0{3})+(?:[^\0]\0{0,2})?$/],
  ['utf-32be', 'text in UTF-32', /^(?:\0{3}[^\0])+\0{0,3}$/],
] as const satisfies readonly (readonly [kind: string, name: string, beginning: RegExp])[];

/** How many octets at the start are compared with these. */
const SAMPLE_OCTETS = 64;

/** The kinds of files that can be recognized by their first octets. */
export type FileKind = (typeof BEGINNINGS)[number][0] | 'html' | 'xml' | 'json';

/** The kinds of files as people call them, after “This is”. */
export const FILE_KIND_NAMES = {
  ...Object.fromEntries(BEGINNINGS),
  html: 'an HTML page',
  xml: 'an XML file',
  json: 'JSON',
} as { readonly [kind in FileKind]: string };

/**
 * Recognizes by its first octets a file that is not a robots.txt. Returns its kind, or `undefined` if the octets may begin a robots.txt.
 *
 * An HTML page is one that begins with a document type or a tag of HTML, after white space, comments and an XML declaration (as in
 * WHATWG MIME Sniffing). A comment alone does not make a page: some robots.txt files begin with one. The kind says nothing about the rest of
 * the file: a page can have lines that are rules.
 *
 * @param octets the file or its beginning. Only the first 64 octets, and the 64 after comments and white space at the start, make a difference
 * @throws {TypeError} if `octets` is neither octets nor a string
 * @example
 * ```js
 * import { fileKind } from 'robotstream';
 *
 * console.log(fileKind('<!doctype html><title>Not found</title>')); // → html
 * console.log(fileKind('User-agent: *')); // → undefined
 * ```
 */
export function fileKind(octets: Octets | string): FileKind | undefined {
  const file = octetsOf(octets);
  const sample = latin1(file.subarray(0, SAMPLE_OCTETS));
  const [kind] = BEGINNINGS.find(([, , beginning]) => beginning.test(sample)) ?? [];
  if (kind !== undefined) return kind;
  const hasMark = BYTE_ORDER_MARK.every((octet, i) => file[i] === octet);
  const start = afterSpace(file, hasMark ? BYTE_ORDER_MARK.length : 0);
  if (file[start] === LESS_THAN) return kindOfMarkup(file.subarray(start));
  return JSON_START.test(latin1(file.subarray(start, afterSpace(file, start + 1) + 1))) ? 'json' : undefined;
}

function afterSpace(file: Uint8Array, start: number): number {
  let at = start;
  while (isWhiteSpace(file[at]) || file[at] === LF || file[at] === CR) at++;
  return at;
}

/** The bracket that begins JSON, and what may come next, or the end. */
const JSON_START = /^(?:\{[\t-\r ]*(?:["'}]|$)|\[[\t-\r ]*(?:["'[\]{\d-]|$))/;

/** What may precede the first tag of a page: white space, a comment (`<!-->` is a complete one: its start and end may share hyphens), a declaration. */
const BEFORE_TAG = /[\t-\r ]+|<!(?=--).*?-->|<\?xml(?:.*?\?>|.*)/gisy;

/** A document type or a tag with its name, if what follows the name ends it. No name that matters is longer. */
const NAMED = /^(<!doctype[\t-\r ]*|<)([a-z\d]{1,16})[\t-\r />]/i;

/** The tags that begin HTML pages: those of WHATWG MIME Sniffing, and the others that real pages begin with. */
const HTML_TAGS = new Set(
  (
    'html head script iframe h1 div font table a style title b body br p meta link base noscript center form frameset h2 h3 ' +
    'header main section article span img ul hr pre strong'
  ).split(' '),
);

/** The elements that XML files begin with where robots.txt is asked for: sitemaps, feeds, pictures, errors of object stores. */
const XML_TAGS = new Set('urlset sitemapindex rss feed svg error'.split(' '));

/** In so many octets nearly every page has its first tag; a page is seldom read further, because reading all of it takes long. */
const USUAL_OCTETS = 1024;

function kindOfMarkup(file: Uint8Array, octets: number = USUAL_OCTETS): FileKind | undefined {
  const text = latin1(file.subarray(0, octets));
  const parts = Array.from(text.matchAll(BEFORE_TAG), ([part]) => part);
  const isXml = parts.some((part) => part.startsWith('<?'));
  const named = NAMED.exec(text.slice(parts.join('').length));
  if (named === null && octets < file.length) return kindOfMarkup(file, file.length);
  const [, before = '', name = ''] = named ?? [];
  if (HTML_TAGS.has(name.toLowerCase())) return 'html';
  return isXml || XML_TAGS.has(name.toLowerCase()) || before.startsWith('<!') ? 'xml' : undefined;
}
