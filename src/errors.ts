/**
 * The one error class for what goes wrong outside the caller's arguments. Bad arguments are a `TypeError` or a
 * `RangeError`; what is odd inside a robots.txt is a diagnostic and never throws.
 */

/** Every code a {@link RobotsError} can carry, with what it means. */
export const ERROR_CODES = {
  'source-failed': 'The source of octets failed while it was read; `cause` holds its error.',
  'source-type': 'The source yielded something that is not octets.',
} as const;

export type RobotsErrorCode = keyof typeof ERROR_CODES;

/** An error with a stable `code`. `cause` holds the error behind it, where there is one. */
export class RobotsError extends Error {
  override readonly name = 'RobotsError';
  readonly code: RobotsErrorCode;

  constructor(code: RobotsErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
