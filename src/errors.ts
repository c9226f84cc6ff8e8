/**
 * The one error class, for everything but bad arguments and bad files. Bad arguments throw a `TypeError` or a `RangeError`;
 * problems in a robots.txt are diagnostics and never throw.
 */

/** Every code that a {@link RobotsError} can have, and what it means. */
export const ERROR_CODES = {
  'source-type': 'The source yielded something other than octets.',
  'endless-source': 'A source went on for more than 4 MiB past the parsing limit.',
  'dns-failed': 'The host name could not be resolved.',
  'connect-failed': 'The connection was refused, had no route, or was closed before it was established.',
  'tls-failed': 'The TLS handshake failed, or the certificate is not trusted.',
  'proxy-failed': 'The proxy could not be reached, or refused to connect.',
  'connect-timeout': 'The connection was not established within the time limit.',
  'headers-timeout': 'The response headers did not arrive within the time limit.',
  'body-timeout': 'The body stalled for longer than the time limit.',
  'total-timeout': 'The whole fetch took longer than the time limit.',
  'connection-reset': 'The connection was closed before the response headers arrived.',
  'malformed-response': 'The response is not valid HTTP.',
  'body-cut-off': 'The body ended early.',
  'bad-encoding': 'The content coding is unknown, or the body does not match it.',
  'redirect-invalid': 'A redirect has no Location, or one that is not an http, https or ftp URL.',
  'redirect-loop': 'Redirects formed a loop, and the limit on redirects was reached.',
  'too-many-redirects': 'There were more redirects than the limit.',
  'too-many-requests': 'The server responded with 429.',
  'server-error': 'The server responded with a 5xx status.',
  'html-page': 'The robots.txt is an HTML page. The option `html` says how to treat it.',
  'unexpected-status': 'The server responded with a status that has no meaning for a robots.txt.',
  'address-refused': 'The host has no address that may be connected to.',
  'ftp-client-missing': 'An ftp URL needs the package basic-ftp, which is not installed.',
  'ftp-failed': 'The FTP server failed, or refused the request.',
  'html-package-missing': 'HTML is read with the package parse5, which is not installed.',
  'xml-package-missing': 'License files are read with the package @rgrove/parse-xml, which is not installed.',
  'license-invalid': 'A file is not a license file of RSL 1.0 that can be read.',
  'store-package-missing': 'A store needs a package that is not installed.',
  'pacing-package-missing': 'The pacing of domains needs the package tldts, which is not installed.',
  's3-package-missing': 'An s3 URL needs the package @aws-sdk/client-s3, which is not installed.',
  'report-package-missing':
    'The report of a survey needs the package @duckdb/node-api, or tldts for registrable domains, which is not installed.',
  'store-unusable': 'The file of a store is not a cache of this package, or this Node has no SQLite.',
  'store-failed': 'A store failed; `cause` has its error.',
  'store-timeout': 'A store did not respond within the time limit.',
  'threads-unavailable': 'The threads of a survey cannot be started.',
  'survey-failed': 'No input of a survey could be read; `cause` has the error of the first.',
  disallowed: 'The robots.txt of the site does not allow the request.',
  deferred: 'Whether the request is allowed cannot be known for now; `retryAt` is the time to try again.',
  'delay-too-long':
    'The robots.txt of the site asks for a longer delay between requests than the crawler accepts.',
  'client-closed': 'The client was closed before it could answer.',
} as const;

/** The code of a `RobotsError`: a key of `ERROR_CODES`. docs/errors.md lists them. */
export type RobotsErrorCode = keyof typeof ERROR_CODES;

/**
 * An error with a stable `code`. `cause` is the underlying error, if there is one.
 *
 * @example
 * ```js
 * import { parse, RobotsError } from 'robotstream';
 *
 * try {
 *   await parse(JSON.parse('[1, 2, 3]'));
 * } catch (error) {
 *   if (error instanceof RobotsError) console.log(error.code); // → source-type
 * }
 * ```
 */
export class RobotsError extends Error {
  override readonly name = 'RobotsError';
  /** Stable: programs may compare it. docs/errors.md lists the codes. */
  readonly code: RobotsErrorCode;

  constructor(code: RobotsErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
