/**
 * What the other packages of this repository import of this one. It is no API, and changes without notice.
 */

export { decoded } from './fetch/content-codings.js';
export { FIRST_FINAL_STATUS } from './fetch/dispatch.js';
export { AccessError } from './fetch/faults.js';
export { octetLimits } from './fetch/limits.js';
export { aUserAgent, HEADER_NAME, isRecord } from './fetch/option-table.js';
export { optionalPackage } from './fetch/optional-package.js';
export { isRedirect, redirectTarget } from './fetch/redirects.js';
export { outcomeOfStatus } from './fetch/result.js';
export { backOffMs, parseRetryAfter } from './fetch/retry.js';
export { domainsFor } from './pacing/turn-key.js';
