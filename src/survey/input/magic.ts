/**
 * Magic numbers. One octet of them may be damaged while the rest of the input is readable.
 */

/** How many of the first octets equal those of a magic number. */
export function matchingOctets(octets: ArrayLike<number>, magic: Uint8Array): number {
  return magic.reduce((count, octet, i) => count + (octets[i] === octet ? 1 : 0), 0);
}
