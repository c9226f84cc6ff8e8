/**
 * What all readers of octets share.
 */

/** The same octets as a `Buffer`, which finds octets and decodes text faster. */
export function asBuffer(octets: Uint8Array): Buffer {
  return Buffer.isBuffer(octets) ? octets : Buffer.from(octets.buffer, octets.byteOffset, octets.length);
}

/** How many of the first octets equal those of a magic number. One octet of it may be damaged while the rest of the input is readable. */
export function matchingOctets(octets: ArrayLike<number>, magic: Uint8Array): number {
  return magic.reduce((count, octet, i) => count + (octets[i] === octet ? 1 : 0), 0);
}

/** A signal that never aborts, for decoders that end with their input. */
export const NEVER_ABORTS: AbortSignal = new AbortController().signal;
