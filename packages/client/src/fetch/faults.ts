/**
 * What can go wrong while a robots.txt is fetched: the codes of `RobotsError` that a result can have.
 */
import { RobotsError, type RobotsErrorCode } from 'robotstream';

/** Every code that `fault` can have. `ERROR_CODES` explains each. */
export const ACCESS_FAULTS = [
  'dns-failed',
  'connect-failed',
  'tls-failed',
  'proxy-failed',
  'connect-timeout',
  'headers-timeout',
  'body-timeout',
  'total-timeout',
  'connection-reset',
  'malformed-response',
  'body-cut-off',
  'bad-encoding',
  'redirect-invalid',
  'redirect-loop',
  'too-many-redirects',
  'too-many-requests',
  'server-error',
  'html-page',
  'unexpected-status',
  'address-refused',
  'ftp-client-missing',
  'ftp-failed',
] as const satisfies readonly RobotsErrorCode[];

/** What was wrong with a fetch: one of `ACCESS_FAULTS`. */
export type AccessFault = (typeof ACCESS_FAULTS)[number];

/** A failure of a fetch. It becomes the `cause` of a result. */
export class AccessError extends RobotsError {
  declare readonly code: AccessFault;

  constructor(code: AccessFault, message: string, options?: { cause?: unknown }) {
    super(code, message, options);
  }
}
