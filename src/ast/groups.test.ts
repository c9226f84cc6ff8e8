/** From records to groups under each profile: docs/semantics.md §3.1 to §3.3. Rows, nodes and rule tables agree. */
import { describe, expect, test } from 'vitest';
import { octetsOf } from '../../test/support/octets.js';
import { documentEveryWay } from '../../test/support/ways.js';
import { parseSync } from '../parse.js';
import { PROFILES, type ProfileName } from '../profiles.js';
import * as Row from '../stream/row.js';
import { takeOctets } from './collect.js';
import { isAllowRow, isEmptyRow, lastAtOrBefore, rulesOfGroups } from './groups.js';
import type { Group } from './nodes.js';
import { FileView } from './view.js';

/** A group in short: `a b | +/x -/y`; an unusable name in parentheses. */
function inShort({ userAgents, rules }: Group): string {
  const names = userAgents.map(({ name, usable }) => (usable ? name : `(${name})`));
  const patterns = rules.map(({ directive, pattern }) => `${directive === 'allow' ? '+' : '-'}${pattern}`);
  return `${names.join(' ')} | ${patterns.join(' ')}`.trim();
}

function groupsOf(text: string, profile: ProfileName): string[] {
  return documentEveryWay(octetsOf(text)).groupsUnder(profile).map(inShort);
}

/** What every profile reads, or what each of them does. */
type Expected = readonly string[] | { readonly [profile in ProfileName]: readonly string[] };

const CASES: readonly (readonly [string, Expected])[] = [
  // §3.1
  ['', []],
  ['user-agent: a\nallow: /x\ndisallow: /y', ['a | +/x -/y']],
  ['user-agent: a\nuser-agent: b\ndisallow: /', ['a b | -/']],
  ['user-agent: a\ndisallow: /x\nuser-agent: b\ndisallow: /y', ['a | -/x', 'b | -/y']],
  ['user-agent: a\ndisallow:\nuser-agent: b\ndisallow: /y', ['a | -', 'b | -/y']],
  ['user-agent: a', ['a |']],
  ['user-agent: a\n# c\nsitemap: s\ncrawl-delay: 1\nunknown\nuser-agent: b\n#\ndisallow: /', ['a b | -/']],
  ['user-agent: a\ndisallow: /x\nsitemap: s\n#\ndisallow: /y', ['a | -/x -/y']],
  [
    'user-agent: a\n\ndisallow: /x\n \t\nuser-agent: b\n\v\f\ndisallow: /y',
    {
      rfc9309: ['a | -/x', 'b | -/y'],
      google: ['a | -/x', 'b | -/y'],
      'draft-koster-rep-00': ['a | -/x', 'b | -/y'],
      'koster-1996': ['a |', 'b |'],
    },
  ],
  [
    'user-agent: a\ndisallow: /x\n\ndisallow: /y\nuser-agent: b\n #\ndisallow: /z',
    {
      rfc9309: ['a | -/x -/y', 'b | -/z'],
      google: ['a | -/x -/y', 'b | -/z'],
      'draft-koster-rep-00': ['a | -/x -/y', 'b | -/z'],
      'koster-1996': ['a | -/x', 'b | -/z'],
    },
  ],
  [
    'user-agent: a\n\nuser-agent: b\ndisallow: /',
    {
      rfc9309: ['a b | -/'],
      google: ['a b | -/'],
      'draft-koster-rep-00': ['a b | -/'],
      'koster-1996': ['a |', 'b | -/'],
    },
  ],
  // A blank line before what a profile leaves out is still a blank line.
  [
    'user-agent: a\n\nsitemap: s\nallow /w\ndisalow: /x\nuseragent: b\ndisallow: /y',
    {
      rfc9309: ['a | +/w -/x', 'b | -/y'],
      google: ['a | +/w -/x', 'b | -/y'],
      'draft-koster-rep-00': ['a | +/w -/x', 'b | -/y'],
      'koster-1996': ['a |'],
    },
  ],
  // §3.2
  ['allow: /x\ndisallow: /y\nuser-agent: a\ndisallow: /', ['a | -/']],
  ['disallow: /', []],
  // §3.3 and §1.6
  ['user-agent:\ndisallow: /', [' | -/'.trim()]],
  ['user-agent: a\ndisallow: /x\nuser-agent:\ndisallow: /y', ['a | -/x', '| -/y']],
  [
    'user-agent: a\x01\ndisallow: /x\nuser-agent: b\ndisallow: /\x02\nallow: /',
    {
      rfc9309: ['(a\x01) | -/x', 'b | +/'],
      google: ['a\x01 | -/x', 'b | -/\x02 +/'],
      'draft-koster-rep-00': ['(a\x01) | -/x', 'b | +/'],
      'koster-1996': ['(a\x01) | -/x', 'b | +/'],
    },
  ],
  [
    'user-agent: a\0b\ndisallow: /x\0y\n\0\nallow\0: /',
    {
      rfc9309: ['(a\0b) |'],
      google: ['a | -/x'],
      'draft-koster-rep-00': ['(a\0b) |'],
      'koster-1996': ['(a\0b) |'],
    },
  ],
  [
    'user-agent\0: a\nuser-agent \0 a\nallow /\0 x y',
    { rfc9309: [], google: [], 'draft-koster-rep-00': [], 'koster-1996': [] },
  ],
  [
    'user-agent a\0 b\ndisallow: /',
    { rfc9309: [], google: ['a | -/'], 'draft-koster-rep-00': [], 'koster-1996': [] },
  ],
  // §2.2 and §2.3
  [
    'user-agent a\ndisallow /x\nallow: /y',
    {
      rfc9309: ['a | -/x +/y'],
      google: ['a | -/x +/y'],
      'draft-koster-rep-00': ['a | -/x +/y'],
      'koster-1996': [],
    },
  ],
  [
    'user-agents: a\ndisallowed: /x\nuser agent: b\ndisalow: /y',
    {
      rfc9309: ['b | -/y'],
      google: ['a | -/x', 'b | -/y'],
      'draft-koster-rep-00': ['b | -/y'],
      'koster-1996': [],
    },
  ],
  // §1.2
  ['\xEF\xBB\xBFuser-agent: a\ndisallow: /', ['a | -/']],
  [
    '\xEF\xBBuser-agent: a\ndisallow: /',
    { rfc9309: [], google: ['a | -/'], 'draft-koster-rep-00': [], 'koster-1996': [] },
  ],
  [
    '\xEF  user-agent\0: a\nuser-agent: b\0\ndisallow: /',
    {
      rfc9309: ['(b\0) | -/'],
      google: ['b | -/'],
      'draft-koster-rep-00': ['(b\0) | -/'],
      'koster-1996': ['(b\0) | -/'],
    },
  ],
];

describe.each(CASES)('%j', (text, expected) => {
  test.each(Object.keys(PROFILES) as ProfileName[])('%s', (profile) => {
    expect(groupsOf(text, profile)).toEqual('rfc9309' in expected ? expected[profile] : expected);
  });
});

test('a file may have more groups than there is room for at first', () => {
  const text = Array.from({ length: 100 }, (_, i) => `user-agent: a${i}\ndisallow: /${i}\n`).join('');
  expect(parseSync(text).groups.map(inShort)).toEqual(
    Array.from({ length: 100 }, (_, i) => `a${i} | -/${i}`),
  );
});

test('nodes have their place in the file', () => {
  const text = '# c\r\nUser-Agent : a  # d\r\n\r\nDISALLOW\t/\u00e9\n';
  const document = documentEveryWay(new TextEncoder().encode(text));
  expect(JSON.parse(JSON.stringify(document.groups))).toEqual([
    {
      userAgents: [
        {
          line: 2,
          field: { start: 5, end: 15, text: 'User-Agent' },
          value: { start: 18, end: 19, text: 'a' },
          name: 'a',
          usable: true,
        },
      ],
      rules: [
        {
          line: 4,
          field: { start: 28, end: 36, text: 'DISALLOW' },
          value: { start: 37, end: 40, text: '/é' },
          directive: 'disallow',
          pattern: '/é',
        },
      ],
      extensions: [],
    },
  ]);
});

const FILES = [
  '',
  'disallow: /\n',
  'user-agent: a\n',
  'user-agent: a\nuser-agent: b\nallow: /x\ndisallow:\ndisallow: /y\n',
  'allow: /w\nuser-agent: a\nsitemap: s\nallow: /x\nsitemap: t\ndisallow: /y\nuser-agent: b\ncrawl-delay: 1\nallow:',
  'user-agent: a\ndisallow: /x\n\ndisallow: /y\n\nuser-agent: b\nallow: /z\n\nallow: /z2',
  '\xEFuser-agent: a\ndisallowed: /x\nallow /y\nallow: /a\0b\nuser-agents: c\ndisalow: /z',
];

describe.each(FILES)('%j', (text) => {
  test.each(Object.keys(PROFILES) as ProfileName[])('under %s', (profile) => {
    const octets = octetsOf(text);
    const { grouping, groups } = new FileView(takeOctets(octets), PROFILES[profile]);
    const indexes = groups.map((_, index) => index);
    for (const some of [[], ...indexes.map((index) => [index]), indexes]) {
      const table = rulesOfGroups(grouping, some);
      const inTable = table.at.map((at) => ({
        line: table.rows[at + Row.LINE],
        isAllow: isAllowRow(table.rows, at),
        isEmpty: isEmptyRow(table.rows, at),
      }));
      const rules = some.flatMap((index) => groups[index].rules);
      expect(inTable).toEqual(
        rules.map(({ line, directive, pattern }) => ({
          line,
          isAllow: directive === 'allow',
          isEmpty: pattern === '',
        })),
      );
    }
  });
});

test('the last item at or above a line is found among any number of items', () => {
  for (let count = 0; count < 12; count++) {
    // Two items on each even line, from line 2.
    const lines = Array.from({ length: count }, (_, nth) => 2 * ((nth >> 1) + 1));
    for (let line = 0; line <= 16; line++) {
      const found = lastAtOrBefore(lines, line, (item) => item);
      expect(found).toBe(lines.filter((each) => each <= line).length - 1);
    }
  }
});
