/**
 * The text of an XML document from its octets: by the byte order mark, the octets of its first characters, or its declaration (XML 1.0, appendix F).
 */
import { RobotsError } from '../errors.js';

/** How documents begin in encodings whose declaration cannot be read as ASCII. */
const BEGINNINGS: readonly (readonly [label: string, octets: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0x00, 0x3c, 0x00]],
  ['utf-16le', [0x3c, 0x00]],
];

/** How many octets the declaration may have. */
const DECLARATION_OCTETS = 256;

/**
 * Decodes a document. The ends of its lines are LF, and it has no byte order mark.
 *
 * @throws {RobotsError} `license-invalid` if there is no such encoding, or the octets are not of it
 */
export function textOfXml(octets: Uint8Array): string {
  const begun = BEGINNINGS.find(([, mark]) => mark.every((octet, i) => octets[i] === octet));
  const label = begun?.[0] ?? declaredIn(octets) ?? 'utf-8';
  try {
    // The parser takes time with the square of the lines that end with CR LF, so they are replaced here (XML 1.0, section 2.11).
    return new TextDecoder(label, { fatal: true }).decode(octets).replace(/\r\n?/g, '\n');
  } catch (error) {
    throw new RobotsError('license-invalid', `the file is not text in the encoding ${label}`, {
      cause: error,
    });
  }
}

function declaredIn(octets: Uint8Array): string | undefined {
  const start = String.fromCharCode(...octets.subarray(0, DECLARATION_OCTETS));
  return /^<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1];
}
