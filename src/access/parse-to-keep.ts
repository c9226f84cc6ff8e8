/**
 * Parsing for a document that is kept for long and whose memory is counted: it has memory of its own.
 */
import { DocumentReader } from '../ast/reader.js';
import { type Octets, octetsOf } from '../octets.js';
import { RobotsDocument } from '../robots-document.js';

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
