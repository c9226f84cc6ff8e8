/**
 * Octets as text, a character each: what sets and maps can hold.
 */

/** How many octets become text at a time; far below the number of arguments that engines accept. */
const CHUNK_OCTETS = 4096;

/** The text whose characters have the octets' values. */
export function latin1(octets: Uint8Array): string {
  let text = '';
  for (let at = 0; at < octets.length; at += CHUNK_OCTETS) {
    // To spread them takes up to ten times as long.
    text += Reflect.apply(String.fromCharCode, null, octets.subarray(at, at + CHUNK_OCTETS));
  }
  return text;
}
