/** The rules of groups as rows are the rules of the same groups as nodes. */
import { describe, expect, test } from 'vitest';
import { octetsOf } from '../../test/support/octets.js';
import { PROFILES, type ProfileName } from '../profiles.js';
import { ROW_LINE } from '../stream/row.js';
import { DocumentNodes } from './document-nodes.js';
import { takeOctets } from './document-reader.js';
import { isAllowRow, isEmptyRow, rulesOfGroups } from './rule-table.js';

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
    const { grouping, groups } = new DocumentNodes(takeOctets(octets)).under(PROFILES[profile]);
    const indexes = groups.map((_, index) => index);
    for (const some of [[], ...indexes.map((index) => [index]), indexes]) {
      const table = rulesOfGroups(octets, grouping, some);
      const inTable = table.at.map((at) => ({
        line: table.rows[at + ROW_LINE],
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
