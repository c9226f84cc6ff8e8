/** Makes new inputs from known ones. */

/** Octets and words with a meaning in a robots.txt, a URL, a header or an entry of a store. */
const WORDS = [
  ...[
    '\n',
    '\r',
    '\r\n',
    '\0',
    '\t',
    ' ',
    '#',
    ':',
    '*',
    '$',
    '/',
    '?',
    '%',
    '=',
    ',',
    ';',
    '"',
    '\\',
    '.',
    '..',
  ],
  ...['\xEF', '\xEF\xBB', '\xEF\xBB\xBF', '\x80', '\xFF', '\xC3\xA9', '\x0B', '\x0C', '\x7F', '\x1A'],
  ...['user-agent:', 'User-agent: *\n', 'user-agent a\n', 'useragent:', 'allow:', 'disallow: /', 'disalow:'],
  ...['sitemap:', 'crawl-delay: 1\n', 'content-signal: a=b\n', 'a:b\n', '\n\n', 'Googlebot', 'a', '-', '_'],
  ...[
    '%2F',
    '%2f',
    '%41',
    '%7e',
    '%3A',
    '%3f',
    '%2A',
    '%24',
    '%25',
    '%zz',
    '%C3',
    'index.html',
    'robots.txt',
  ],
  ...['http://h', 'https://example.com/', '//', '/../', '/%2e/', '@', '[::1]', ':80', ':65536'],
  ...['HTTP/1.1 200 OK\r\n', 'HTTP/1.1 304 X\r\n', 'HTTP/1.1 301 X\r\nLocation: /a\r\n', '\r\n\r\n'],
  ...[
    'Content-Length: 5\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Content-Encoding: gzip\r\n',
    '5\r\nabcde\r\n0\r\n\r\n',
  ],
  ...[
    'Retry-After: 60\r\n',
    'Cache-Control: max-age=60, no-store\r\n',
    'Expires: 0\r\n',
    'Vary: *\r\n',
    'Age: -1\r\n',
  ],
  ...[
    'gzip',
    'br',
    'deflate',
    'zstd',
    'identity',
    'gzip, br',
    '\x1F\x8B\x08',
    'null',
    'true',
    '1e999',
    '-1',
    '{}',
    '[]',
  ],
].map((word) => Uint8Array.from(word, (character) => character.charCodeAt(0)));

/** Numbers from 0 up to a bound; the same sequence for the same seed (xorshift). */
export function randomNumbers(seed: number): (bound: number) => number {
  let state = seed | 0 || 1;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}

type Random = (bound: number) => number;
type Mutation = (octets: Uint8Array, random: Random, other: Uint8Array) => Uint8Array;

const MUTATIONS: readonly Mutation[] = [
  // Another octet.
  (octets, random) => spliced(octets, random(octets.length + 1), 1, Uint8Array.of(random(256))),
  // A bit of one.
  (octets, random) => {
    const at = random(octets.length + 1);
    return spliced(octets, at, 1, Uint8Array.of((octets[at] ?? 0) ^ (1 << random(8))));
  },
  // A word, put in or in place of others.
  (octets, random) =>
    spliced(octets, random(octets.length + 1), random(2) * random(8), WORDS[random(WORDS.length)] ?? octets),
  (octets, random) => spliced(octets, random(octets.length + 1), 0, WORDS[random(WORDS.length)] ?? octets),
  // Less.
  (octets, random) => spliced(octets, random(octets.length + 1), 1 + random(16), new Uint8Array()),
  (octets, random) => octets.slice(0, random(octets.length + 1)),
  // A part again, here, elsewhere or many times.
  (octets, random) => {
    const from = random(octets.length + 1);
    const part = octets.slice(from, from + 1 + random(32));
    return spliced(octets, random(octets.length + 1), 0, repeated(part, 1 + random(3) ** random(5)));
  },
  // A part of another input.
  (octets, random, other) => {
    const from = random(other.length + 1);
    return spliced(octets, random(octets.length + 1), random(16), other.slice(from, from + random(64)));
  },
  // This one's start and another one's end.
  (octets, random, other) =>
    spliced(octets, random(octets.length + 1), octets.length, other.slice(random(other.length + 1))),
];

/** Makes an input from another by a few mutations, no longer than a bound. */
export function mutated(
  octets: Uint8Array,
  other: Uint8Array,
  random: Random,
  mostOctets: number,
): Uint8Array {
  let result = octets;
  for (let count = 1 + random(4); count > 0; count--) {
    result = MUTATIONS[random(MUTATIONS.length)]?.(result, random, other) ?? result;
  }
  return result.length > mostOctets ? result.slice(0, mostOctets) : result;
}

function spliced(octets: Uint8Array, at: number, removed: number, added: Uint8Array): Uint8Array {
  const rest = octets.subarray(Math.min(at + removed, octets.length));
  const result = new Uint8Array(Math.min(at, octets.length) + added.length + rest.length);
  result.set(octets.subarray(0, at));
  result.set(added, Math.min(at, octets.length));
  result.set(rest, Math.min(at, octets.length) + added.length);
  return result;
}

function repeated(part: Uint8Array, times: number): Uint8Array {
  const result = new Uint8Array(part.length * times);
  for (let i = 0; i < times; i++) result.set(part, i * part.length);
  return result;
}
