/**
 * URLs as Java's `java.net.URI` and `java.net.URL` take them apart, for the readers that are written in Java.
 */
import { javaInteger } from './numbers.js';

/** The path and the query of a URL; the query is undefined if the URL has none. */
interface JavaUrl {
  readonly path: string;
  readonly query: string | undefined;
}

const PATH = /^(?:[\w\-.!~*'():@&=+$,;/]|%[0-9A-Fa-f]{2}|[^\0-\u0080\u0081-\u009f\p{Z}])*$/u;
const QUERY = /^(?:[\w\-.!~*'():@&=+$,;/?[\]]|%[0-9A-Fa-f]{2}|[^\0-\u0080\u0081-\u009f\p{Z}])*$/u;
const AUTHORITY = /^(?:[\w\-.!~*'()$,;:@&=+]|%[0-9A-Fa-f]{2}|[^\0-\u0080\u0081-\u009f\p{Z}])*$/u;
/** An authority with an IPv6 address. What is in the brackets is not checked. */
const IPV6_AUTHORITY = /^(?:[\w\-.!~*'()$,;:&=+%]*@)?\[[0-9A-Fa-f:.]+(?:%\w+)?\](?::\d*)?$/;

/** `new URI(url).toURL()`; null if that throws. */
export function javaUrl(url: string): JavaUrl | null {
  const scheme = url.indexOf(':');
  const hash = url.indexOf('#');
  const rest = hash < 0 ? url.slice(scheme + 1) : url.slice(scheme + 1, hash);
  if (hash >= 0 && !QUERY.test(url.slice(hash + 1))) return null;
  if (!rest.startsWith('/')) return rest !== '' && QUERY.test(rest) ? pathAndQuery(rest) : null;
  if (!rest.startsWith('//')) return checked(rest);
  const end = rest.slice(2).search(/[/?]/);
  const authority = end < 0 ? rest.slice(2) : rest.slice(2, end + 2);
  const afterAuthority = end < 0 ? '' : rest.slice(end + 2);
  if (rest === '//' && hash < 0) return null;
  return isAuthority(authority) ? checked(afterAuthority) : null;
}

function pathAndQuery(text: string): JavaUrl {
  const mark = text.indexOf('?');
  return mark < 0
    ? { path: text, query: undefined }
    : { path: text.slice(0, mark), query: text.slice(mark + 1) };
}

/** A path and a query if both have only the characters that they may have. */
function checked(text: string): JavaUrl | null {
  const url = pathAndQuery(text);
  return PATH.test(url.path) && QUERY.test(url.query ?? '') ? url : null;
}

function isAuthority(authority: string): boolean {
  if (authority.includes('[')) return IPV6_AUTHORITY.test(authority);
  if (!AUTHORITY.test(authority)) return false;
  const at = authority.indexOf('@');
  // With several of them, `URL` sees no host, and so no port.
  if (at !== authority.lastIndexOf('@')) return true;
  const [, ...ports] = authority.slice(at + 1).split(':');
  if (ports.join('') === '' && ports.length < 2) return true;
  const number = javaInteger(ports.join(':'));
  return number !== null && number >= -1;
}
