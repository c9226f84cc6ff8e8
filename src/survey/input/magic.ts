/**
 * The first octets of a format. One of them may be damaged, and the rest of the input be readable.
 */

/** How many of the first octets are those of a magic number. */
export function matchingOctets(octets: ArrayLike<number>, magic: Uint8Array): number {
  return magic.reduce((count, octet, i) => count + (octets[i] === octet ? 1 : 0), 0);
}
