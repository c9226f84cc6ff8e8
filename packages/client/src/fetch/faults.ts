/**
 * What can go wrong while a robots.txt is fetched: the codes of `RobotsError` that a result can have.
 */
import { RobotsError, type RobotsErrorCode } from 'robotstream';

/** Where a fault arises. */
interface FaultOrigin {
  /**
   * Whose fault it may be: `program` if nothing was sent to the site, because of the program's limits, guard or packages; `connection` if it may
   * be of the site, or of what is in between, such as a proxy; `site` if the site has answered.
   */
  readonly of: 'program' | 'connection' | 'site';
  /** The time limit that it reports. */
  readonly limit?: 'connectMs' | 'headersMs' | 'bodyMs' | 'totalMs';
}

/** Every fault. `ERROR_CODES` explains each. */
const FAULTS = {
  'dns-failed': { of: 'connection' },
  'connect-failed': { of: 'connection' },
  'tls-failed': { of: 'connection' },
  'proxy-failed': { of: 'program' },
  'connect-timeout': { of: 'connection', limit: 'connectMs' },
  'headers-timeout': { of: 'connection', limit: 'headersMs' },
  'body-timeout': { of: 'connection', limit: 'bodyMs' },
  'total-timeout': { of: 'connection', limit: 'totalMs' },
  'connection-reset': { of: 'connection' },
  'malformed-response': { of: 'connection' },
  'body-cut-off': { of: 'connection' },
  'bad-encoding': { of: 'site' },
  'redirect-invalid': { of: 'site' },
  'redirect-loop': { of: 'site' },
  'too-many-redirects': { of: 'site' },
  'too-many-requests': { of: 'site' },
  'server-error': { of: 'site' },
  'html-page': { of: 'site' },
  'unexpected-status': { of: 'site' },
  'address-refused': { of: 'program' },
  'ftp-client-missing': { of: 'program' },
  'ftp-failed': { of: 'site' },
} as const satisfies Partial<Record<RobotsErrorCode, FaultOrigin>>;

/** What was wrong with a fetch: one of `ACCESS_FAULTS`. */
export type AccessFault = keyof typeof FAULTS;

/** Every code that `fault` can have. `ERROR_CODES` explains each. */
export const ACCESS_FAULTS: readonly AccessFault[] = Object.keys(FAULTS) as AccessFault[];

/** Where a fault arises. */
export function originOf(fault: AccessFault): FaultOrigin {
  return FAULTS[fault];
}

/** A failure of a fetch. It becomes the `cause` of a result. */
export class AccessError extends RobotsError {
  declare readonly code: AccessFault;

  constructor(code: AccessFault, message: string, options?: { cause?: unknown }) {
    super(code, message, options);
  }
}

/** The message of an error, or the text of whatever else was thrown. Never throws, which a value without a prototype would. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'something that cannot be written as text';
  }
}
