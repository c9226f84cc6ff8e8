/**
 * How much of a response is read.
 */

export interface OctetLimits {
  /** How many octets of the body, in encoded form. */
  readonly maxEncodedOctets: number;
  /** How many octets of one header section. */
  readonly maxHeaderOctets: number;
  /** How many octets in all: headers, body, and what frames them. */
  readonly maxOctets: number;
}

/** A longer header section makes the response malformed. */
const MAX_HEADER_OCTETS = 16 * 1024;

/**
 * Octets of a body for each that the parsing limit allows. A body that decodes to nothing has to end somewhere. Codings
 * make bodies smaller; where flushing after each line makes one larger, twice the size is plenty.
 */
const ENCODED_PER_DECODED = 2;

/** Octets in all for each of the body: chunks of one octet take six octets each (RFC 9112 §7.1). */
const OCTETS_PER_ENCODED = 6;

/** Interim responses, the header section and the trailer section. */
const MAX_HEADER_SECTIONS = 4;

/** @param maxOctets the parsing limit */
export function octetLimits(maxOctets: number): OctetLimits {
  const maxEncodedOctets = maxOctets * ENCODED_PER_DECODED;
  return {
    maxEncodedOctets,
    maxHeaderOctets: MAX_HEADER_OCTETS,
    maxOctets: maxEncodedOctets * OCTETS_PER_ENCODED + MAX_HEADER_OCTETS * MAX_HEADER_SECTIONS,
  };
}
