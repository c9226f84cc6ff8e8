/**
 * The scanner's short cuts say what `readLine` says. A line that comes octet by octet is read by it alone; one
 * that comes whole is scanned, four octets at a time, so each case is tried at every distance from the chunk's start.
 */
import { describe, expect, test } from 'vitest';
import { octetsOf } from '../../test/support/octets.js';
import { octetsReadBy } from '../../test/support/octets-read.js';
import { eventsOf, plainEvent, sameEvents } from '../../test/support/ways.js';
import type { RobotsEvent } from './events.js';
import { lendScanMemory } from './memory.js';
import { type KeptRows, scanRows } from './scan.js';

/** Lines of this much white space before them begin at every place in a word. */
const LEADS = ['', ' ', '  ', '\t ', '   ', '    ', ' \v\f  '];

const FIELDS = ['user-agent', 'allow', 'disallow', 'sitemap', 'useragent', 'dissalow', 'disallowed', 'host'];

function scanned(text: string): RobotsEvent[] {
  return eventsOf([octetsOf(text)]);
}

function read(text: string): RobotsEvent[] {
  return eventsOf(Array.from(octetsOf(text), (octet) => Uint8Array.of(octet)));
}

test('the short cuts read every octet in every part of a record as read-line.ts does', () => {
  for (let octet = 0; octet < 256; octet++) {
    const character = String.fromCharCode(octet);
    const text = FIELDS.flatMap((field) => [
      `${character}${field}: /\n`,
      `${field.slice(0, 3)}${character}${field.slice(3)}: /\n`,
      `${field.slice(0, -1)}${character}: /\n`,
      `${field}${character}: /\n`,
      `${field}${character}/\n`,
      `${field} :${character}/\n`,
      `${field}: /${character}\n`,
      `${field}: /a${character}b\n`,
      `${field}: /abc${character}#\n`,
    ]).join('');
    sameEvents(scanned(text), read(text));
  }
});

test('the short cuts read every place in a word, every length and every line end as read-line.ts does', () => {
  for (const lead of LEADS) {
    for (let length = 0; length < 12; length++) {
      const value = '/'.padEnd(length, 'x').slice(0, length);
      for (const tail of ['', ' ', ' #', '#c', '\0', ' \x01', '\xFF']) {
        for (const end of ['\n', '\r', '\r\n', ''])
          for (const field of ['Disallow:', 'allow', '#', 'x', '']) {
            const text = `${lead}${field}${value}${tail}${end}`;
            sameEvents(scanned(text), read(text));
          }
      }
    }
  }
});

test('a field that is cut off is not a directive', () => {
  for (const field of FIELDS) {
    for (let length = 0; length <= field.length; length++) {
      const text = field.slice(0, length);
      sameEvents(scanned(text), read(text));
      sameEvents(scanned(`${text}\n`), read(`${text}\n`));
    }
  }
});

test('octets left in memory by an earlier chunk are not read', () => {
  scanned('x'.repeat(500));
  scanned('disallow: /'.repeat(50));
  const [, line] = scanned('disal');
  expect(plainEvent(line)).toMatchObject({ type: 'invalid', octets: 'disal' });
});

/** Scans a file as documents do. A short cut reads no octet of a line twice, which the tests below count: no answer shows it. */
function readRows(file: Uint8Array, keep: KeptRows, second?: number): void {
  lendScanMemory((memory) => {
    memory.load(file);
    for (let next = 0; next < file.length; ) {
      memory.rowsEnd = memory.rowsStart;
      next = scanRows(memory, next, file.length, true, keep, second);
    }
  });
}

const LOOPS: { readonly [name: string]: (file: Uint8Array) => void } = {
  'rows of all lines': (file) => readRows(file, 'all'),
  'rows of directives': (file) => readRows(file, 'directives'),
};

const USUAL_LINES = [
  ...['user-agent', 'User-Agent', 'ALLOW', 'disallow', 'Sitemap'].flatMap((field) => [
    `${field}: …`,
    `  ${field}: …`,
    `${field}:…`,
    `${field} : \t …`,
    `${field}: … `,
    `${field}: /#…`,
    `${field}:#…`,
  ]),
  '#…',
  ' \t#…',
];

/** Lines whose first letter starts no directive. */
const OTHER_LINES = ['host: …', 'crawl-delay…', '…'];

describe.each(Object.entries(LOOPS))('%s', (_, read) => {
  const short = read === LOOPS['rows of all lines'] ? USUAL_LINES : [...USUAL_LINES, ...OTHER_LINES];
  const full = [
    'dissallow: …',
    'user agent: …',
    'disallow …',
    ...OTHER_LINES.filter((line) => !short.includes(line)),
  ];

  test.each(short)('%j', (line) => {
    for (const end of ['\n', '\r\n', '\r', '']) {
      const body = (length: number): string => line.replace('…', 'x'.repeat(length)) + end;
      expect(octetsReadBy(read, body(800))).toBe(octetsReadBy(read, body(80)));
    }
  });

  test('far from the start of a file, too', () => {
    const above = `${'x'.repeat(999)}\n`.repeat(20);
    const body = (length: number): string => `${above}allow: /${'x'.repeat(length)}\n`;
    expect(octetsReadBy(read, body(800))).toBe(octetsReadBy(read, body(80)));
  });

  test.each(full)('%j is read in full', (line) => {
    const reads = octetsReadBy(read, line.replace('…', 'x'.repeat(800)));
    expect(reads).toBeGreaterThan(800);
  });
});

test('a rule that need have no row is not read to its end', () => {
  const read = (file: Uint8Array): void => readRows(file, 'directives', 'x'.charCodeAt(0));
  const body = (length: number): string => `allow: /\ndisallow: /y\x01${'x'.repeat(length)} \n`;
  expect(octetsReadBy(read, body(800))).toBe(octetsReadBy(read, body(80)));
});
