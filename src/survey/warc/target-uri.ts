/**
 * The URLs of WARC records.
 */

/** A URL without angle brackets. The grammar of WARC 1.0 has them, and some writers add them. */
export function withoutBrackets(written: string): string {
  return written.startsWith('<') && written.endsWith('>') ? written.slice(1, -1) : written;
}
