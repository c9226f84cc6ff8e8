/** A visitor gets the directives that the naive reader finds, and decides how much of each line is read. */
import { describe, expect, test } from 'vitest';
import { lineOctets } from '../../test/reference/lines.js';
import { toOctetString, trim } from '../../test/reference/octets.js';
import { referenceLines, referenceRecords } from '../../test/reference/reference.js';
import { octetsOf } from '../../test/support/octets.js';
import { LINE_LIMIT_OCTETS } from '../limits.js';
import { PROFILES, type ProfileName } from '../profiles.js';
import * as Row from './row.js';
import { type LineVisitor, visitDirectives } from './scan.js';

const NAMES: { readonly [reading: number]: string } = {
  ...Object.fromEntries(Row.DIRECTIVE_NAMES.map((name, index) => [index + 1, name])),
  [Row.CONTENT_USAGE]: 'content-usage',
  [Row.UNUSABLE_USER_AGENT]: 'unusable user-agent',
};

interface Visit {
  readonly profile?: ProfileName;
  readonly wants?: LineVisitor['wants'];
  readonly rulesOut?: LineVisitor['rulesOut'];
}

/** What a visitor gets, in order. By default it wants every line. */
function visited(body: Uint8Array, visit: Visit = {}): string[] {
  const { profile = 'rfc9309', wants = () => true, rulesOut = () => false } = visit;
  const seen: string[] = [];
  visitDirectives(body, PROFILES[profile].reading, {
    wants,
    rulesOut,
    blank: () => seen.push('blank'),
    directive: (reading, octets, row) => {
      const value = octets.subarray(row[Row.VALUE_START], row[Row.VALUE_END]);
      seen.push(`${row[Row.LINE]} ${NAMES[reading]} "${toOctetString(value)}"`);
    },
  });
  return seen;
}

/** The same, of the naive reader. */
function expectedOf(body: Uint8Array, profile: ProfileName): string[] {
  const records = new Map(referenceRecords(body, profile).map((record) => [record.line, record]));
  return referenceLines(body).lines.flatMap((line) => {
    if (trim(lineOctets(body, line, profile)) === '') return ['blank'];
    const record = records.get(line.number);
    if (record === undefined || record.directive === 'other') return [];
    const kind = record.usable ? record.directive : 'unusable user-agent';
    return [`${line.number} ${kind} "${record.value}"`];
  });
}

const LEADS = ['', ' ', '\t\v\f '];
const FIELDS = [
  ...['User-Agent', 'ALLOW', 'disallow', 'Sitemap', 'content-usage', 'useragent', 'dissalow', 'site-map'],
  ...['disallowed', 'user-agents', 'allo', 'us', 'crawl-delay', 'xdisallow', '\xEF', ''],
];
const SEPARATORS = [': ', ':', ':  ', ' : ', ':\t \t', ' ', '\t\t', ' x:', '::', ''];
const VALUES = ['/a', '/a /b', ''];
const TAILS = ['', ' ', '#c', ' \t# c', '\0', '/\x01 ', ' \0# c'];
const TERMINATORS = ['\n', '\r\n', '\r'];

/** Every lead, field, separator, value and tail, as lines. */
function everyLine(): Uint8Array {
  let text = '';
  let nth = 0;
  for (const field of FIELDS)
    for (const separator of SEPARATORS)
      for (const value of VALUES)
        for (const tail of TAILS) {
          text += LEADS[nth % LEADS.length] + field + separator + value + tail;
          text += TERMINATORS[(nth >> 2) % TERMINATORS.length];
          nth++;
        }
  return octetsOf(text);
}

const EVERY_LINE = everyLine();

describe.each(Object.keys(PROFILES) as ProfileName[])('under %s', (profile) => {
  test('a visitor gets every directive and every blank line', () => {
    const seen = visited(EVERY_LINE, { profile });
    // Sitemap lines are other records under koster-1996, and a visitor has no use for either.
    const compared = profile === 'koster-1996' ? seen.filter((one) => !/^\d+ sitemap/.test(one)) : seen;
    expect(compared).toEqual(expectedOf(EVERY_LINE, profile));
  });

  test('a field that differs from a directive in one octet is another, or none', () => {
    const fields = Row.DIRECTIVE_NAMES.flatMap((name) =>
      Array.from(name, (_, at) => [
        `${name.slice(0, at)}x${name.slice(at + 1)}`,
        `${name.slice(0, at)}${name.slice(at + 1)}`,
        `${name.slice(0, at)}${String.fromCharCode(name.charCodeAt(at) ^ 0x80)}${name.slice(at + 1)}`,
      ]).flat(),
    );
    const body = octetsOf(fields.map((field) => `${field}: /\n${field.toUpperCase()}: /\n`).join(''));
    expect(visited(body, { profile })).toEqual(expectedOf(body, profile));
  });

  test.each([
    ['no octets', ''],
    ['a rule without a terminator', 'disallow: /a'],
    ['a rule cut off in its field', 'user-agent: a\ndisal'],
    ['blank lines', ' \n\r\n\t\r\v\f\n\r'],
    ['a blank line without a terminator', 'allow: /\n \t'],
    ['a line of comment', '\n# disallow: /\n # c\n'],
    ['a line of NUL', '\0\n \0\n\0disallow: /\n'],
    ['a byte order mark in line 2', '\n\xEF\xBB\xBFdisallow: /'],
  ])('of %s', (_, text) => {
    const body = octetsOf(text);
    expect(visited(body, { profile })).toEqual(expectedOf(body, profile));
  });

  test.each([
    ['at the line limit', 'disallow: /'.padEnd(LINE_LIMIT_OCTETS, 'x')],
    ['past it', 'disallow: /'.padEnd(LINE_LIMIT_OCTETS + 1, 'x')],
    ['past it, by a colon', 'disallow'.padEnd(LINE_LIMIT_OCTETS, ' ').concat(': /')],
    ['past it, by a comment', 'disallow: /'.padEnd(LINE_LIMIT_OCTETS, ' ').concat('x # c')],
    ['past it, by a value', ' '.repeat(LINE_LIMIT_OCTETS).concat('disallow: /')],
    ['past it, of white space and a NUL', ' \0'.padEnd(LINE_LIMIT_OCTETS + 1, ' ')],
    ['past it, by a control octet', 'disallow: /'.padEnd(LINE_LIMIT_OCTETS, ' ').concat('\0')],
  ])('of a line %s', (_, line) => {
    const body = octetsOf(`user-agent: a\n${line}\r\nallow: /`);
    expect(visited(body, { profile })).toEqual(expectedOf(body, profile));
  });
});

const RULES = octetsOf(
  'User-agent: a\nDisallow : /x\nAllow:/xy\n  disallow: /y # z\nsitemap: /x\n\nallow: /z',
);

test.each<[string, ProfileName, string[]]>([
  ['\xEF\xBB\xBFallow: /x', 'rfc9309', ['1 allow "/x"']],
  ['\xEF\xBB\xBFallow: /x', 'google', ['1 allow "/x"']],
  ['\xEF\xBBallow: /x', 'rfc9309', []],
  ['\xEF\xBBallow: /x', 'google', ['1 allow "/x"']],
  ['\xEF\xBB', 'google', []],
])('%j: under %s, reading starts after the byte order mark that is skipped', (text, profile, seen) => {
  expect(visited(octetsOf(text), { profile })).toEqual(seen);
});

test('a visitor is asked about each line by its first visible octet, which is in lower case if it is a letter', () => {
  const asked: string[] = [];
  const wants = (octet: number): boolean => {
    asked.push(String.fromCharCode(octet));
    return octet === 'd'.charCodeAt(0);
  };
  const body = octetsOf(
    'User-agent: a\nDisallow: /\x01\n  \t disallow: /y # z\n# d\nallow /x\x01\r\nDISALLOW /',
  );
  expect(visited(body, { wants })).toEqual(['3 disallow "/y"', '6 disallow "/"']);
  expect(asked).toEqual(['u', 'd', 'd', '#', 'a', 'd']);
});

test('a visitor can rule out a rule by its directive and the start of its value', () => {
  const asked: string[] = [];
  const rulesOut = (octets: Uint8Array, start: number, directive: number): boolean => {
    asked.push(`${NAMES[directive]} ${toOctetString(octets.subarray(start, start + 2))}`);
    return toOctetString(octets.subarray(start, start + 2)) === '/x';
  };
  expect(visited(RULES, { rulesOut })).toEqual([
    '1 user-agent "a"',
    '2 disallow "/x"',
    '4 disallow "/y"',
    '5 sitemap "/x"',
    'blank',
    '7 allow "/z"',
  ]);
  expect(asked).toEqual(['allow /x', 'disallow /y', 'allow /z']);
});

test('the start of a value is looked for right after the colon, or after one space', () => {
  const asked: string[] = [];
  const rulesOut = (octets: Uint8Array, start: number): boolean => {
    asked.push(toOctetString(octets.subarray(start, start + 2)));
    return false;
  };
  const body = octetsOf('allow:  /a\nallow:\t/b\nallow:/c\nallow: \nallow:');
  expect(visited(body, { rulesOut })).toEqual([
    '1 allow "/a"',
    '2 allow "/b"',
    '3 allow "/c"',
    '4 allow ""',
    '5 allow ""',
  ]);
  expect(asked).toEqual([' /', '\t/', '/c', '\na', '\n\n']);
});

test('a rule that is ruled out is not read to its end: its control octets do not matter', () => {
  const body = octetsOf('allow: /x\0\ndisallow: /y\0\nallow: /');
  const rulesOut = (_: Uint8Array, __: number, directive: number): boolean => directive === Row.DISALLOW;
  expect(visited(body, { profile: 'google', rulesOut })).toEqual(['1 allow "/x"', '3 allow "/"']);
});

test('an empty value is between the colon and the end of the line', () => {
  const body = octetsOf('user-agent:  \t# c\nallow: \ndisallow:');
  const values: [number, number, number][] = [];
  visitDirectives(body, PROFILES.rfc9309.reading, {
    wants: () => true,
    rulesOut: () => false,
    blank: () => {},
    directive: (reading, _, row) => values.push([reading, row[Row.VALUE_START], row[Row.VALUE_END]]),
  });
  expect(values).toEqual([
    [Row.USER_AGENT, 11, 11],
    [Row.ALLOW, 24, 24],
    [Row.DISALLOW, 35, 35],
  ]);
});
