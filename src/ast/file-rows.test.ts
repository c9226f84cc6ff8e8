/** A fold takes the directives that the naive reference finds. */
import { describe, expect, test } from 'vitest';
import { toOctetString } from '../../test/reference/octets.js';
import { referenceLines, referenceRecords } from '../../test/reference/reference.js';
import { octetsOf } from '../../test/support/octets.js';
import { LINE_LIMIT_OCTETS } from '../limits.js';
import { PROFILES, type ProfileName } from '../profiles.js';
import * as Row from '../stream/row.js';
import { ANY_OCTET } from '../stream/scan.js';
import { foldRows } from './file-rows.js';

const NAMES: { readonly [reading: number]: string } = {
  ...Object.fromEntries(Row.DIRECTIVE_NAMES.map((name, index) => [index + 1, name])),
  [Row.CONTENT_USAGE]: 'content-usage',
  [Row.UNUSABLE_USER_AGENT]: 'unusable user-agent',
};

/** What a fold takes, in order, as a profile reads it. */
function folded(
  octets: Uint8Array,
  profile: ProfileName = 'rfc9309',
  second = ANY_OCTET,
  skipped: Row.RuleDirective = Row.DISALLOW,
): string[] {
  const { reading } = PROFILES[profile];
  const table = Row.readingTable(reading);
  const seen: string[] = [];
  const take = (rows: Int32Array, from: number, to: number): void => {
    for (let at = from; at < to; at += Row.STRIDE) {
      const directive = Row.readRow(Row.flagsOf(rows, at), table);
      const value = octets.subarray(rows[at + Row.VALUE_START], rows[at + Row.VALUE_END]);
      if (directive !== Row.NO_DIRECTIVE)
        seen.push(`${rows[at + Row.LINE]} ${NAMES[directive]} "${toOctetString(value)}"`);
    }
  };
  foldRows(octets, reading, { second, skipped, take });
  return seen;
}

/** The same, of the naive reference. */
function expectedOf(body: Uint8Array, profile: ProfileName): string[] {
  const records = new Map(referenceRecords(body, profile).map((record) => [record.line, record]));
  return referenceLines(body).lines.flatMap((line) => {
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
  test('a fold takes every directive', () => {
    const seen = folded(EVERY_LINE, profile);
    // Sitemap lines are other records under koster-1996, and a fold has no use for either.
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
    expect(folded(body, profile)).toEqual(expectedOf(body, profile));
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
    expect(folded(body, profile)).toEqual(expectedOf(body, profile));
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
    expect(folded(body, profile)).toEqual(expectedOf(body, profile));
  });
});

test.each<[string, ProfileName, string[]]>([
  ['\xEF\xBB\xBFallow: /x', 'rfc9309', ['1 allow "/x"']],
  ['\xEF\xBB\xBFallow: /x', 'google', ['1 allow "/x"']],
  ['\xEF\xBBallow: /x', 'rfc9309', []],
  ['\xEF\xBBallow: /x', 'google', ['1 allow "/x"']],
  ['\xEF\xBB', 'google', []],
])('%j: under %s, reading starts after the byte order mark that is skipped', (text, profile, seen) => {
  expect(folded(octetsOf(text), profile)).toEqual(seen);
});

test('a rule below a plain rule is left out if it begins with a slash and a letter other than the one given', () => {
  const file = octetsOf(
    [
      ...['User-agent: a', 'Disallow: /y', 'Disallow: /y', 'Allow: /y', 'disallow:/x', 'disallow :  /y # c'],
      ...['Disallow: /*y', 'Disallow: /', 'Disallow:', 'Disallow: /%79', 'dissalow: /y', 'Disallow: y'],
      ...['User-agent: b', 'Disallow: /y\x01', 'Disallow: /y\x01'],
    ].join('\n'),
  );
  const linesWith = (skipped: Row.RuleDirective): number[] =>
    folded(file, 'google', 'x'.charCodeAt(0), skipped).map((one) => Number.parseInt(one, 10));
  expect(linesWith(Row.DISALLOW)).toEqual([1, 2, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
  expect(linesWith(Row.ALLOW)).toEqual([1, 2, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
});

test('a fold takes the rows of a long file in several batches', () => {
  const file = octetsOf(`user-agent: a\n${'disallow: /x\n'.repeat(5_000)}`);
  expect(folded(file)).toHaveLength(5_001);
});

test('an empty value is between the colon and the end of the line', () => {
  const body = octetsOf('user-agent:  \t# c\nallow: \ndisallow:');
  const values: [number, number, number][] = [];
  const take = (rows: Int32Array, from: number, to: number): void => {
    for (let at = from; at < to; at += Row.STRIDE) {
      const directive = Row.directiveOf(Row.flagsOf(rows, at));
      values.push([directive, rows[at + Row.VALUE_START], rows[at + Row.VALUE_END]]);
    }
  };
  foldRows(body, PROFILES.rfc9309.reading, { second: ANY_OCTET, skipped: Row.ALLOW, take });
  expect(values).toEqual([
    [Row.USER_AGENT, 11, 11],
    [Row.ALLOW, 24, 24],
    [Row.DISALLOW, 35, 35],
  ]);
});
