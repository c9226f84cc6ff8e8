import { describe, expect, test } from 'vitest';
import { sameOctets, utf8 } from '../../test/support/octets.js';
import { parseSync, parseToKeep } from '../parse.js';
import { parsedFileOf } from '../robots-document.js';
import { PADDING_OCTETS } from '../stream/scan-buffer.js';

/** A file with a rule in each of its lines, of which all but the first have ten octets. */
function fileOf(lines: number): Uint8Array {
  return utf8(`user-agent: a\n${'allow:/ab\n'.repeat(lines)}`);
}

describe('small documents', () => {
  test('share memory', () => {
    const octets = new Set<ArrayBufferLike>();
    const rows = new Set<ArrayBufferLike>();
    for (let i = 0; i < 20; i++) {
      const file = parsedFileOf(parseSync(fileOf(2)));
      octets.add(file.octets.buffer);
      rows.add(file.rows.buffer);
    }
    // The last documents of a piece and the first of the next.
    expect(octets.size).toBeLessThanOrEqual(2);
    expect(rows.size).toBeLessThanOrEqual(2);
    expect([...octets].filter((buffer) => rows.has(buffer))).toEqual([]);
  });

  test('keep their octets and rows, whatever is read after them', () => {
    const sizes = [0, 1, 62, 63, 64, 65, 200, 203, 204, 205, 900];
    const bodies = Array.from({ length: 22 }, (_, i) => fileOf(sizes[i % sizes.length]));
    const documents = bodies.map((body) => parseSync(body));
    for (let i = 0; i < bodies.length; i++) {
      sameOctets(documents[i].octets, bodies[i]);
      expect(parsedFileOf(documents[i]).rows.join()).toBe(parsedFileOf(parseToKeep(bodies[i])).rows.join());
      expect(documents[i].groups[0].rules.length).toBe(sizes[i % sizes.length]);
    }
  });

  test.each([0, 2, 1000])('of %i rules survive that the octets of another are transferred', (rules) => {
    const documents = Array.from({ length: 3 }, () => parseSync(fileOf(rules)));
    const { octets } = documents[1];
    structuredClone(octets, { transfer: [octets.buffer as ArrayBuffer] });
    for (const document of [documents[0], documents[2]]) {
      sameOctets(document.octets, fileOf(rules));
      expect(document.groups[0].rules.map(({ pattern }) => pattern)).toEqual(Array(rules).fill('/ab'));
    }
  });

  test('give the same octets each time', () => {
    const document = parseSync(fileOf(1));
    expect(document.octets).toBe(document.octets);
  });
});

test.each([0, 2, 1000])(
  'parseToKeep: a document of %i rules has memory of its own, and no more than it needs',
  (rules) => {
    const body = fileOf(rules);
    const { octets, rows } = parsedFileOf(parseToKeep(body));
    sameOctets(octets, body);
    expect(octets.buffer.byteLength).toBe(body.length + PADDING_OCTETS);
    expect(rows.buffer.byteLength).toBe(rows.byteLength);
    expect(parseToKeep(body).octets.buffer).not.toBe(parseToKeep(body).octets.buffer);
  },
);
