/**
 * The names of callers that a user-agent line has: docs/semantics.md §4.3.
 */

import { callersOf, isProductToken } from '../match/select/callers.js';
import { isWildcard, nameEnds, namesCaller } from '../match/select/select.js';
import type { GroupAxes } from '../profiles.js';
import { decodeText } from '../stream/octet-text.js';

/**
 * Every name by which a caller can be named by a user-agent line. There are several if a profile reads a line in several ways: under
 * `rfc9309`, `Example2 bot` names `Example`, `Example2` and `Example2 bot`. A name with a version is left out if the same name without it
 * is there, because the line names both or neither.
 *
 * @param value the line's value, trimmed
 * @returns the names, the shortest first; none for `*`, and if no product token can be one
 */
export function callerNamesIn(value: Uint8Array, match: GroupAxes['agentMatch']): string[] {
  if (isWildcard(value, 0, value.length)) return [];
  const names = new Set<string>();
  for (const end of nameEnds(value, 0, value.length, match)) {
    const given = decodeText(value.subarray(0, end));
    if (!isProductToken(given)) continue;
    const callers = callersOf(given);
    // Text that is not UTF-8, or a version that the profile compares, can make a name that the line itself does not have.
    if (namesCaller(value, 0, value.length, callers, match) < 0) continue;
    if (!names.has(callers.names[0].name)) names.add(given);
  }
  return [...names];
}
