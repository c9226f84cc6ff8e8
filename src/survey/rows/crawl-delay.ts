/**
 * The crawl delay for a crawler. A line in the usual form is read directly.
 */
import { CR, LF } from '../../ascii.js';
import type { Grouping } from '../../ast/groups.js';
import { parseCrawlDelay } from '../../ast/values.js';
import { type CallerRules, firstValue } from '../../match/caller-rules.js';
import * as Row from '../../stream/row.js';

/** A line that every profile reads the same way. */
const USUAL_LINE = /^[ \t]*crawl-delay[ \t]*:[ \t]*([\d.]+)[ \t]*$/i;

/** How many octets a usual line has before or after the hyphen, at most. */
const MAX_HALF_LINE_OCTETS = 64;

/**
 * The crawl delay in seconds for a crawler; null if there is none.
 *
 * @param hyphens where the hyphens of each `crawl-delay` are that may be the name of a field, in order
 */
export function crawlDelayOf(rules: CallerRules, hyphens: readonly number[]): number | null {
  const { grouping, profile, file } = rules.view;
  const { octets } = file;
  const { agentRows, groups } = rules.selection;
  const isBelow = (nth: number, hyphen: number) => grouping.rows[agentRows[nth] + Row.START] < hyphen;
  let nth = 0;
  for (const hyphen of hyphens) {
    while (nth + 1 < groups.length && isBelow(nth + 1, hyphen)) nth++;
    if (nth === groups.length || !isBelow(nth, hyphen)) continue;
    if (hyphen >= endOf(grouping, groups[nth], octets.length)) continue;
    const [, value] = USUAL_LINE.exec(shortLineAt(octets, hyphen)) ?? [];
    if (value === undefined || profile.groups.blankLineEndsGroup) {
      // Reads every line of the file.
      return firstValue(rules.extensions('crawl-delay'), parseCrawlDelay) ?? null;
    }
    const delay = parseCrawlDelay(value);
    if (delay !== undefined) return delay;
  }
  return null;
}

/** Where the group after a group begins; the end of the file if there is none. */
function endOf({ rows, groups }: Grouping, group: number, fileEnd: number): number {
  const next = group + 1;
  return next < groups.length ? rows[groups[next].first + Row.START] : fileEnd;
}

/** The line around an offset; empty if it is long. */
function shortLineAt(octets: Uint8Array, offset: number): string {
  const least = Math.max(offset - MAX_HALF_LINE_OCTETS, 0);
  const most = Math.min(offset + MAX_HALF_LINE_OCTETS, octets.length);
  let start = offset;
  let end = offset;
  while (start > least && !endsLine(octets[start - 1])) start--;
  while (end < most && !endsLine(octets[end])) end++;
  const isCut = offset - start === MAX_HALF_LINE_OCTETS || end - offset === MAX_HALF_LINE_OCTETS;
  return isCut ? '' : Buffer.from(octets.buffer, octets.byteOffset + start, end - start).toString('latin1');
}

function endsLine(octet: number): boolean {
  return octet === LF || octet === CR;
}
