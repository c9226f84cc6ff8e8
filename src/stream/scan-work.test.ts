/**
 * The scanner's loop passes over a line four octets at a time, and looks at a few single ones: a line takes as many single
 * octets as one that is ten times as long. Lines that are read in full take each of their octets.
 */
import { describe, expect, test } from 'vitest';
import { octetsReadBy } from '../../test/support/octets-read.js';
import { lendScanMemory } from './memory.js';
import { type KeptRows, scanRows } from './scan.js';

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
