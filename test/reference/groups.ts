/** docs/semantics.md §3: from records to groups. */

import { lineOctets, referenceLines } from './lines.js';
import { trim } from './octets.js';
import { type ReferenceRecord, recordOfLine } from './records.js';
import type { ReferenceProfile } from './reference.js';

/** User-agent lines and the allow and disallow lines under them, both in the order of the file. */
export interface ReferenceGroup {
  readonly userAgents: ReferenceRecord[];
  readonly rules: ReferenceRecord[];
}

/**
 * §3.1 to §3.3. A rule with an empty value is a rule here, and so is Content-Usage (§7.1): a user-agent line after it starts
 * a new group.
 * A line dropped for a control octet is not a record, so it changes nothing.
 */
export function referenceGroups(body: Uint8Array, profile: ReferenceProfile): ReferenceGroup[] {
  const groups: ReferenceGroup[] = [];
  let open: ReferenceGroup | null = null;
  let takesUserAgents = false;

  for (const line of referenceLines(body).lines) {
    const octets = lineOctets(body, line, profile);
    if (profile === 'koster-1996' && trim(octets) === '') open = null;

    const record = recordOfLine(line.number, octets, profile);
    if (record === null) continue;
    if (record.directive === 'user-agent') {
      if (open === null || !takesUserAgents) {
        open = { userAgents: [], rules: [] };
        groups.push(open);
        takesUserAgents = true;
      }
      open.userAgents.push(record);
    }
    if (record.directive === 'content-usage') takesUserAgents = false;
    if (record.directive === 'allow' || record.directive === 'disallow') {
      takesUserAgents = false;
      open?.rules.push(record);
    }
  }
  return groups;
}
