/**
 * Recognizes files that are not a robots.txt by their first octets: HTML pages, pictures, archives, text in another encoding.
 */
import {
  BYTE_ORDER_MARK,
  CR,
  isDigit,
  isLetter,
  isWhiteSpace,
  LESS_THAN,
  LF,
  NUL,
  SLASH,
  toLower,
} from './ascii.js';
import { type Octets, octetsOf } from './octets.js';

/** The kinds of files that can be recognized by their first octets. */
export type FileKind =
  | 'html'
  | 'xml'
  | 'json'
  | 'pdf'
  | 'gzip'
  | 'zip'
  | 'zstd'
  | 'png'
  | 'jpeg'
  | 'gif'
  | 'webp'
  | 'ico'
  | 'utf-16le'
  | 'utf-16be'
  | 'utf-32le'
  | 'utf-32be';

/**
 * Recognizes by its first octets a file that is not a robots.txt. Returns its kind, or `undefined` if the octets may begin a robots.txt.
 *
 * An HTML page is one that begins with a document type or a tag of HTML, after white space, comments and an XML declaration (as in
 * WHATWG MIME Sniffing). A comment alone does not make a page: some robots.txt files begin with one. The kind says nothing about the rest of
 * the file: a page can have lines that are rules.
 *
 * @param octets the file or its beginning. At most 64 octets are read after comments and white space at the start
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
  return kindByMagic(file) ?? wideKind(file) ?? kindOfText(file);
}

/** The octets that begin a kind of file, as Latin-1; `?` stands for any octet. */
const MAGIC: readonly (readonly [beginning: string, kind: FileKind])[] = [
  ['\x1f\x8b\x08', 'gzip'],
  ['PK\x03\x04', 'zip'],
  ['\x28\xb5\x2f\xfd', 'zstd'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['\xff\xd8\xff', 'jpeg'],
  ['GIF87a', 'gif'],
  ['GIF89a', 'gif'],
  ['RIFF????WEBP', 'webp'],
  ['\0\0\x01\0', 'ico'],
  ['%PDF-', 'pdf'],
];

function kindByMagic(octets: Uint8Array): FileKind | undefined {
  return MAGIC.find(([beginning]) => beginsWith(octets, beginning))?.[1];
}

function beginsWith(octets: Uint8Array, beginning: string): boolean {
  if (octets.length < beginning.length) return false;
  for (let i = 0; i < beginning.length; i++) {
    if (beginning[i] !== '?' && octets[i] !== beginning.charCodeAt(i)) return false;
  }
  return true;
}

/** How many octets at the start are looked at for the NULs of UTF-16 and UTF-32. */
const SAMPLE_OCTETS = 64;
/** With fewer octets, a NUL proves nothing. */
const MIN_WIDE_OCTETS = 4;

/**
 * Recognizes text whose characters take two or four octets. It has a byte order mark of UTF-16 or UTF-32 with a NUL soon after it, or the NULs
 * that ASCII text has in these encodings.
 */
function wideKind(octets: Uint8Array): FileKind | undefined {
  const sample = octets.subarray(0, SAMPLE_OCTETS);
  if (sample.length < MIN_WIDE_OCTETS || !sample.includes(NUL)) return undefined;
  if (beginsWith(sample, '\xff\xfe\0\0')) return 'utf-32le';
  if (beginsWith(sample, '\0\0\xfe\xff')) return 'utf-32be';
  if (beginsWith(sample, '\xff\xfe')) return 'utf-16le';
  if (beginsWith(sample, '\xfe\xff')) return 'utf-16be';
  const holds = (width: number, place: number): boolean =>
    sample.every((octet, i) => (octet !== NUL) === (i % width === place));
  if (holds(2, 0)) return 'utf-16le';
  if (holds(2, 1)) return 'utf-16be';
  if (holds(4, 0)) return 'utf-32le';
  return holds(4, 3) ? 'utf-32be' : undefined;
}

function kindOfText(octets: Uint8Array): FileKind | undefined {
  const hasMark = BYTE_ORDER_MARK.every((octet, i) => octets[i] === octet);
  const start = afterSpace(octets, hasMark ? BYTE_ORDER_MARK.length : 0);
  return octets[start] === LESS_THAN ? kindOfMarkup(octets, start) : kindOfJson(octets, start);
}

/** The tags that begin HTML pages: those of WHATWG MIME Sniffing, and the others that real pages begin with. */
const HTML_TAGS: ReadonlySet<string> = new Set(
  (
    'html head script iframe h1 div font table a style title b body br p meta link base noscript center form frameset h2 h3 ' +
    'header main section article span img ul hr pre strong'
  ).split(' '),
);

/** The elements that XML files begin with where robots.txt is asked for: sitemaps, feeds, pictures, errors of object stores. */
const XML_TAGS: ReadonlySet<string> = new Set('urlset sitemapindex rss feed svg error'.split(' '));

const COMMENT_START = '<!--';
const COMMENT_END = '-->';
const DECLARATION_START = '<?xml';
const DECLARATION_END = '?>';
const DOCUMENT_TYPE = '<!doctype';

function kindOfMarkup(octets: Uint8Array, start: number): FileKind | undefined {
  let at = start;
  let isXml = false;
  for (;;) {
    const isComment = isWrittenAt(octets, at, COMMENT_START);
    const isDeclaration = !isComment && isWrittenAt(octets, at, DECLARATION_START);
    if (!isComment && !isDeclaration) break;
    isXml ||= isDeclaration;
    const end = isComment ? COMMENT_END : DECLARATION_END;
    // `<!-->` is a complete HTML comment: its start and end may share their hyphens.
    const found = indexOf(octets, end, at + 2);
    if (found === -1) break;
    at = afterSpace(octets, found + end.length);
  }
  const named = isWrittenAt(octets, at, DOCUMENT_TYPE)
    ? nameAt(octets, afterSpace(octets, at + DOCUMENT_TYPE.length))
    : tagAt(octets, at);
  if (HTML_TAGS.has(named)) return 'html';
  return isXml || XML_TAGS.has(named) || (named !== '' && octets[at + 1] === EXCLAMATION) ? 'xml' : undefined;
}

const EXCLAMATION = 0x21;
const GREATER_THAN = 0x3e;

/** The name of the start tag at a place, in lower case; empty if there is none. */
function tagAt(octets: Uint8Array, start: number): string {
  return octets[start] === LESS_THAN ? nameAt(octets, start + 1) : '';
}

/** No name that matters here is longer. */
const MAX_NAME_OCTETS = 16;

/** A name in lower case, if what follows it ends it. */
function nameAt(octets: Uint8Array, start: number): string {
  let end = start;
  while (end - start < MAX_NAME_OCTETS && (isLetter(octets[end]) || isDigit(octets[end]))) end++;
  const next = octets[end];
  if (next !== GREATER_THAN && next !== SLASH && !isSpace(next)) return '';
  return String.fromCharCode(...octets.subarray(start, end)).toLowerCase();
}

const OBJECT_START = '{'.charCodeAt(0);
const ARRAY_START = '['.charCodeAt(0);

/** After the bracket that begins JSON: what may come next, or the end. */
const AFTER_OBJECT_START = '"\'}';
const AFTER_ARRAY_START = '"\'[]{-0123456789';

function kindOfJson(octets: Uint8Array, start: number): FileKind | undefined {
  const first = octets[start];
  if (first !== OBJECT_START && first !== ARRAY_START) return undefined;
  const at = afterSpace(octets, start + 1);
  if (at >= octets.length) return 'json';
  const allowed = first === OBJECT_START ? AFTER_OBJECT_START : AFTER_ARRAY_START;
  return allowed.includes(String.fromCharCode(octets[at])) ? 'json' : undefined;
}

function isSpace(octet: number): boolean {
  return isWhiteSpace(octet) || octet === LF || octet === CR;
}

function afterSpace(octets: Uint8Array, start: number): number {
  let at = start;
  while (at < octets.length && isSpace(octets[at])) at++;
  return at;
}

/** Whether the octets at a place are a given lower-case ASCII text, in either case. */
function isWrittenAt(octets: Uint8Array, start: number, text: string): boolean {
  if (start + text.length > octets.length) return false;
  for (let i = 0; i < text.length; i++) {
    if (toLower(octets[start + i]) !== text.charCodeAt(i)) return false;
  }
  return true;
}

/** The next place where an ASCII text occurs; -1 if there is none. */
function indexOf(octets: Uint8Array, text: string, start: number): number {
  const first = text.charCodeAt(0);
  for (let at = octets.indexOf(first, start); at !== -1; at = octets.indexOf(first, at + 1)) {
    if (isWrittenAt(octets, at, text)) return at;
  }
  return -1;
}
