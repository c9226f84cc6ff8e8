/**
 * What the packages share of this one's inside. It is no API: any version may change it.
 */

export { isRedirect, redirectTarget } from './access/ask.js';
export { backOffMs } from './access/back-off.js';
export { FIRST_FINAL_STATUS } from './access/dispatch.js';
export { AccessError } from './access/faults.js';
export { decoded } from './access/http/content-codings.js';
export { type Decoder, decode, OctetReader } from './access/http/decode.js';
export {
  GZIP_HEADER_OCTETS,
  GZIP_MAGIC,
  GZIP_SIZE_OCTETS,
  GZIP_TRAILER_OCTETS,
  gunzipMember,
  isGzipMember,
} from './access/http/gzip.js';
export { FrameScan, ZSTD_MAGIC } from './access/http/zstd-frame-scan.js';
export { octetLimits } from './access/limits.js';
export { aUserAgent, HEADER_NAME, isRecord } from './access/option-table.js';
export { outcomeOfStatus } from './access/result/result.js';
export { parseRetryAfter } from './access/result/retry.js';
export { domainsFor } from './cache/domain.js';
export { optionalPackage } from './cache/optional-package.js';
export { hasProcess, processFacts } from './cache/processes.js';
export { aRedisUrl } from './cache/redis-store.js';
