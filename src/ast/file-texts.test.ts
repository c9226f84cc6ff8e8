import { describe, expect, test } from 'vitest';
import { octetsOf } from '../../test/support/octets.js';
import { decodeText } from '../stream/text.js';
import { FileTexts } from './file-texts.js';

/** Two stretches and a bit. */
const LONG = 2_500;

describe('the text of every place is what decoding its octets gives', () => {
  const ascii = 'abcdefghijklmnopqrstuvwxy\n';
  const files: [string, Uint8Array][] = [
    ['an empty file', new Uint8Array(0)],
    ['ASCII', octetsOf(ascii.repeat(LONG / ascii.length))],
    ['ASCII, then two-octet characters', octetsOf(ascii.repeat(60) + 'ä\n'.repeat(300))],
    ['a byte order mark', octetsOf(`\ufeff${ascii.repeat(60)}`)],
    [
      'octets that are no UTF-8, one by one',
      Uint8Array.from({ length: LONG }, (_, i) => (i % 3 ? 0xe9 : 0x41)),
    ],
    ['surrogate pairs', octetsOf('🤖'.repeat(LONG / 4))],
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
