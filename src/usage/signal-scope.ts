/**
 * Which crawlers a `Content-Signal` line applies to: those of its group, or all (docs/semantics.md §7.5).
 */

import { type Grouping, lastAtOrBefore } from '../ast/groups.js';
import type { OtherRecord } from '../ast/nodes.js';
import { scopeOf } from '../ast/values.js';
import type { FileView } from '../ast/view.js';
import * as Row from '../stream/row.js';

/**
 * The lines of `Content-Signal` that are for everyone: those in no group, and those after a record of the file, such as a
 * sitemap, with no user-agent line or rule between. All of these are what the profile reads.
 */
export function commonSignals(nodes: FileView): readonly OtherRecord[] {
  const signals = nodes.otherRecords.filter(({ name }) => name === 'content-signal');
  if (signals.length === 0) return signals;

  const { groups, grouping, otherRecords } = nodes;
  const fileRecords = otherRecords.filter(({ name }) => scopeOf(name) === 'file').map(({ line }) => line);
  const sitemaps = linesOf(grouping, (reading) => reading === Row.SITEMAP);
  const ofFile = [...sitemaps, ...fileRecords].sort((a, b) => a - b);
  const ofGroups = linesOf(grouping, (reading) => Row.isUserAgent(reading) || Row.endsUserAgents(reading));
  const inGroups = new Set(groups.flatMap(({ extensions }) => extensions.map(({ line }) => line)));
  return signals.filter(
    ({ line }) => !inGroups.has(line) || lastLine(ofFile, line) > lastLine(ofGroups, line),
  );
}

/** The lines that the profile reads as wanted, in file order. */
function linesOf({ rows, table }: Grouping, isWanted: (reading: Row.Reading) => boolean): number[] {
  const lines: number[] = [];
  for (let at = 0; at < rows.length; at += Row.STRIDE) {
    if (isWanted(Row.readRow(Row.flagsOf(rows, at), table))) lines.push(rows[at + Row.LINE]);
  }
  return lines;
}

/** The last of the lines that is above a line; 0 if none is. */
function lastLine(lines: readonly number[], line: number): number {
  return lines[lastAtOrBefore(lines, line, (one) => one)] ?? 0;
}
