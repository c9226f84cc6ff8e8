/**
 * Parsing for a document that is kept for long and whose memory is counted: it has memory of its own.
 */

import type { Octets } from 'robotstream';
import { DocumentReader, octetsOf, RobotsDocument } from 'robotstream/internal';

/**
 * Parses a file in memory.
 *
 * @throws {TypeError | RangeError} as `parseSync` does
 */
export function parseToKeep(octets: Octets | string, maxOctets?: number): RobotsDocument {
  const reader = new DocumentReader(maxOctets);
  reader.write(octetsOf(octets));
  return new RobotsDocument(reader.read());
}
