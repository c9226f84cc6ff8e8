/**
 * What the packages share of this one's inside. It is no API: any version may change it.
 */
export { decoded } from './access/codings/content-codings.js';
export { type Decoder, decode } from './access/codings/decode.js';
export {
  GZIP_HEADER_OCTETS,
  GZIP_MAGIC,
  GZIP_SIZE_OCTETS,
  GZIP_TRAILER_OCTETS,
  gunzipMember,
  isGzipMember,
} from './access/codings/gzip.js';
export { OctetReader } from './access/codings/octet-reader.js';
export { AccessError } from './access/faults.js';
export { aUserAgent } from './access/fetch-option-table.js';
export { FIRST_FINAL_STATUS } from './access/final-status.js';
export { octetLimits } from './access/octet-limits.js';
export { isRedirect, redirectTarget } from './access/redirects.js';
export { outcomeOfStatus } from './access/status-outcome.js';
export { optionalPackage } from './cache/optional-package.js';
export { aRedisUrl } from './cache/redis-store.js';
