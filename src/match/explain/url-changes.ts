/**
 * What a URL becomes before it is compared with patterns, and what changes: docs/semantics.md §5.
 */
import { SP } from '../../ascii.js';
import { decodeText } from '../../stream/octet-text.js';
import { type Form, OCTET_KINDS } from '../octet-forms.js';
import { asWrittenPath, readRequestPath } from '../read-url.js';

/** Why a part of a URL is compared in another form, by kind. */
const BECAUSE = {
  'white-space': 'the URL Standard removes it',
  origin: 'only says which robots.txt governs the URL',
  fragment: 'a fragment is not sent to the server',
  nul: 'the reference matcher reads URLs as C strings, which end at a NUL',
  slash: 'a path begins with /',
  backslash: 'the URL Standard reads \\ as /',
  'dot-segments': 'the URL Standard resolves the segments . and ..',
  decoded: 'the same, and compared unescaped',
  encoded: 'the same, and compared percent-encoded',
  'upper-case': 'the same, and compared in upper case',
} as const;

/** A part of a URL that is compared in another form than it is given in. */
export interface UrlChange {
  readonly kind: keyof typeof BECAUSE;
  /** The part as given. */
  readonly from: string;
  /** What is compared in its place; empty if nothing is. */
  readonly to: string;
  /** The reason as a sentence. */
  readonly explanation: string;
}

/** A URL, and the form in which it is compared with patterns. */
export interface ExplainedUrl {
  /** The URL as the caller gave it. */
  readonly given: string;
  /** Path and query as they are compared. Octets that are not UTF-8, which only `koster-1996` has here, are shown as U+FFFD. */
  readonly compared: string;
  /** What differs, each kind of change of the same text once. Empty if the URL is compared as given. */
  readonly changes: readonly UrlChange[];
}

/**
 * Explains what a URL becomes in a form.
 *
 * @throws {TypeError} if the form does not accept it (`readRequestPath`)
 */
export function explainUrl(given: string, form: Form): ExplainedUrl {
  const request = readRequestPath(given, OCTET_KINDS[form]);
  const compared = decodeText(request.octets.slice(request.start, request.end));
  const changes = OCTET_KINDS[form].isParsed ? parsedChanges(given, form) : asWrittenChanges(given);
  return {
    given,
    compared,
    changes: changes.map(([kind, from, to]) => ({ kind, from, to, explanation: BECAUSE[kind] })),
  };
}

type Change = readonly [kind: keyof typeof BECAUSE, from: string, to: string];

/** A scheme, the slashes after it, and the authority, as the URL Standard finds them in http, https and ftp URLs. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:[/\\]*[^/\\?#]*/i;

/** What the URL parser changes, and then the form. */
function parsedChanges(given: string, form: Form): Change[] {
  const changes: Change[] = [];
  // The controls and spaces around a URL are removed. There are none before a path, which is parsed after an authority.
  const start = given.search(/[!-\uffff]/);
  let end = given.length;
  while (given.charCodeAt(end - 1) <= SP) end--;
  const inner = given.slice(start, end);
  const trimmed = inner.replace(/[\t\n\r]/g, '');
  const removed = given.slice(0, start) + inner.replace(/[^\t\n\r]+/g, '') + given.slice(end);
  if (removed !== '') changes.push(['white-space', removed, '']);

  const [origin = ''] = ORIGIN.exec(trimmed) ?? [];
  if (origin !== '') changes.push(['origin', origin, '']);
  const { 0: beforeFragment, length } = trimmed.slice(origin.length).split('#', 2);
  if (length > 1) changes.push(['fragment', trimmed.slice(origin.length + beforeFragment.length), '']);

  let [path] = beforeFragment.split('?', 1);
  const query = beforeFragment.slice(path.length);
  if (path === '') {
    path = '/';
    changes.push(['slash', '', path]);
  }
  if (path.includes('\\')) {
    path = path.replaceAll('\\', '/');
    changes.push(['backslash', '\\', '/']);
  }
  const resolved = withoutDotSegments(path);
  if (resolved !== path) changes.push(['dot-segments', path, resolved]);
  return [...changes, ...changedTokens(resolved + query, form)];
}

const DOT_SEGMENT = /^(?:\.|%2e)$/i;
const DOUBLE_DOT_SEGMENT = /^(?:\.|%2e){2}$/i;

function withoutDotSegments(path: string): string {
  const segments: string[] = [];
  const given = path.slice(1).split('/');
  for (const [i, segment] of given.entries()) {
    const isDouble = DOUBLE_DOT_SEGMENT.test(segment);
    if (isDouble) segments.pop();
    if (!isDouble && !DOT_SEGMENT.test(segment)) segments.push(segment);
    else if (i === given.length - 1) segments.push('');
  }
  return `/${segments.join('/')}`;
}

const encoder = new TextEncoder();

/** What changes in a URL that is not parsed. The characters of its path stay as they are: docs/semantics.md §5.7.1. */
function asWrittenChanges(text: string): Change[] {
  const given = decodeText(encoder.encode(text)); // without lone surrogates
  const [start, end] = asWrittenPath(given);
  const changes: Change[] = [];
  if (start > 0) changes.push(['origin', given.slice(0, start), '']);
  if (end < given.length) changes.push([given[end] === '\0' ? 'nul' : 'fragment', given.slice(end), '']);
  if (given[start] !== '/') changes.push(['slash', '', '/']);
  return changes;
}

/** An escape or a character: what a form reads as one unit. */
const TOKEN = /%[0-9a-f]{2}|./gisu;

/** The tokens of a path and query that a form changes, each once in the path and once in the query. */
function changedTokens(path: string, form: Form): Change[] {
  const changes = new Map<string, Change>();
  for (const [token, compared] of formsOfTokens(path, form)) {
    if (compared !== token) changes.set(`${token} ${compared}`, [kindOf(token, compared), token, compared]);
  }
  return [...changes.values()];
}

function kindOf(token: string, compared: string): Change[0] {
  if (!compared.startsWith('%')) return 'decoded';
  return token.length === compared.length ? 'upper-case' : 'encoded';
}

/** The tokens of a path and query, and what each becomes in a form. It calls the matcher's own URL reader. */
export function formsOfTokens(path: string, form: Form): [token: string, compared: string][] {
  const kinds = OCTET_KINDS[form];
  const known = new Map<string, string>();
  let before = '/x';
  return Array.from(path.matchAll(TOKEN), ([token]) => {
    const key = before + token;
    let compared = known.get(key);
    if (compared === undefined) {
      // A letter on each side: no token is read as part of a dot segment or of an escape.
      const request = readRequestPath(`${key}x`, kinds);
      const start = request.start + before.length;
      compared = decodeText(request.octets.slice(start, request.end - 1));
      known.set(key, compared);
    }
    if (token === '?') before = '/?x';
    return [token, compared];
  });
}
