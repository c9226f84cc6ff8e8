/**
 * The one error class for what goes wrong outside the caller's arguments. Bad arguments are a `TypeError` or a
 * `RangeError`; what is odd inside a robots.txt is a diagnostic and never throws.
 */

/** Every code a {@link RobotsError} can carry, with what it means. */
export const ERROR_CODES = {
  'source-type': 'The source yielded something that is not octets.',
  'queue-timeout': 'The fetch waited for its turn for longer than the time limit, and did not begin.',
  'dns-failed': "The host's name could not be resolved.",
  'connect-failed': 'No connection could be made: refused, no route, or broken off before it stood.',
  'tls-failed': 'TLS could not be agreed on, or the certificate is not to be trusted.',
  'connect-timeout': 'No connection stood within the time limit.',
  'headers-timeout': 'The headers of the answer were not there within the time limit.',
  'body-timeout': 'The body came to a halt for longer than the time limit.',
  'total-timeout': 'All of it took longer than the time limit.',
  'connection-reset': 'The connection was broken off before the headers of an answer were there.',
  'malformed-response': 'The answer is not to be understood as HTTP.',
  'body-cut-off': 'The body broke off before its end.',
  'bad-encoding': 'The content coding is unknown, or the body is not encoded so.',
  'redirect-invalid': 'A redirect has no Location, or one that is no http, https or ftp URL.',
  'redirect-loop': 'Redirects led in a circle until there were more than are followed.',
  'too-many-redirects': 'There were more redirects than are followed.',
  'too-many-requests': 'The server answered 429.',
  'server-error': 'The server answered with a 5xx status.',
  'unexpected-status': 'The server answered with a status that says nothing about a robots.txt.',
  'address-refused': 'The host has no address of the public internet, and no other may be connected to.',
  'ftp-client-missing': 'An ftp URL needs the package basic-ftp, which is not installed.',
  'ftp-failed': 'The FTP server failed or refused.',
  'store-package-missing': 'A store needs a package that is not installed.',
  'store-unusable': 'The file of a store is in use by another process, or is no cache of this package.',
  'store-failed': 'A store failed; `cause` holds its error.',
  'store-timeout': 'A store did not answer within the time limit.',
  'client-closed': 'The client was closed before the question was answered.',
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
