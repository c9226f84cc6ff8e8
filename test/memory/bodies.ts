/** Bodies of 500 KiB, of every kind that might retain more than others. */
import { PARSING_LIMIT_OCTETS } from '../../src/limits.js';
import { toOctets } from '../reference/octets.js';

/** What such a body consists of, over and over, as octets. */
const UNITS = {
  'the shortest rules': 'allow:\n',
  'the shortest rules, CR': 'allow:\r',
  'rules, CRLF': 'allow:\r\n',
  'rules with NUL': 'allow:\0\n',
  'rules with a control octet': 'allow:\x01\n',
  'rules by words': 'allow /\n',
  'rules with a comment': 'allow:#\n',
  'prefixes of a field': 'allowx:\n',
  'misspelled rules': 'disalow:\n',
  'user-agent lines': 'user-agent:\n',
  'the shortest user-agent lines': 'useragent:\n',
  groups: 'user-agent:a\nallow:\n',
  'groups and blank lines': 'user-agent:a\n\nallow:\n\n',
  sitemaps: 'sitemap:\n',
  'other records': 'a:\n',
  extensions: 'user-agent:a\ncrawl-delay:1\n',
  'empty lines': '\n',
  'empty lines, CRLF': '\r\n',
  'one-octet lines': 'a\n',
  comments: '#\n',
  NUL: '\0',
  'NUL lines': '\0\n',
  'octets that are no text': '\xFF\n',
  'white space': ' ',
  'one long line': 'x',
  'one long rule': 'disallow: /',
};

/** Every body by its name. */
export function hostileBodies(): Map<string, Uint8Array> {
  const bodies = new Map<string, Uint8Array>();
  for (const [name, unit] of Object.entries(UNITS)) bodies.set(name, filled(toOctets(unit)));
  bodies.set('rules behind part of a mark', filled(toOctets('allow:\n'), toOctets('\xEF\xBB')));
  bodies.set('random octets', random(256));
  bodies.set(
    'random octets of few kinds',
    random(16).map((octet) => 'alow:\n\r \t#\0\x01/*us'.charCodeAt(octet)),
  );
  return bodies;
}

/** Octets of the parsing limit's size that consist of a piece, over and over. */
export function filled(piece: Uint8Array, first: Uint8Array = new Uint8Array()): Uint8Array {
  const body = new Uint8Array(PARSING_LIMIT_OCTETS);
  body.set(first);
  for (let at = first.length; at < body.length; at += piece.length)
    body.set(piece.subarray(0, body.length - at), at);
  return body;
}

/** Octets under a bound, the same at each run: a linear congruential generator (Numerical Recipes). */
function random(bound: number): Uint8Array {
  let state = 1;
  return new Uint8Array(PARSING_LIMIT_OCTETS).map(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  });
}
