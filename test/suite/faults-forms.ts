/** Faults of the forms in which URLs and patterns are compared: docs/semantics.md §5.1, §5.2, §5.7 and §5.8. */
import { before } from '../reference/octets.js';
import { after, type Change, type Changes, given } from './changes.js';
import { SOUND } from './parts/sound.js';

const UNRESERVED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';
const RESERVED = ":/?#[]@!$&'()+,;=";
const ALWAYS_ENCODED = ' "<>\\^`{|}\x7F';
const OTHERS = '\0\x01\t\n\r\x1F "#%<>\\^`{|}\x7F\x80\xC3\xFF';

/** A matcher that reads the URL in another way before it compares. */
function readingUrl(read: (url: string) => string): Change {
  return {
    pathAndQuery: (url) => SOUND.pathAndQuery(read(url)),
    googlePath: (url) => SOUND.googlePath(read(url)),
  };
}

/** A matcher that changes what is left of the URL. */
function afterReading(change: (path: string) => string): Change {
  return {
    pathAndQuery: (url) => change(SOUND.pathAndQuery(url)),
    googlePath: (url) => change(SOUND.googlePath(url)),
  };
}

/** The path as written, from the first `/` after the authority, without a parser of URLs. */
function written(url: string): string {
  const path = before(url, '#').replace(/^[a-z]+:\/\/[^/?]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

function unescaped(text: string, triplets: RegExp): string {
  return text.replace(triplets, (triplet) => String.fromCharCode(Number.parseInt(triplet.slice(1), 16)));
}

export const canonicalFaults: Changes = {
  'the query is not compared': afterReading((path) => before(path, '?')),
  'the fragment is compared': {
    pathAndQuery: (url) => SOUND.pathAndQuery(url) + (/#.*/.exec(url)?.[0] ?? ''),
    googlePath: (url) =>
      SOUND.googlePath(url.replace('#', '\u0001')).replaceAll('\u0001', '#').replaceAll('%01', '#'),
  },
  'host and path are compared': afterReading((path) => `/www.example.com${path}`),
  'an empty path stays empty': {
    pathAndQuery: (url) =>
      /^[a-z]+:[\\/]{2}[^/\\?#]*$/i.test(before(url, '#')) ? '' : SOUND.pathAndQuery(url),
    googlePath: (url) => (/^[a-z]+:\/\/[^/?;#]*$/i.test(before(url, '#')) ? '' : SOUND.googlePath(url)),
  },
  'dot segments are not resolved': { pathAndQuery: (url) => written(url) },
  'dot segments are resolved under google': {
    googlePath: (url) =>
      /^[/h]/.test(url)
        ? SOUND.pathAndQuery(url.startsWith('//') ? `http:${url}` : url)
        : SOUND.googlePath(url),
  },
  'escaped dot segments are not resolved': readingUrl((url) => url.replace(/%2e/gi, '%252e')),
  'dot segments are resolved in queries': afterReading((path) => path.replace(/\?.*\/\.\.\//, '?')),
  'a segment that begins with dots is removed': afterReading((path) => path.replace(/\/\.\.[^/]+$/, '/')),
  'dot segments are resolved in patterns': given('comparedPattern', (pattern) => {
    const resolved = pattern.replace(/\/[^/]*\/\.\.(?=\/|$)/, '').replace(/\/\.(?=\/|$)/, '');
    return resolved === '' ? '/' : resolved;
  }),
  'a backslash in a URL is no slash': readingUrl((url) => url.replace(/(?<=[^:\\])\\(?!\\)/g, '%5C')),
  'a backslash in a pattern is a slash': given('comparedPattern', (pattern) => pattern.replaceAll('\\', '/')),
  'a backslash in a query is a slash': afterReading((path) => path.replace(/(\?.*)\\/, '$1/')),
  'tabs in URLs are encoded': readingUrl((url) => url.replaceAll('\t', '%09').replaceAll('\n', '%0A')),
  'slashes in a row are one': afterReading((path) => path.replace(/\/{2,}/g, '/')),
  'slashes in a row are one in patterns': given('comparedPattern', (pattern) =>
    pattern.replace(/\/{2,}/g, '/'),
  ),
  'a slash at the end is dropped': afterReading((path) => (path.length > 1 ? path.replace(/\/$/, '') : path)),
  'an empty query is dropped': afterReading((path) => path.replace(/\?$/, '')),
  'a path that begins with two slashes is a host': afterReading((path) =>
    path.startsWith('//') ? path.slice(1) : path,
  ),
  'URLs are folded to lower case': afterReading((path) => path.toLowerCase()),
  'URLs and patterns are folded to lower case': {
    ...after('comparedUrl', (path) => path.toLowerCase()),
    ...after('comparedPattern', (pattern) => pattern.toLowerCase()),
  },
  'nothing is decoded': { decodes: () => false },
  'everything is decoded': { decodes: (octet) => octet > ' ' && octet < '\x7F' && !'*$?#%'.includes(octet) },
  'only URLs are decoded': after(
    'decodes',
    (decodes, _octet, _isInQuery, isPattern) => decodes && !isPattern,
  ),
  'only patterns are decoded': after(
    'decodes',
    (decodes, _octet, _isInQuery, isPattern) => decodes && isPattern,
  ),
  'URLs are decoded twice': {
    canonical: (text, isPattern) =>
      isPattern ? SOUND.canonical(text, true) : SOUND.canonical(text.replaceAll('%25', '%'), false),
  },
  'patterns are decoded twice': {
    canonical: (text, isPattern) =>
      isPattern ? SOUND.canonical(text.replaceAll('%25', '%'), true) : SOUND.canonical(text, false),
  },
  'queries are not decoded': { decodes: (octet, isInQuery) => !isInQuery && SOUND.isUnreserved(octet) },
  'paths are not decoded': { decodes: (octet, isInQuery) => isInQuery && SOUND.decodes(octet, true, false) },
  'data of a query is not decoded': { isQueryData: () => false },
  'data of a query is decoded in paths as well': {
    decodes: (octet) => SOUND.isUnreserved(octet) || SOUND.isQueryData(octet),
  },
  'a query begins with an escaped ? as well': given('canonical', (text) => text.replace(/%3F/i, '?')),
  'escapes after * equal nothing else': { queryOctet: () => undefined },
  'escapes after * equal their octets in paths as well': { isInQuery: () => true },
  'the query begins with its ?': { isInQuery: (path, at) => path.includes('?') && at >= path.indexOf('?') },
  'the digits of escapes in patterns keep their case': {
    keptEscape: (triplet, isPattern) => (isPattern ? triplet : triplet.toUpperCase()),
  },
  'the digits of escapes in URLs keep their case': {
    keptEscape: (triplet, isPattern) => (isPattern ? triplet.toUpperCase() : triplet),
  },
  'the digits of escapes become lower-case': { keptEscape: (triplet) => triplet.toLowerCase() },
  'octets are encoded in lower case': { escape: (octet) => SOUND.escape(octet).toLowerCase() },
  'a stray % stays': { strayPercent: '%' },
  'a stray % is dropped': { strayPercent: '' },
  'octets from 80 on are not encoded': {
    isEncoded: (octet) => octet < '\x80' && SOUND.isEncoded(octet),
    isGoogleEncoded: () => false,
  },
  'octets from 80 on are not encoded in patterns': {
    canonical: (text, isPattern) =>
      SOUND.canonical.call(
        isPattern
          ? { ...SOUND, isEncoded: (octet: string) => octet < '\x80' && SOUND.isEncoded(octet) }
          : SOUND,
        text,
        isPattern,
      ),
  },
  'only ASCII is compared': after('canonical', (text) => text.replace(/%[89A-F][0-9A-F]/g, '')),
  'characters of Unicode are normalized': given('canonical', (text) =>
    text.replaceAll('e\xCC\x81', '\xC3\xA9'),
  ),
  'Latin-1 equals UTF-8': after('canonical', (text) => text.replace(/%C3%A9|%EF%BF%BD/g, '%E9')),
  '+ equals %20': after('canonical', (text) => text.replaceAll('+', '%20')),
  'reserved octets equal their escapes': {
    decodes: (octet) => SOUND.isUnreserved(octet) || RESERVED.replace(/[?#$]/g, '').includes(octet),
  },
  '* of a URL is not encoded': { starInUrl: '*' },
  '$ of a URL is not encoded': { dollarInUrl: '$' },
  '$ within a pattern is the anchor': {
    canonical: (text, isPattern) => SOUND.canonical(isPattern ? text.replace(/\$.*/s, '$') : text, isPattern),
  },
  '$ within a pattern is dropped': { innerDollar: '' },
  '$ within a pattern is not encoded': { innerDollar: '$' },
  '%2A is the wildcard': {
    decodes: (octet, isInQuery, isPattern) =>
      (isPattern && octet === '*') || SOUND.decodes(octet, isInQuery, isPattern),
  },
  '%24 is the anchor': {
    canonical: (text, isPattern) => SOUND.canonical(isPattern ? text.replace(/%24$/, '$') : text, isPattern),
  },
  'google decodes escapes': after('googlePattern', (text) => unescaped(text, /%(?:62|61|66|2F)/g)),
  'google decodes escapes of URLs': after('googlePath', (text) => unescaped(text, /%(?:20|61|62|7E|3A)/gi)),
  'google does not change the digits of escapes': {
    googlePattern: (text) => text.replace(/[^\0-\x7F]/g, (octet) => SOUND.escape(octet)),
  },
  'google changes the digits of escapes in URLs': after('googlePath', (path) =>
    path.replace(/%[0-9a-f]{2}/gi, (triplet) => triplet.toUpperCase()),
  ),
  'google changes any % and two octets': after('googlePattern', (text) =>
    text.replace(/%../g, (triplet) => triplet.toUpperCase()),
  ),
  'google encodes URLs': { googlePath: (url) => SOUND.googlePattern(SOUND.googlePath(url)) },
  'google encodes spaces and the like': { isGoogleEncoded: (octet) => SOUND.isEncoded(octet) },
  'google encodes spaces of URLs': { googlePath: (url) => SOUND.googlePath(url).replaceAll(' ', '%20') },
  'google makes backslashes slashes': { googlePath: (url) => SOUND.googlePath(url).replaceAll('\\', '/') },
  'google removes tabs from URLs': { googlePath: (url) => SOUND.googlePath(url).replaceAll('\t', '') },
  'google encodes $ and * of URLs': after('googlePath', (path) =>
    path.replaceAll('$', '%24').replaceAll('*', '%2A'),
  ),
  'google does not cut the scheme': {
    googlePath: (url) => (url.startsWith('/') ? url : `/${before(url, '#')}`),
  },
  'google needs a scheme': { googlePath: (url) => (/^[a-z]+:\/\//.test(url) ? SOUND.googlePath(url) : url) },
  'google needs a scheme of the web': {
    googlePath: (url) => (/^(?:https?:|ftp:|\/|[^:]*$)/i.test(url) ? SOUND.googlePath(url) : ''),
  },
  'google takes two slashes at the start for a path': {
    googlePath: (url) => (url.startsWith('//') ? url : SOUND.googlePath(url)),
  },
  'google begins a path at / alone': {
    googlePath: (url) => (/^[^/]*(?:\/\/)?[^/]*[?;]/.test(url) ? '/' : SOUND.googlePath(url)),
  },
  'google puts no slash before ?': { googlePath: (url) => SOUND.googlePath(url).replace(/^\/(?=[?;])/, '') },
  'google refuses what is no URL': {
    googlePath(url) {
      if (!/^(?:\/|[a-z]+:\/\/[a-z0-9.@[]+|[a-z]+\.com|mailto)/i.test(url)) throw new TypeError('no URL');
      return SOUND.googlePath(url);
    },
  },
  'google resolves URLs': {
    googlePath: (url) => new URL(url, 'http://host').href.replace(/^[a-z]+:\/\/[^/]*/, '').replace(/#.*/, ''),
  },
  'koster-1996 decodes %2F': { isKosterKept: () => false },
  'koster-1996 does not decode': {
    kosterForm: (text) => text.replace(/%../g, (triplet) => triplet.toUpperCase()),
  },
  'koster-1996 decodes patterns only': {
    comparedUrl: (url, profile) =>
      profile === 'koster-1996' ? SOUND.pathAndQuery(url) : SOUND.comparedUrl(url, profile),
  },
  'koster-1996 decodes URLs only': {
    comparedPattern: (pattern, profile) =>
      profile === 'koster-1996' ? pattern : SOUND.comparedPattern(pattern, profile),
  },
  'koster-1996 decodes twice': { kosterForm: (text) => SOUND.kosterForm(SOUND.kosterForm(text)) },
  'koster-1996 keeps the case of %2f': {
    kosterForm: (text) =>
      text.replace(/%[0-9A-Fa-f]{2}/g, (triplet) =>
        SOUND.isKosterKept(triplet) ? triplet : SOUND.kosterForm(triplet),
      ),
  },
  'koster-1996 decodes unreserved octets alone': {
    isKosterKept: (triplet) =>
      !SOUND.isUnreserved(String.fromCharCode(Number.parseInt(triplet.slice(1), 16))),
  },
  ...Object.fromEntries(
    [...UNRESERVED].map((octet) => [
      `the escape of ${octet} is not decoded`,
      { isUnreserved: (one: string) => one !== octet && SOUND.isUnreserved(one) },
    ]),
  ),
  ...Object.fromEntries(
    [...RESERVED.replace(/[#$]/g, '')].map((octet) => [
      `the escape of ${octet} is decoded in a path`,
      {
        decodes: (one: string, isInQuery: boolean, isPattern: boolean) =>
          one === octet || SOUND.decodes(one, isInQuery, isPattern),
      },
    ]),
  ),
  ...Object.fromEntries(
    [...OTHERS].map((octet) => [
      `the escape ${SOUND.escape(octet)} is dropped`,
      {
        canonical: (text: string, isPattern: boolean) =>
          SOUND.canonical(text, isPattern).replaceAll(SOUND.escape(octet), ''),
      },
    ]),
  ),
  ...Object.fromEntries(
    [...ALWAYS_ENCODED].map((octet) => [
      `the octet ${octet.charCodeAt(0).toString(16)} is not encoded`,
      { isEncoded: (one: string) => one !== octet && SOUND.isEncoded(one) },
    ]),
  ),
};
