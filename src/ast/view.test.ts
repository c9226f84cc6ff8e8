/** What a document makes of its file, and when. */
import { describe, expect, test } from 'vitest';
import { octetsOf, sameOctets } from '../../test/support/octets.js';
import { PROFILES, type ProfileName } from '../profiles.js';
import { ROW_LINE, ROW_STRIDE } from '../stream/row.js';
import { takeOctets } from './reader.js';
import { DocumentNodes } from './view.js';

const OCTETS = octetsOf('# c\nuser-agent: a\ndisallow: /b\nsitemap: x\n\nuser-agent: c\nallow: /\n');

/** The nodes of the same small file, before its lines are read. Its octets are in memory that others share. */
function nodesOf(): DocumentNodes {
  return new DocumentNodes(takeOctets(OCTETS));
}

describe('the file without its lines, for a first question,', () => {
  test('can be taken once', () => {
    const nodes = nodesOf();
    expect(nodes.takeUnread()).toBe(nodes.unreadFile);
    expect(nodes.takeUnread()).toBeNull();
  });

  test('cannot be taken if many questions are expected', () => {
    const nodes = nodesOf();
    nodes.expectQuestions();
    expect(nodes.takeUnread()).toBeNull();
  });

  test.each([
    ['the file', (nodes: DocumentNodes) => nodes.file],
    ['its groups', (nodes: DocumentNodes) => nodes.under(PROFILES.rfc9309).groups],
    ['its diagnostics', (nodes: DocumentNodes) => nodes.diagnostics],
  ])('cannot be taken once %s has been read', (_, read) => {
    const nodes = nodesOf();
    read(nodes);
    expect(nodes.takeUnread()).toBeNull();
  });

  test.each([
    ['its octets', (nodes: DocumentNodes) => nodes.octets],
    ['its sitemaps', (nodes: DocumentNodes) => nodes.sitemaps],
  ])('can still be taken after %s have been read', (_, read) => {
    const nodes = nodesOf();
    read(nodes);
    expect(nodes.takeUnread()).not.toBeNull();
  });
});

describe('what a program sees', () => {
  test('the octets are a copy, made once', () => {
    const nodes = nodesOf();
    const { octets } = nodes;
    expect(nodes.octets).toBe(octets);
    expect(octets.buffer.byteLength).toBe(OCTETS.length);
    sameOctets(octets, OCTETS);
    expect(octets.buffer).not.toBe(nodes.unreadFile.octets.buffer);
  });

  test('lists are made once', () => {
    const nodes = nodesOf();
    expect(nodes.sitemaps).toBe(nodes.sitemaps);
    expect(nodes.diagnostics).toBe(nodes.diagnostics);
    expect(nodes.texts).toBe(nodes.texts);
    const under = nodes.under(PROFILES.rfc9309);
    expect(nodes.under(PROFILES.rfc9309)).toBe(under);
    for (const list of ['groups', 'comments', 'otherRecords', 'source'] as const) {
      expect(under[list]).toBe(under[list]);
    }
  });
});

test('a line belongs to the last group that begins at it or above it', () => {
  const nodes = nodesOf().under(PROFILES.rfc9309);
  const [first, second] = nodes.groups;
  expect([1, 2, 3, 4, 5, 6, 7, 8].map((line) => nodes.groupAt(line))).toEqual([
    null,
    ...[first, first, first, first],
    ...[second, second, second],
  ]);
  expect([2, 5, 6, 9].map((line) => nodes.firstLineOfGroupAt(line))).toEqual([2, 2, 6, 6]);
});

test('the rule of a row equals the one in the list of its group', () => {
  const nodes = nodesOf().under(PROFILES.rfc9309);
  const { rows } = nodes.grouping;
  const linesOfRules = new Map(nodes.groups.flatMap(({ rules }) => rules).map((rule) => [rule.line, rule]));
  const found: unknown[] = [];
  for (let at = 0; at < rows.length; at += ROW_STRIDE) {
    const rule = linesOfRules.get(rows[at + ROW_LINE]);
    if (rule === undefined) continue;
    expect(JSON.stringify(nodes.rule(at))).toBe(JSON.stringify(rule));
    found.push(rule);
  }
  expect(found).toHaveLength(2);
});

test('a record on line 1 begins where its profile says that the line begins', () => {
  const octets = octetsOf('\xEF\xBBcrawl-delay: 1\n\xEFcrawl-delay: 2');
  const records = (profile: ProfileName): string[] =>
    new DocumentNodes(takeOctets(octets))
      .under(PROFILES[profile])
      .otherRecords.map(({ field, value }) => `${field.start}-${field.end} ${value}`);
  expect(records('rfc9309')).toEqual(['0-13 1', '17-29 2']);
  expect(records('google')).toEqual(['2-13 1', '17-29 2']);
});
