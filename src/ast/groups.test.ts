/** From records to groups: rows, nodes and rule tables agree. `test/conformance` and `test/property/document.test.ts` have which lines make a group. */
import { describe, expect, test } from 'vitest';
import { octetsOf } from '../../test/support/octets.js';
import { documentEveryWay } from '../../test/support/ways.js';
import { parseSync } from '../parse.js';
import { defineProfile, PROFILES, type ProfileName } from '../profiles.js';
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

test('a file may have more groups than there is room for at first', () => {
  const text = Array.from({ length: 100 }, (_, i) => `user-agent: a${i}\ndisallow: /${i}\n`).join('');
  expect(parseSync(text).groups.map(inShort)).toEqual(
    Array.from({ length: 100 }, (_, i) => `a${i} | -/${i}`),
  );
});

test('a line that a profile reads otherwise keeps the blank line before it, which ends a group', () => {
  const profile = defineProfile({
    name: 'both',
    extends: 'koster-1996',
    reading: { controlOctets: 'nul-ends-content' },
  });
  const document = parseSync('user-agent: a\n\nuser-agent: b\0\ndisallow: /');
  expect(document.groupsUnder(profile).map(inShort)).toEqual(['a |', 'b | -/']);
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
