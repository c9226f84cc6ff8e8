import { expect, test } from 'vitest';
import { octetsOf, utf8 } from '../../test/support/octets.js';
import { decodeText, OctetText } from './octet-text.js';

test('has its place, and decodes on demand', () => {
  const memory = utf8('xé€y');
  const text = new OctetText(memory, 1, 6, 100);
  expect([text.start, text.end]).toEqual([101, 106]);
  expect(text.octets).toEqual(utf8('é€'));
  expect([text.text, String(text), `${text}`]).toEqual(['é€', 'é€', 'é€']);
  expect(JSON.parse(JSON.stringify(text))).toEqual({ start: 101, end: 106, text: 'é€' });
  memory[1] = 0x78;
  expect(text.text).toBe('x\ufffd€');
});

test('what is not UTF-8 shows as U+FFFD; a byte order mark stays', () => {
  expect(decodeText(octetsOf('a\xFFb'))).toBe('a\ufffdb');
  expect(decodeText(octetsOf('\xEF\xBB\xBFa'))).toBe('\ufeffa');
  expect(decodeText(new Uint8Array())).toBe('');
});
