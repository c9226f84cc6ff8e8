/**
 * URLs as Go's `net/url` takes them apart and puts them together, for the readers that are written in Go.
 */
import { lowerCaseLetters } from '../ascii.js';
import { escapeOf } from './python-urls.js';
import { octetText, unescapedText } from './written-urls.js';

/** The path and the query of a URL, both as they are in it. */
interface GoUrl {
  readonly path: string;
  readonly query: string;
}

/** `url.Parse`; null if that fails. It is taken for granted that the host is one. */
export function goUrl(url: string): GoUrl | null {
  const [beforeFragment, ...fragments] = url.split('#');
  if (/[\0-\x1f\x7f]/.test(beforeFragment) || hasBadEscape(fragments.join('#'))) return null;
  const [, rest, query = ''] = /^[^:]*:([^?]*)(?:\?(.*))?$/s.exec(beforeFragment) as RegExpExecArray;
  if (!rest.startsWith('/')) return { path: '', query };
  const path = rest.startsWith('//') ? rest.slice(2).replace(/^[^/]*/, '') : rest;
  return hasBadEscape(path) ? null : { path, query };
}

function hasBadEscape(text: string): boolean {
  return /%(?![0-9a-fA-F]{2})/.test(text);
}

/** `EscapedPath`: a path as it is if it could be sent so, else unescaped and escaped again. */
export function escapedPath(path: string): string {
  if (/^[\w\-.~!$&'()*+,;=:@[\]/%]*$/.test(path)) return path;
  return escaped(unescapedText(octetText(path)), /[\w\-.~$&+,/:;=@]/);
}

/** `Query().Encode()`: the parameters of a query, escaped as in a form and sorted by their names. */
export function sortedQuery(query: string): string {
  const parameters = query
    .split('&')
    .filter((piece) => piece !== '' && !piece.includes(';') && !hasBadEscape(piece))
    .map((piece) => {
      const equals = piece.indexOf('=');
      const [name, value] = equals < 0 ? [piece, ''] : [piece.slice(0, equals), piece.slice(equals + 1)];
      return { name: formOctets(name), value: formOctets(value) };
    });
  return parameters
    .sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
    .map(({ name, value }) => `${formEscaped(name)}=${formEscaped(value)}`)
    .join('&');
}

function formOctets(text: string): string {
  return unescapedText(octetText(text.replaceAll('+', ' ')));
}

function formEscaped(octets: string): string {
  return escaped(octets, /[\w\-.~ ]/).replaceAll(' ', '+');
}

function escaped(octets: string, kept: RegExp): string {
  return octets.replace(/[^A-Za-z0-9]/g, (octet) =>
    kept.test(octet) ? octet : escapeOf(octet.charCodeAt(0)),
  );
}

/** `strings.ToLower`: each character by itself, so that a sigma at the end of a word is like any other. */
export function goLowerCase(text: string): string {
  const lower = text.replace(/[^\0-\x7f]/gu, (character) =>
    character === '\u0130' ? 'i' : character.toLowerCase(),
  );
  return lowerCaseLetters(lower);
}
