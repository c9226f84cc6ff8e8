/**
 * Octets in tests: made from text, compared quickly, and shown so that people can read the difference.
 */
import { expect } from 'vitest';
import { toOctetString, toOctets } from '../reference/octets.js';

const encoder = new TextEncoder();

/** Text as UTF-8. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** One octet for each character, U+0000 to U+00FF: for octets that are not text. */
export const octetsOf = toOctets;

/** How many octets around a difference are shown. */
const SHOWN_OCTETS = 40;

/** Expects octets to be equal. `toEqual` takes a hundred times as long, and shows numbers. */
export function sameOctets(actual: Uint8Array, expected: Uint8Array): void {
  const at = firstDifference(actual, expected);
  if (at < 0) return;
  const around = (octets: Uint8Array): string =>
    toOctetString(octets.subarray(Math.max(0, at - SHOWN_OCTETS), at + SHOWN_OCTETS));
  expect({ at, octets: around(actual), length: actual.length }).toEqual({
    at,
    octets: around(expected),
    length: expected.length,
  });
  throw new Error(`octet ${at} differs`);
}

/** Where two arrays first differ, or -1. */
export function firstDifference(a: Uint8Array | Int32Array, b: Uint8Array | Int32Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return i;
  return a.length === b.length ? -1 : length;
}

/** A number that almost certainly differs if the numbers differ. */
export function digest(numbers: Uint8Array | Int32Array): string {
  let hash = 0;
  for (const number of numbers) hash = (Math.imul(hash, 31) + number) | 0;
  return `${numbers.length} numbers, hash ${hash}`;
}
