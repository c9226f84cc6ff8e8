/**
 * Transfer codings (RFC 9112 §6.1). Requests ask for none, and HTTP parsers remove only `chunked`.
 */
import { AccessError } from '../faults.js';

const REMOVED: ReadonlySet<string> = new Set(['', 'chunked', 'identity']);

/**
 * Checks that no transfer coding is left on a body. A body that is still compressed would be read as a file without rules.
 *
 * @param transferEncoding all lines of the header; undefined for none
 * @throws {AccessError} `malformed-response`
 */
export function checkTransferCodings(transferEncoding: string | readonly string[] | undefined): void {
  const codings = [transferEncoding ?? []].flat().flatMap((line) => line.split(','));
  const left = codings.map((coding) => coding.trim()).find((coding) => !REMOVED.has(coding.toLowerCase()));
  if (left === undefined) return;
  throw new AccessError(
    'malformed-response',
    `Transfer-Encoding names ${JSON.stringify(left)}, which the request did not ask for`,
  );
}
