/**
 * The scanner's loops pass over a line four octets at a time, and look at a few single ones: a line takes as many single
 * octets as one that is ten times as long. Lines that are read in full take each of their octets.
 */
import { describe, expect, test } from 'vitest';
import { octetsReadBy } from '../../test/support/octets-read.js';
import { PROFILES } from '../profiles.js';
import { lendScanMemory } from './memory.js';
import { type KeptRows, type LineVisitor, scanRows, visitDirectives } from './scan.js';

const EVERYTHING: LineVisitor = {
  wants: () => true,
  rulesOut: () => false,
  blank: () => {},
  directive: () => true,
};

function readRows(file: Uint8Array, keep: KeptRows): void {
  lendScanMemory((memory) => {
    memory.load(file);
    for (let next = 0; next < file.length; ) {
      memory.rowsEnd = memory.rowsStart;
      next = scanRows(memory, next, file.length, true, keep);
    }
  });
}

const LOOPS: { readonly [name: string]: (file: Uint8Array) => void } = {
  'rows of all lines': (file) => readRows(file, 'all'),
  'rows of directives': (file) => readRows(file, 'directives'),
  'a visitor': (file) => visitDirectives(file, PROFILES.rfc9309.reading, EVERYTHING),
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

describe('a visitor', () => {
  const visit =
    (visitor: Partial<LineVisitor>) =>
    (file: Uint8Array): void =>
      visitDirectives(file, PROFILES.rfc9309.reading, { ...EVERYTHING, ...visitor });

  test.each(['dissallow: …', 'disallow …', 'disallow: /\x01…'])(
    'skips a line that it does not want: %j',
    (line) => {
      const read = visit({ wants: () => false });
      const body = (length: number): string => `${line.replace('…', 'x'.repeat(length))}\n`;
      expect(octetsReadBy(read, body(800))).toBe(octetsReadBy(read, body(80)));
    },
  );

  test('skips the rest of a rule that it rules out', () => {
    const read = visit({ rulesOut: () => true });
    const body = (length: number): string => `allow: /\x01${'x'.repeat(length)} \n`;
    expect(octetsReadBy(read, body(800))).toBe(octetsReadBy(read, body(80)));
  });
});
