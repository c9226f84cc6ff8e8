/**
 * Bodies whose Content-Encoding names no coding that exists.
 */
import { AccessError } from '../faults.js';

/**
 * Passes a body through as long as it is plain text: without the octets that are a sign of binary data (MIME Sniffing
 * Standard, "binary data byte"). It throws an `AccessError` `bad-encoding` at the first such octet.
 *
 * @param coding what the header names, for the message
 */
export async function* plainText(
  body: AsyncIterable<Uint8Array>,
  coding: string,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of body) {
    if (chunk.some(isBinary)) {
      throw new AccessError(
        'bad-encoding',
        `Content-Encoding names ${JSON.stringify(coding)}, which is unknown, and the body is not plain text`,
      );
    }
    yield chunk;
  }
}

const BACKSPACE = 0x08;
const VERTICAL_TAB = 0x0b;
const SHIFT_OUT = 0x0e;
const SUBSTITUTE = 0x1a;
const FILE_SEPARATOR = 0x1c;
const UNIT_SEPARATOR = 0x1f;

function isBinary(octet: number): boolean {
  return (
    octet <= BACKSPACE ||
    octet === VERTICAL_TAB ||
    (octet >= SHIFT_OUT && octet <= SUBSTITUTE) ||
    (octet >= FILE_SEPARATOR && octet <= UNIT_SEPARATOR)
  );
}
