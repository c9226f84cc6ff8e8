/**
 * `allow: /directory/index.html` also stands for the directory itself: docs/semantics.md §5.7.4.
 */
import { SLASH } from '../../ascii.js';

/** What the last segment of such a pattern begins with. */
const INDEX_START = 'index.htm';

/** Where the directory ends in a pattern whose last segment begins `index.htm`, its `/` included; -1 for another pattern. */
export function directoryOfIndex(octets: Uint8Array, start: number, end: number): number {
  const slash = octets.subarray(start, end).lastIndexOf(SLASH);
  if (slash < 0) return -1;
  const segment = start + slash + 1;
  if (end - segment < INDEX_START.length) return -1;
  for (let i = 0; i < INDEX_START.length; i++) {
    if (octets[segment + i] !== INDEX_START.charCodeAt(i)) return -1;
  }
  return segment;
}
