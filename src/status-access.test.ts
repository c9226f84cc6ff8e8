import { expect, test } from 'vitest';
import { accessOf } from './status-access.js';

test('accessOf judges by RFC 9309 unless a profile is given', () => {
  expect(accessOf(403)).toEqual({ outcome: 'unavailable', meaning: 'allow-all' });
  expect(accessOf(403, 'koster-1996')).toEqual({ outcome: 'unavailable', meaning: 'disallow-all' });
});

test('accessOf refuses what is not a status, and a profile that it does not know', () => {
  expect(() => accessOf(99)).toThrow(RangeError);
  expect(() => accessOf(404.5)).toThrow(RangeError);
  expect(() => accessOf('404' as never)).toThrow(TypeError);
  expect(() => accessOf(404, 'nosuch' as never)).toThrow(/rfc9309/);
});
