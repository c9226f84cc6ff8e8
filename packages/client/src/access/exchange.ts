/**
 * One request and its response, over any protocol.
 */

/** A request that has a response. */
export interface Exchange {
  /** The HTTP status or the FTP reply code. The code of an FTP download changes when it ends. */
  readonly status: number;
  /** Header values by lower-case name; FTP has none. */
  readonly headers: HeaderValues;
  /** How many octets of the body have arrived, in encoded form. */
  readonly encodedOctets: number;
  /**
   * The body in encoded form. It can be read once. It throws an `AccessError` if the body is cut off; leaving it early
   * closes the connection.
   */
  body(): AsyncIterable<Uint8Array>;
  /** Ends the exchange, and closes its connection if the body has not been received to its end. */
  close(): void;
}

/** The values of each header; a list for a header that was sent more than once. */
export type HeaderValues = Readonly<Record<string, string | string[] | undefined>>;

/** A header's only value, or the first of several. */
export function firstValue(headers: HeaderValues, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'object' ? value[0] : value;
}
