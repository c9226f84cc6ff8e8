/**
 * A document back to octets.
 */
import { plainOctets } from './octets.js';
import { isObject, misshapen } from './option-checks.js';
import { fileOf, RobotsDocument } from './robots-document.js';

/**
 * A copy of the octets that a document was read from. If the parsing limit cut the file, these are its whole lines. A document
 * folded from events lacks the octets that the parser discarded (`document.discardedOctets`).
 *
 * @throws {TypeError} if it is not a document
 */
export function stringify(document: { readonly octets: Uint8Array }): Uint8Array {
  // Not `document.octets`, which the program may have written to or transferred.
  if (isObject(document) && document instanceof RobotsDocument) return fileOf(document).octets.slice();
  const octets = isObject(document) ? plainOctets(document.octets) : undefined;
  if (octets === undefined) throw misshapen(document, 'document', 'a document of this package');
  return octets.slice();
}
