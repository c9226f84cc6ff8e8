/** Byte order marks, other encodings, and octets that are not UTF-8. */
import { bodyOf, type Case, octetsOf, urlOf } from '../case.js';

const FILE = 'User-agent: FooBot\nDisallow: /a\nDisallow: /caf\xe9\n\nUser-agent: *\nDisallow: /b\n';
const RULES_FIRST = 'Disallow: /a\nUser-agent: *\nDisallow: /b\n';

/** What is put before a file. */
const STARTS: readonly Uint8Array[] = [
  '\xef\xbb\xbf',
  '\xef\xbb\xbf\xef\xbb\xbf',
  '\xef\xbb',
  '\xef',
  '\xbb\xbf',
  '\xff\xfe',
  '\xfe\xff',
  '\xef\xbb\xbf\n',
  '\n\xef\xbb\xbf',
  '\xef\xbb\xbf ',
  ' \xef\xbb\xbf',
  '\xef\xbb\xbf#\n',
  '\0',
  '\x1a',
  '+/v8-',
].map(octetsOf);

/** Octets that are not UTF-8, or only by some definition. */
const OCTETS: readonly Uint8Array[] = [
  '\xe9',
  '\x80',
  '\xff',
  '\xc3',
  '\xe2\x82',
  '\xf0\x9f\x98',
  '\xc0\xaf',
  '\xe0\x80\xaf',
  '\xed\xa0\x80',
  '\xed\xa0\xbd\xed\xb8\x80',
  '\xf4\x90\x80\x80',
  '\xc3\xa9',
  '\xf0\x9f\x98\x80',
  '\xc3\xa9\xe9',
  '\xa0',
  '\x85',
  '\xef\xbf\xbd',
  '\xe2\x80\xa8',
  '%E9',
  '%C3%A9',
  '%c3%a9',
  '%C3',
  '%C3\xa9',
  '\xc3%A9',
  '%FF%FE',
  '%ED%A0%80',
  '%EF%BF%BD',
].map(octetsOf);

const OCTET_PLACES: readonly string[] = [
  'User-agent: FooBot\nDisallow: /a|\nDisallow: /b\n',
  'User-agent: FooBot\nDisallow: /a|b\nAllow: /a|\n',
  '# |\nUser-agent: FooBot\nDisallow: /b # |\n',
  'User-agent: Foo|Bot\nDisallow: /b\n\nUser-agent: *\nDisallow: /a|\n',
  'User-agent: |\nDisallow: /b\n',
  'User-agent: FooBot\n|Disallow: /a\nDis|allow: /b\n',
  'User-agent: FooBot\nDisallow: /b\n|',
  'User-agent: FooBot\nDisallow: /*|$\nDisallow: /b?|=|\n',
];

const OCTET_URLS = [
  '/a',
  '/b',
  '/a\xe9',
  '/a%E9',
  '/a%C3%A9',
  '/a%c3%a9',
  '/a%C3',
  '/a%80',
  '/a%FF',
  '/a%EF%BF%BD',
  '/a\ufffd',
  '/a%F0%9F%98%80',
  '/a\u{1f600}',
  '/a%ED%A0%80',
  '/a%C0%AF',
  '/a%A0',
  '/b?%C3%A9=%E9',
].map(urlOf);

const STARTED_URLS = ['/a', '/b', '/caf%C3%A9', '/'].map(urlOf);

export function encodingCases(): Case[] {
  const started = [FILE, RULES_FIRST].flatMap((file) => [
    ...STARTS.map((start) => bodyOf(start, file)),
    utf16(file),
    utf16(`\ufeff${file}`),
    utf16(`\ufeff${file}`).swap16(),
    octetsOf(file),
  ]);
  const placed = OCTET_PLACES.flatMap((place) =>
    OCTETS.map((octets) =>
      bodyOf(...place.split('|').flatMap((part, index) => (index === 0 ? [part] : [octets, part]))),
    ),
  );
  return [
    ...started.map((body, index) => ({
      name: `encoding ${index}`,
      body,
      agents: ['FooBot', 'BarBot'],
      urls: STARTED_URLS,
    })),
    ...placed.map((body, index) => ({ name: `octets ${index}`, body, agents: ['FooBot'], urls: OCTET_URLS })),
  ];
}

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le');
}
