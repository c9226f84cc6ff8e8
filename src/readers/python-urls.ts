/**
 * URLs as Python's `urllib.parse` takes them apart and puts them together, for the readers that are written in Python.
 */
import { FIRST_NON_ASCII, PERCENT } from '../ascii.js';
import { tripletValue } from '../match/octet-forms.js';
import { octetsOf } from '../octets.js';
import { decodeOctets, type InvalidUtf8 } from './decoded-file.js';

/** What Python raises a `ValueError` for. */
export class PythonValueError extends Error {}

/** A URL in parts, as `urlparse` returns it. */
interface PythonUrl {
  readonly scheme: string;
  readonly netloc: string;
  readonly path: string;
  readonly params: string;
  readonly query: string;
  readonly fragment: string;
}

const USES_PARAMS = new Set(
  ['', 'ftp', 'hdl', 'prospero', 'http', 'imap', 'https', 'shttp', 'rtsp', 'rtspu'].concat([
    'sip',
    'sips',
    'mms',
    'sftp',
    'tel',
  ]),
);
const USES_NETLOC = new Set(
  ['', 'ftp', 'http', 'gopher', 'nntp', 'telnet', 'imap', 'wais', 'file', 'mms', 'https', 'shttp'].concat(
    ['snews', 'prospero', 'rtsp', 'rtspu', 'rsync', 'svn', 'svn+ssh', 'sftp', 'nfs', 'git', 'git+ssh'],
    ['ws', 'wss'],
  ),
);

/** `urlsplit`: a URL without its parameters taken from the path. */
function urlsplit(given: string): Omit<PythonUrl, 'params'> {
  const { query, fragment, ...parts } = urlsplitWithEmpty(given);
  return { ...parts, query: query.slice(1), fragment: fragment.slice(1) };
}

/** As {@link urlsplit}, but a query begins with its `?` and a fragment with its `#`, so that an empty one is not lost. */
export function urlsplitWithEmpty(given: string): Omit<PythonUrl, 'params'> {
  let url = given.replace(/^[\0-\x20]+/, '').replace(/[\t\r\n]/g, '');
  let scheme = '';
  const named = /^([a-z][a-z0-9+.-]*):/i.exec(url);
  if (named !== null) {
    scheme = named[1].toLowerCase();
    url = url.slice(named[0].length);
  }
  let netloc = '';
  if (url.startsWith('//')) {
    const end = url.slice(2).search(/[/?#]/);
    netloc = end < 0 ? url.slice(2) : url.slice(2, end + 2);
    url = end < 0 ? '' : url.slice(end + 2);
    checkNetloc(netloc);
  }
  const hash = url.indexOf('#');
  const [beforeFragment, fragment] = hash < 0 ? [url, ''] : [url.slice(0, hash), url.slice(hash)];
  const question = beforeFragment.indexOf('?');
  const path = question < 0 ? beforeFragment : beforeFragment.slice(0, question);
  return { scheme, netloc, path, query: beforeFragment.slice(path.length), fragment };
}

/** A path that `urlparse` and `quote` leave as it is, as most are. */
const PLAIN_PATH = /^\/(?!\/)[A-Za-z0-9_.~/-]*$/;

/** `urlparse`. */
export function urlparse(given: string): PythonUrl {
  if (PLAIN_PATH.test(given)) {
    return { scheme: '', netloc: '', path: given, params: '', query: '', fragment: '' };
  }
  const parts = urlsplit(given);
  const { path, scheme } = parts;
  if (!USES_PARAMS.has(scheme)) return { ...parts, params: '' };
  const semicolon = path.indexOf(';', path.lastIndexOf('/') + 1);
  if (semicolon < 0) return { ...parts, params: '' };
  return { ...parts, path: path.slice(0, semicolon), params: path.slice(semicolon + 1) };
}

/** `urlunparse`. */
export function urlunparse({ scheme, netloc, path, params, query, fragment }: PythonUrl): string {
  let url = params === '' ? path : `${path};${params}`;
  if (netloc !== '' || (scheme !== '' && USES_NETLOC.has(scheme) && !url.startsWith('//'))) {
    if (url !== '' && !url.startsWith('/')) url = `/${url}`;
    url = `//${netloc}${url}`;
  }
  if (scheme !== '') url = `${scheme}:${url}`;
  if (query !== '') url = `${url}?${query}`;
  return fragment === '' ? url : `${url}#${fragment}`;
}

/** A text up to a character, and what follows it. */
function cut(text: string, character: string): [before: string, after: string] {
  const at = text.indexOf(character);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** @throws {PythonValueError} for an authority that `urlsplit` does not accept */
function checkNetloc(netloc: string): void {
  const opens = netloc.includes('[');
  if (opens !== netloc.includes(']')) throw new PythonValueError('Invalid IPv6 URL');
  if (opens && !isBracketed(netloc)) throw new PythonValueError('Invalid IPv6 URL');
  const plain = netloc.replace(/[@:#?]/g, '');
  if (/[/?#@:]/.test(plain.normalize('NFKC')) && plain.normalize('NFKC') !== plain) {
    throw new PythonValueError('an authority with characters that NFKC makes delimiters');
  }
}

/** Whether the host of an authority with brackets is one that they may surround. */
function isBracketed(netloc: string): boolean {
  const hostAndPort = netloc.slice(netloc.lastIndexOf('@') + 1);
  const open = hostAndPort.indexOf('[');
  // Without a bracket of its own, the host is what comes before the port.
  if (open < 0) return isAddressOfBrackets(cut(hostAndPort, ':')[0]);
  if (open > 0) return false;
  const [host, port] = cut(hostAndPort.slice(1), ']');
  return (port === '' || port.startsWith(':')) && isAddressOfBrackets(host);
}

function isAddressOfBrackets(host: string): boolean {
  return host.startsWith('v') ? /^v[a-fA-F0-9]+\..+$/.test(host) : isIpv6(host);
}

/** Whether Python's `ipaddress` takes a text for an IPv6 address. */
function isIpv6(host: string): boolean {
  const [address, zone] = cut(host, '%');
  if (host.includes('%') && (zone === '' || zone.includes('%'))) return false;
  if (!/^[0-9a-f:.]+$/i.test(address)) return false;
  try {
    return new URL(`http://[${address}]/`).hostname !== '';
  } catch {
    return false;
  }
}

/** The text that a reader in Python compares with patterns; undefined for a URL on which it fails. */
export function unlessRefused<Target extends string | null>(
  target: (url: string) => Target,
): (url: string) => Target | undefined {
  return (url) => {
    try {
      return target(url);
    } catch (error) {
      if (error instanceof PythonValueError) return undefined;
      throw error;
    }
  };
}

/** `unquote`: escapes become the octets that they stand for, decoded as UTF-8. A run of ASCII characters is decoded by itself. */
export function unquote(text: string, invalid: InvalidUtf8 = 'replacement'): string {
  if (!text.includes('%')) return text;
  return text.replace(/[\0-\x7f]+/g, (run) =>
    run.includes('%') ? decodeOctets(unquotedOctets(run), invalid) : run,
  );
}

/**
 * `unquote_to_bytes`: the octets of a text, with its escapes decoded.
 *
 * @param surrogates whether halves of surrogate pairs stand for octets; otherwise they are replaced
 */
export function unquotedOctets(text: string, surrogates: 'replaced' | 'octets' = 'replaced'): Uint8Array {
  const octets = surrogates === 'octets' ? escapedOctetsOf(text) : octetsOf(text);
  const unquoted = new Uint8Array(octets.length);
  let length = 0;
  for (let at = 0; at < octets.length; length++) {
    const value = octets[at] === PERCENT ? tripletValue(octets[at + 1], octets[at + 2]) : NO_ESCAPE;
    unquoted[length] = value < 0 ? octets[at] : value;
    at += value < 0 ? 1 : ESCAPE_LENGTH;
  }
  return unquoted.subarray(0, length);
}

/** The octets of a text in which halves of surrogate pairs stand for octets. */
function escapedOctetsOf(text: string): Uint8Array {
  if (!/[\udc80-\udcff]/.test(text)) return octetsOf(text);
  return Uint8Array.from(Array.from(text, (character) => [...octetsOfCharacter(character, 'octets')]).flat());
}

/** `%` and two digits. */
const ESCAPE_LENGTH = 3;

const NO_ESCAPE = -1;

const ALWAYS_SAFE = /[A-Za-z0-9_.~-]/;

/**
 * `quote`: every octet that is neither always safe nor in a list becomes an escape.
 *
 * @param safe the characters that stay, besides letters, digits and `_.-~`
 * @throws {PythonValueError} if the text has halves of surrogate pairs, unless they stand for octets
 */
export function quote(text: string, safe = '/', surrogates: 'strict' | 'octets' = 'strict'): string {
  return text.replace(/[^A-Za-z0-9_.~/-]|\//gu, (character) => {
    if (safe.includes(character) || ALWAYS_SAFE.test(character)) return character;
    if (character < '\x80') return escapeOf(character.charCodeAt(0));
    return Array.from(octetsOfCharacter(character, surrogates), escapeOf).join('');
  });
}

function octetsOfCharacter(character: string, surrogates: 'strict' | 'octets'): Iterable<number> {
  const code = character.charCodeAt(0);
  const isHalf = character.length === 1 && code >= 0xd800 && code <= 0xdfff;
  if (!isHalf) return octetsOf(character);
  if (surrogates === 'octets' && code >= 0xdc80 && code <= 0xdcff) return [code & 0xff];
  throw new PythonValueError('half of a surrogate pair');
}

/** The octets of a character as escapes. */
export function escapesOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < FIRST_NON_ASCII) return escapeOf(code);
  return Array.from(octetsOf(character), escapeOf).join('');
}

/** An octet as `%XX`. */
export function escapeOf(octet: number): string {
  return `%${octet.toString(16).toUpperCase().padStart(2, '0')}`;
}
