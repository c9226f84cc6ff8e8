import { expect, test } from 'vitest';
import { defineProfile } from '../define-profile.js';
import { parseSync } from '../parse.js';
import { PROFILES as BUILT_IN_PROFILES } from '../profiles.js';
import { DocumentNodes } from './document-nodes.js';
import { readLines, takeOctets } from './document-reader.js';
import { rowsUnder } from './parsed-file.js';

/** Lines that profiles read differently: one with a NUL, and the first after part of a byte order mark. */
const TEXT = '\xEF\xBBUser-agent: a\nDisallow: /x\0y\nDisallow: /z\n';

const OCTETS = Uint8Array.from(TEXT, (character) => character.charCodeAt(0));

const PROFILES = ['google', 'rfc9309', 'draft-koster-rep-00', 'koster-1996'] as const;

function patterns(document: ReturnType<typeof parseSync>, profile: (typeof PROFILES)[number]): string[][] {
  return document.groupsUnder(profile).map(({ rules }) => rules.map(({ pattern }) => pattern));
}

test('reading a document under one profile changes nothing under another', () => {
  const expected = PROFILES.map((profile) => patterns(parseSync(OCTETS), profile));
  expect(new Set(expected.map((each) => JSON.stringify(each))).size).toBeGreaterThan(1);
  const document = parseSync(OCTETS);
  for (const order of [PROFILES, [...PROFILES].reverse(), PROFILES]) {
    for (const profile of order) {
      expect(patterns(document, profile)).toEqual(expected[PROFILES.indexOf(profile)]);
    }
  }
});

test('a profile that skips part of a byte order mark need not read up to a NUL', () => {
  const profile = defineProfile({ name: 'mine', reading: { byteOrderMark: 'whole-or-partial' } });
  const [group, ...more] = parseSync(OCTETS).groupsUnder(profile);
  expect(more).toEqual([]);
  expect(group.userAgents.map(({ name }) => name)).toEqual(['a']);
  expect(group.rules.map(({ pattern }) => pattern)).toEqual(['/z']);
});

test('a profile that reads no line differently shares the rows of the file', () => {
  const rowsOf = (octets: Uint8Array): readonly boolean[] => {
    const file = readLines(takeOctets(octets));
    return PROFILES.map((profile) => rowsUnder(file, BUILT_IN_PROFILES[profile].reading) === file.rows);
  };
  const plain = new TextEncoder().encode('User-agent: a\nDisallow: /x\n# \0\nDisallow: /z\n');
  expect(rowsOf(plain)).toEqual([true, true, true, true]);
  expect(rowsOf(OCTETS)).toEqual([false, true, true, true]);
});

test('the lines of a file are read once', () => {
  const nodes = new DocumentNodes(takeOctets(OCTETS));
  const file = nodes.file;
  expect(nodes.file).toBe(file);
  expect(nodes.unreadFile).toBe(file);
  expect(nodes.takeUnread()).toBeNull();
});
