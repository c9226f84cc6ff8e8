/**
 * `allow: /directory/index.html` also allows the directory itself: docs/semantics.md §5.7.4.
 */
import { SLASH } from '../../ascii.js';

/** The beginning of such a pattern's last path segment. */
const INDEX_START = 'index.htm';

/** Finds where the directory ends, after its `/`, in a pattern whose last path segment begins with `index.htm`; -1 in another. */
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
