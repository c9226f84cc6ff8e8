/**
 * Compressed octets that do not decompress.
 */
export class DecodingError extends Error {
  /** `bad-encoding` if they are malformed, `body-cut-off` if they end early. */
  readonly code: 'bad-encoding' | 'body-cut-off';

  constructor(code: DecodingError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
