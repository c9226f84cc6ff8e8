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
 * Encoded octets for each octet that the parsing limit allows. A body that decodes to nothing must have a limit, too.
 * Codings make bodies smaller. Flushing after each line can make one larger, but not twice as large.
 */
const ENCODED_PER_DECODED = 2;

/** Octets of the response for each octet of the body: a chunk of one octet takes six (RFC 9112 §7.1). */
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
