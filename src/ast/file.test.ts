import { describe, expect, test, vi } from 'vitest';
import { octetsOf, utf8 } from '../../test/support/octets.js';
import { parseSync } from '../parse.js';
import { defineProfile, PROFILES, type Profile } from '../profiles.js';
import { decodeText } from '../stream/octet-text.js';
import { takeOctets } from './collect.js';
import { FileTexts, PerProfile } from './file.js';
import { rowsUnder } from './file-rows.js';

/** Lines that profiles read differently: one with a NUL, and the first after part of a byte order mark. */
const TEXT = '\xEF\xBBUser-agent: a\nDisallow: /x\0y\nDisallow: /z\n';

const OCTETS = Uint8Array.from(TEXT, (character) => character.charCodeAt(0));

const NAMES = ['google', 'rfc9309', 'draft-koster-rep-00', 'koster-1996'] as const;

function patterns(document: ReturnType<typeof parseSync>, profile: (typeof NAMES)[number]): string[][] {
  return document.groupsUnder(profile).map(({ rules }) => rules.map(({ pattern }) => pattern));
}

test('reading a document under one profile changes nothing under another', () => {
  const expected = NAMES.map((profile) => patterns(parseSync(OCTETS), profile));
  expect(new Set(expected.map((each) => JSON.stringify(each))).size).toBeGreaterThan(1);
  const document = parseSync(OCTETS);
  for (const order of [NAMES, [...NAMES].reverse(), NAMES]) {
    for (const profile of order) {
      expect(patterns(document, profile)).toEqual(expected[NAMES.indexOf(profile)]);
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
    const file = takeOctets(octets);
    return NAMES.map((profile) => rowsUnder(file, PROFILES[profile].reading) === file.lines.rows);
  };
  const plain = new TextEncoder().encode('User-agent: a\nDisallow: /x\n# \0\nDisallow: /z\n');
  expect(rowsOf(plain)).toEqual([true, true, true, true]);
  expect(rowsOf(OCTETS)).toEqual([false, true, true, true]);
});

describe('the lines of a file are read', () => {
  test('once, when they are first needed', () => {
    const file = takeOctets(OCTETS);
    expect(file.isUnused).toBe(true);
    const { lines } = file;
    expect([file.isUnused, file.lines === lines]).toEqual([false, true]);
  });

  test('in a copy only for the copy, and not if the file has them', () => {
    const file = takeOctets(OCTETS);
    const copy = file.copy();
    const { lines } = copy;
    expect(file.isUnused).toBe(true);
    expect(copy.copy().lines).toBe(lines);
    expect(file.lines).toEqual(lines);
  });
});

/** Two stretches and a bit. */
const LONG = 2_500;

describe('the text of every place is what decoding its octets gives', () => {
  const ascii = 'abcdefghijklmnopqrstuvwxy\n';
  const files: [string, Uint8Array][] = [
    ['an empty file', new Uint8Array(0)],
    ['ASCII', octetsOf(ascii.repeat(LONG / ascii.length))],
    ['ASCII, then two-octet characters', utf8(ascii.repeat(60) + 'ä\n'.repeat(300))],
    ['a byte order mark', utf8(`\ufeff${ascii.repeat(60)}`)],
    [
      'octets that are no UTF-8, one by one',
      Uint8Array.from({ length: LONG }, (_, i) => (i % 3 ? 0xe9 : 0x41)),
    ],
    ['surrogate pairs', utf8('🤖'.repeat(LONG / 4))],
  ];
  test.each(files)('%s', (_, octets) => {
    const texts = new FileTexts(octets);
    for (const length of [0, 1, 7, 30, 1023, 1024, 1025, octets.length]) {
      for (let start = 0; start + length <= octets.length; start += 61) {
        const end = start + length;
        expect(texts.slice(start, end)).toBe(decodeText(octets.subarray(start, end)));
        // Backwards, too.
        const last = octets.length - end;
        expect(texts.slice(last, last + length)).toBe(decodeText(octets.subarray(last, last + length)));
      }
    }
  });
});

describe('octets are decoded once', () => {
  /** How often octets are decoded while texts are read. */
  function decodings(octets: Uint8Array, read: (texts: FileTexts) => void): number {
    const texts = new FileTexts(octets);
    const decode = vi.spyOn(TextDecoder.prototype, 'decode');
    try {
      read(texts);
      return decode.mock.calls.length;
    } finally {
      decode.mockRestore();
    }
  }

  const octets = octetsOf('0123456789'.repeat(LONG / 10));

  test('by the KiB, if texts are read in file order', () => {
    const readAll = (texts: FileTexts): void => {
      for (let start = 0; start < octets.length; start += 10) texts.slice(start, start + 10);
    };
    expect(decodings(octets, readAll)).toBe(3);
  });

  test('even if the same text is read again', () => {
    const readTwice = (start: number, end: number) => (texts: FileTexts) => {
      texts.slice(start, end);
      texts.slice(start, end);
    };
    expect(decodings(octets, readTwice(20, 30))).toBe(1);
    expect(decodings(octets, readTwice(20, 20 + 1024))).toBe(1);
    expect(decodings(octets, readTwice(LONG - 10, LONG))).toBe(1);
  });

  test('but a text that is longer than a KiB, or near one that is not ASCII, each time', () => {
    const readTwice = (end: number) => (texts: FileTexts) => {
      texts.slice(0, end);
      texts.slice(0, end);
    };
    expect(decodings(octets, readTwice(1025))).toBe(2);
    // Once more for the stretch, which cannot be sliced.
    expect(decodings(utf8('/a\n/é\n'), readTwice(2))).toBe(3);
  });
});

test('each profile has one value, made when it is first asked for', () => {
  const made: string[] = [];
  const values = new PerProfile<{ of: string }>();
  const get = (one: Profile) =>
    values.get(one, (profile) => {
      made.push(profile.name);
      return { of: profile.name };
    });
  const { rfc9309, google } = PROFILES;
  const first = get(rfc9309);
  expect(get(google)).toEqual({ of: 'google' });
  expect(get(rfc9309)).toBe(first);
  expect(get(google)).toBe(get(google));
  expect(made).toEqual(['rfc9309', 'google']);
});

test('two profiles of one name have values of their own', () => {
  const values = new PerProfile<{ profile: Profile }>();
  const [one, other] = [1, 2].map(() =>
    values.get(defineProfile({ name: 'mine', extends: 'rfc9309' }), (profile) => ({ profile })),
  );
  expect(one).not.toBe(other);
});
