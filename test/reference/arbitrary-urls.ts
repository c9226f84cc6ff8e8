/** Arbitrary URLs, made of the pieces of the patterns in `arbitrary-bodies.ts`, or of the patterns of a body. */
import fc from 'fast-check';
import { joined, joinedPair, mostly } from './arbitrary-pieces.js';
import { beginsWithHost } from './canonical.js';
import { toOctets } from './octets.js';
import { referenceRecords } from './reference.js';

/** The pieces of URLs, as text. */
const URL_PIECES = [
  ...['a', '/', 'b', '*', '$', '?', '.', '-', ';', ':', '@', "'", '"', ' ', 'A', '~', '=', '&', '|', '\\'],
  ...['%', '%2F', '%2f', '%41', '%7e', '%C3%A9', '%c3%a9', '%2A', '%24', '%3A', '%3f', '%25', '%2', '%zz'],
  ...[
    'index.html',
    'index.htm',
    'é',
    '\u{1F916}',
    '\uD800',
    '\x7F',
    '\t',
    '//',
    '..',
    '/../',
    '/./',
    '/%2e%2E/',
    '#',
  ],
];

/**
 * A URL that every profile accepts, absolute or a path.
 * @param body the patterns of its rules, filled and extended, are among the paths
 */
export function urlNear(body?: Uint8Array): fc.Arbitrary<string> {
  const alone = ['http://h', 'http://h?a', 'https://h#a', 'ftp://h/', 'http:h/a'];
  const robotsTxt = [
    '/robots.txt',
    '/robots.txt?a',
    '/robots%2Etxt',
    '/a/../robots.txt',
    '/robots.txt/',
    '/Robots.txt',
  ];
  const path = joined(URL_PIECES, 5).map((pieces) => `/${pieces}`);
  const origin = mostly('', fc.constantFrom('http://h', 'https://example.com', 'ftp://h', 'HTTP://u:p@H:80'));
  const followed = followedPatterns(body);
  return fc
    .oneof(
      { weight: 10, arbitrary: joinedPair(origin, path) },
      { weight: 30, arbitrary: joinedPair(origin, followed ?? path) },
      { weight: 2, arbitrary: fc.constantFrom(...robotsTxt) },
      { weight: 1, arbitrary: fc.constantFrom(...alone) },
    )
    .map(withHost);
}

/** A path, with a host if it needs one. */
export function withHost(path: string): string {
  return beginsWithHost(path) ? `http://h${path}` : path;
}

/** URLs for `google`, which accepts any string: those of `urlNear`, others without their beginning, and any strings. */
export function googleUrlNear(body?: Uint8Array): fc.Arbitrary<string> {
  const starts = fc.constantFrom(
    '',
    '//',
    '//h',
    '://',
    'h',
    'http:',
    '?',
    ';',
    '#',
    'a#://',
    ' ',
    'http://h;',
    '\0',
  );
  const anyString = fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units));
  return fc.oneof(
    { weight: 8, arbitrary: urlNear(body) },
    { weight: 4, arbitrary: joinedPair(starts, joined([...URL_PIECES, '://', '\0'], 6)) },
    { weight: 1, arbitrary: anyString },
  );
}

/**
 * Paths that the body's rules match, or almost match: `*` is filled, sometimes with the start of a query; escapes of query
 * data are decoded or not; `$` is mostly removed; octets are appended.
 */
function followedPatterns(body: Uint8Array | undefined): fc.Arbitrary<string> | null {
  if (body === undefined) return null;
  const patterns = referenceRecords(body, 'google')
    .filter(({ directive }) => directive === 'allow' || directive === 'disallow')
    .map(({ value }) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(toOctets(value)));
  if (patterns.length === 0) return null;
  const anchor = mostly('', fc.constant('$'));
  const filling = joinedPair(fc.constantFrom('', '', '?', 'a?'), joined(URL_PIECES, 2));
  return fc
    .tuple(fc.constantFrom(...patterns), filling, anchor, joined(URL_PIECES, 2), fc.boolean())
    .map(([followed, run, end, tail, decodes]) => {
      const stretched = followed.replace(/\$$/, end).replaceAll('*', () => run) + tail;
      const path = decodes ? stretched.replace(/%(3A|2F|3F|40|27)/gi, decodeURIComponent) : stretched;
      return path.startsWith('/') ? path : `/${path}`;
    });
}
