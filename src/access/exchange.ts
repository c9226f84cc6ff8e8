/**
 * One request and its answer, whatever the protocol.
 */

/** A request that was answered. */
export interface Exchange {
  /** The HTTP status, or the FTP reply code; an FTP download ends with another than it began with. */
  readonly status: number;
  /** Headers by lower-case name; FTP has none. */
  readonly headers: AnswerHeaders;
  /** Octets of the body that have come so far, as they were sent. */
  readonly encodedOctets: number;
  /**
   * The body as it is sent, once. It throws an `AccessError` where the body breaks off; leaving it early closes the
   * connection.
   */
  body(): AsyncIterable<Uint8Array>;
  /** Lets go of the body if it is not at its end, and of the connection with it. */
  close(): void;
}

export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A header's only value, or the first of several. */
export function firstValue(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'object' ? value[0] : value;
}
