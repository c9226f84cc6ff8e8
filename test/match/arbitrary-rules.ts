/** Arbitrary patterns and URLs made of few pieces, so that patterns often match. */
import fc from 'fast-check';
import type { RuleAxes } from '../../src/profiles.js';
import { withHost } from '../reference/arbitrary-urls.js';
import { toOctetString } from '../reference/octets.js';
import type { Rule } from './tables.js';

const PIECES = [
  ...['a', 'b', '/', '*', '$', '?', 'ab', 'aa', '.', '~', ';', ':', '@', "'", '"', ' ', '=', '|', '\\', '%'],
  ...'%2F %2f %41 %7e %2A %2a %24 %3A %3f %40 %27 *%3A *%2fa %25 %2 %zz %C3%A9 %c3%a9 %00'.split(' '),
  ...'index.htm index.html /index.html é \u{1F916} \x7F \uD800 ** a* *a /a*/b$'.split(' '),
];
const URL_PIECES = [...PIECES, '/../', '/./', '/%2e', '..', '\t', '#', '//', 'A'];
const INVALID_UTF_8 = ['\xE9', '\x80', '\xFF'];

export function arbitraryAxes(): fc.Arbitrary<RuleAxes> {
  return fc.record<RuleAxes>({
    form: fc.constantFrom('canonical', 'as-written', 'decoded'),
    specialCharacters: fc.constantFrom(true, true, true, false),
    precedence: fc.constantFrom('longest', 'longest', 'first'),
    emptyPattern: fc.constantFrom('no-rule', 'matches'),
    patternNeedsSlashOrStar: fc.boolean(),
    indexHtmlIsDirectory: fc.boolean(),
    robotsTxtAlwaysAllowed: fc.boolean(),
  });
}

/** Rules whose patterns are octet strings. */
export function arbitraryRules(maxLength: number): fc.Arbitrary<Rule[]> {
  const piece = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...PIECES).map(octetsOf) },
    { weight: 1, arbitrary: fc.constantFrom(...INVALID_UTF_8) },
  );
  const body = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
  const start = fc.constantFrom('/', '/', '/', '/a', '*', '');
  const pattern = fc.tuple(start, body).map((parts) => parts.join(''));
  return fc.array(fc.record<Rule>({ isAllow: fc.boolean(), pattern }), { maxLength });
}

/** URLs that every form accepts; about half of them are made from the pattern of a rule. */
export function urlsFor(rules: readonly Rule[]): fc.Arbitrary<string[]> {
  const filling = fc.array(fc.constantFrom(...URL_PIECES), { maxLength: 5 }).map((pieces) => pieces.join(''));
  const origin = fc.constantFrom('', '', 'http://h', 'https://www.example.com:8080', 'HTTP://u@h');
  const anyPath = filling.map((path) => `/${path}`);
  const patterns = rules.map(({ pattern }) => new TextDecoder().decode(octetArray(pattern)));
  const query = fc.constantFrom('', '', '?', 'a?');
  const followed = fc
    .tuple(fc.constantFrom('/', ...patterns), query, filling, filling, fc.boolean(), fc.boolean())
    .map(([pattern, start, run, tail, keepsAnchor, decodes]) => {
      const unanchored = keepsAnchor ? pattern : pattern.replace(/\$$/, '');
      const stretched = unanchored.replaceAll('*', () => start + run) + tail;
      const path = decodes ? stretched.replace(/%(3A|2F|3F|40|27)/gi, decodeURIComponent) : stretched;
      return path.startsWith('/') ? path : `/${path}`;
    });
  const url = fc.tuple(origin, fc.oneof(anyPath, followed)).map((parts) => withHost(parts.join('')));
  return fc.array(url, { minLength: 1, maxLength: 6 });
}

function octetsOf(text: string): string {
  return toOctetString(new TextEncoder().encode(text));
}

function octetArray(octets: string): Uint8Array {
  return Uint8Array.from(octets, (octet) => octet.charCodeAt(0));
}
