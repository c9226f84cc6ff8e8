/**
 * URLs as Perl's module URI takes them apart, for WWW::RobotRules.
 */
import { octetsOf } from '../octets.js';
import { escapeOf } from './python-urls.js';
import { characterSet, trimmed, upTo } from './white-space.js';

/** `\s` for decoded text. */
export const PERL_SPACE = characterSet(/[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/);

/** `URI->new`: a text without what may be wrapped around it, and with all but some characters escaped. */
export function perlUri(given: string): string {
  const unwrapped = given.replace(/^<(?:URL:)?([^\n]*)>$/, '$1').replace(/^"([^\n]*)"$/, '$1');
  return trimmed(unwrapped, PERL_SPACE).replace(/[^;/?:@&=+$,A-Za-z0-9\-_.!~*'()%#]/gu, (character) =>
    Array.from(octetsOf(character), escapeOf).join(''),
  );
}

/** The path and the query of a URI, as `path_query` returns it. */
export function pathQueryOf(uri: string): string {
  return upTo('#', uri.replace(/^(?:[^:/?#]+:)?(?:\/\/[^/?#]*)?/, ''));
}

/** The origin of an absolute URI with an authority, spelled in one way; null if it has none. A URI may lack its scheme: `//host/`. */
export function originOf(uri: string): string | null {
  const [, scheme = '', authority] = /^(?:([a-zA-Z][a-zA-Z0-9.+-]*):)?\/\/([^/?#]*)/.exec(uri) ?? [];
  if (authority === undefined) return null;
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const port = /:(\d*)$/.exec(host)?.[1] ?? '';
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  const unescaped = name.replace(/%([0-9a-fA-F]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const defaultPort = scheme.toLowerCase() === 'https' ? '443' : '80';
  const withColon = scheme === '' ? '' : `${scheme.toLowerCase()}:`;
  return `${withColon}//${unescaped.toLowerCase()}:${port || defaultPort}`;
}

/** A URI that a rule of `/robots.txt` means, as `new_abs` resolves it, by its path and query, and by its origin if it has one. */
export function resolved(uri: string): {
  readonly pathQuery: string;
  readonly origin: string | null | undefined;
} {
  if (/^[a-zA-Z][a-zA-Z0-9.+-]*:/.test(uri)) return { pathQuery: pathQueryOf(uri), origin: originOf(uri) };
  if (uri.startsWith('//')) return { pathQuery: pathQueryOf(uri), origin: originOf(uri) };
  const path = upTo('?', pathQueryOf(uri));
  const query = /\?[^#]*/.exec(uri)?.[0] ?? '';
  if (path.startsWith('/')) return { pathQuery: pathQueryOf(uri), origin: undefined };
  if (path === '') return { pathQuery: `/robots.txt${query}`, origin: undefined };
  return { pathQuery: `/${withoutDots(path)}${query}`, origin: undefined };
}

/** A relative path below the root, with its dot segments resolved in the way of `URI::_generic::abs`. */
function withoutDots(path: string): string {
  const segments = path.split('/');
  let next = 1;
  const kept = segments.slice(0, next);
  while (next < segments.length) {
    const last = kept.at(-1);
    const isUp = segments[next] === '..' && last !== '..';
    if (last !== '.' && !isUp) {
      kept.push(segments[next++]);
      continue;
    }
    kept.pop();
    if (last !== '.') {
      next++;
      if (next === segments.length && kept.length > 0) segments.push('');
    }
    if (kept.length === 0 && next < segments.length) kept.push(segments[next++]);
  }
  if (kept.at(-1) === '.') kept[kept.length - 1] = '';
  return kept.join('/');
}
