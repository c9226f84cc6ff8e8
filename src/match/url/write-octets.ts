/**
 * Single octets written in a form, for URLs and patterns alike.
 */
import { hexValue, PERCENT } from '../../ascii.js';
import { DECODED_IN_QUERY, hexDigit, KEPT, type OctetKinds } from './octet-kinds.js';

/** The value of two hex digits, given by their octets; -1 if one is none. */
export function tripletValue(first: number, second: number): number {
  const high = hexValue(first);
  const low = hexValue(second);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/**
 * Writes a `%`, or the `%XX` that it begins, in a form.
 *
 * @param value the value of the two hex digits that follow, or -1
 * @param length how many octets have been written
 * @returns how many octets have been written now
 */
export function writePercent(
  kinds: OctetKinds,
  value: number,
  inQuery: boolean,
  octets: Uint8Array,
  length: number,
): number {
  if (value < 0) {
    if (kinds.encodesPercent) return writeTriplet(PERCENT, octets, length);
    octets[length] = PERCENT;
    return length + 1;
  }
  const fate = kinds.triplets[value];
  if (fate === KEPT || (fate === DECODED_IN_QUERY && !inQuery)) return writeTriplet(value, octets, length);
  octets[length] = value;
  return length + 1;
}

/** Writes `%XX`. Returns how many octets have been written now. */
export function writeTriplet(value: number, octets: Uint8Array, length: number): number {
  octets[length] = PERCENT;
  octets[length + 1] = hexDigit(value >> 4);
  octets[length + 2] = hexDigit(value & 0xf);
  return length + 3;
}
