import { describe, expect, test, vi } from 'vitest';
import { octetsOf, utf8 } from '../../test/support/octets.js';
import { decodeText } from '../stream/text.js';
import { FileTexts } from './file-texts.js';

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
