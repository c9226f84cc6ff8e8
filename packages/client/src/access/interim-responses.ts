/**
 * Interim responses: 1xx before the final response to the same request. A client skips those that it did not ask for
 * (RFC 9110 §15.2).
 */

/** How many of them may come before a final response. Servers send one or two; each takes time to read. */
export const MAX_INTERIM_RESPONSES = 100;

/** The beginning of one: the version, a status of three digits, and what ends it. */
const STATUS = /^HTTP\/1\.\d (1\d\d)[ \r]/;
const STATUS_OCTETS = 'HTTP/1.1 100 '.length;

/** The last HTTP response on its connection. This package never asks for it. */
const SWITCHING_PROTOCOLS = '101';

const HEADERS_END = '\r\n\r\n';

const NOTHING = Buffer.alloc(0);

/** Skips the interim responses at the beginning of a connection. */
export class InterimResponses {
  readonly #maxOctets: number;
  /** Octets that may be those of an interim response; null once the final response has begun. */
  #pending: Buffer | null = NOTHING;
  #count = 0;

  /** @param maxOctets how many octets one interim response may take */
  constructor(maxOctets: number) {
    this.#maxOctets = maxOctets;
  }

  /**
   * The octets of the final response in the next chunk; none until that response has begun.
   *
   * @returns null if an interim response is too long, or if there are too many
   */
  skip(chunk: Buffer): Buffer | null {
    if (this.#pending === null) return chunk;
    let pending = Buffer.concat([this.#pending, chunk]);
    while (pending.length >= STATUS_OCTETS) {
      const [, status] = STATUS.exec(pending.toString('latin1', 0, STATUS_OCTETS)) ?? [];
      if (status === undefined || status === SWITCHING_PROTOCOLS) {
        this.#pending = null;
        return pending;
      }
      const headersEnd = pending.indexOf(HEADERS_END);
      if (headersEnd === -1) break;
      const end = headersEnd + HEADERS_END.length;
      this.#count++;
      if (end > this.#maxOctets || this.#count > MAX_INTERIM_RESPONSES) return null;
      pending = pending.subarray(end);
    }
    this.#pending = pending;
    return pending.length > this.#maxOctets ? null : NOTHING;
  }

  /** The octets that are left when the connection ends. */
  rest(): Buffer {
    return this.#pending ?? NOTHING;
  }
}
