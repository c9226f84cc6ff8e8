/** The parts of a fleet run that need no process. */
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressed, member, stored } from '../../bench/fleet/gzip-pieces.js';
import { lineThrough } from '../../bench/fleet/line.js';

test('pieces make a gzip member, whatever they are', () => {
  const pieces = [
    stored('a'),
    compressed(Buffer.from('b'.repeat(10_000))),
    stored(''),
    compressed(Buffer.alloc(0)),
  ];
  expect(gunzipSync(Buffer.concat(member(pieces))).toString()).toBe(`a${'b'.repeat(10_000)}`);
});

test('a line goes through points, and says how near they are', () => {
  const points = [1, 2, 5].map((captures) => ({ captures, cpuSeconds: 3 + 2 * captures }));
  const { secondsPerCapture, secondsAtFirst, fit } = lineThrough(points);
  expect([secondsPerCapture, secondsAtFirst, fit].map((value) => value.toFixed(9))).toEqual([
    '2.000000000',
    '3.000000000',
    '1.000000000',
  ]);
  expect(lineThrough([...points, { captures: 6, cpuSeconds: 0 }]).fit).toBeLessThan(0.9);
});
