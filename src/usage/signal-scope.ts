/**
 * Which crawlers a `Content-Signal` line applies to: those of its group, or all (docs/semantics.md §7.5).
 */
import type { ProfileNodes } from '../ast/document-nodes.js';
import { lastAtOrBefore } from '../ast/in-file-order.js';
import type { OtherRecord } from '../ast/nodes.js';

/**
 * The lines of `Content-Signal` that are for everyone: those in no group, and those after a record of the file, such as a
 * sitemap, with no line of a group between.
 */
export function commonSignals(nodes: ProfileNodes): readonly OtherRecord[] {
  const signals = nodes.otherRecords.filter(({ name }) => name === 'content-signal');
  if (signals.length === 0) return signals;

  const { groups, otherRecords, sitemaps } = nodes;
  const fileRecords = otherRecords.filter(({ name }) => name === 'host' || name === 'clean-param');
  const ofFile = inOrder([...sitemaps, ...fileRecords]);
  const ofGroups = inOrder(groups.flatMap(({ userAgents, rules }) => [...userAgents, ...rules]));
  const inGroups = new Set(groups.flatMap(({ extensions }) => extensions.map(({ line }) => line)));
  return signals.filter(
    ({ line }) => !inGroups.has(line) || lastLine(ofFile, line) > lastLine(ofGroups, line),
  );
}

function inOrder(records: readonly { readonly line: number }[]): readonly number[] {
  return records.map(({ line }) => line).sort((a, b) => a - b);
}

/** The last of the lines that is above a line; 0 if none is. */
function lastLine(lines: readonly number[], line: number): number {
  return lines[lastAtOrBefore(lines, line, (one) => one)] ?? 0;
}
