/**
 * The digest of a payload as WARC states it: an algorithm and a value in Base32 or hexadecimal digits (ISO 28500:2017, "WARC-Payload-Digest").
 */
import { getHashes, hash } from 'node:crypto';
import type { DigestCheck } from './capture.js';

/** The algorithms that archives use, by the names in lower case without hyphens, and how many octets their digests have. */
const DIGEST_OCTETS: ReadonlyMap<string, number> = new Map(
  Object.entries({ md5: 16, sha1: 20, sha256: 32, sha512: 64 }).filter(([name]) =>
    getHashes().includes(name),
  ),
);

const LABELLED = /^([a-z0-9-]+):([a-z0-9]+)=*$/i;
const HEX = /^[0-9a-f]+$/i;

/**
 * Compares a stated digest with octets.
 *
 * @param candidates the octets that the digest may belong to; archives differ in whether a transfer coding counts
 */
export function checkDigest(stated: string | undefined, candidates: readonly Uint8Array[]): DigestCheck {
  const [, label = '', value = ''] = LABELLED.exec(stated?.trim() ?? '') ?? [];
  const algorithm = label.toLowerCase().replaceAll('-', '');
  const digestOctets = DIGEST_OCTETS.get(algorithm);
  if (digestOctets === undefined) return 'unchecked';
  const isHex = value.length === 2 * digestOctets && HEX.test(value);
  // Another form, such as Base64, cannot be checked.
  if (!isHex && value.length !== Math.ceil((8 * digestOctets) / BITS_A_DIGIT)) return 'unchecked';
  const matches = candidates.some((octets) => {
    const digest = hash(algorithm, octets, 'buffer');
    return isHex ? digest.toString('hex') === value.toLowerCase() : base32(digest) === value.toUpperCase();
  });
  return matches ? 'valid' : 'mismatch';
}

/** The alphabet of Base32 (RFC 4648 §6). */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS_A_DIGIT = 5;

/** Base32 without padding. */
function base32(octets: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const octet of octets) {
    value = ((value << 8) | octet) & 0xfff;
    for (bits += 8; bits >= BITS_A_DIGIT; bits -= BITS_A_DIGIT) {
      text += BASE32[(value >> (bits - BITS_A_DIGIT)) & 31];
    }
  }
  return bits === 0 ? text : text + BASE32[(value << (BITS_A_DIGIT - bits)) & 31];
}
