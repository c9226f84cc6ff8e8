/**
 * What the other packages of this repository import of this one. It is not an API: any version may change it.
 */

export { backOffMs } from './fetch/back-off.js';
export { decoded } from './fetch/codings/content-codings.js';
export { type Decoder, decode, OctetReader } from './fetch/codings/decode.js';
export {
  GZIP_HEADER_OCTETS,
  GZIP_MAGIC,
  GZIP_SIZE_OCTETS,
  GZIP_TRAILER_OCTETS,
  gunzipMember,
  isGzipMember,
} from './fetch/codings/gzip.js';
export { unzstdAtOnce } from './fetch/codings/zstd.js';
export { FrameScan, ZSTD_MAGIC } from './fetch/codings/zstd-frame-scan.js';
export { FIRST_FINAL_STATUS } from './fetch/dispatch.js';
export { AccessError } from './fetch/faults.js';
export { octetLimits } from './fetch/limits.js';
export { aUserAgent, HEADER_NAME, isRecord } from './fetch/option-table.js';
export { isRedirect, redirectTarget } from './fetch/redirects.js';
export { outcomeOfStatus } from './fetch/result/result.js';
export { parseRetryAfter } from './fetch/result/retry.js';
export { domainsFor } from './pacing/domain.js';
export { optionalPackage } from './store/optional-package.js';
