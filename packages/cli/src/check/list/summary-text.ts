/**
 * The summary of a list of URLs as text: how many are disallowed for each crawler, and by which lines.
 */

import { count, type Style, visible } from '../../../../command-line/src/terminal.js';
import { startOf } from '../../code-frame.js';
import { type Column, tableLines } from '../../table.js';
import type { Blocker, ListTally } from './list-tally.js';

/** How many lines are shown for a crawler. */
const MAX_ROWS = 30;

/** The summary, in chunks of text. */
export function* summaryText(
  tally: ListTally,
  isFile: boolean,
  width: number,
  style: Style,
): Generator<string, void> {
  for (const [agent, disallowed] of tally.disallowed) {
    const who = tally.disallowed.size > 1 ? `${visible(agent)}: ` : '';
    const sentence = `${who}${numberText(disallowed)} of ${numberText(tally.count)} ${tally.count === 1 ? 'URL is' : 'URLs are'} disallowed.`;
    yield `\n${disallowed === 0 ? style.good(sentence) : style.bad(sentence)}\n`;
    const blockers = tally.blockersOf(agent);
    if (blockers.length === 0) continue;
    yield '\n';
    const columns = blockers.some(({ robotsUrl }) => robotsUrl !== null) ? [...COLUMNS, ROBOTS_URL] : COLUMNS;
    yield* tableLines(blockers.slice(0, MAX_ROWS), columns, width, style.dim);
    const left = blockers.length - MAX_ROWS;
    if (left > 0) yield `${style.dim(`and ${count(left, 'more line')}`)}\n`;
  }
  if (isFile && tally.hosts.size > 1) {
    const named = Array.from(tally.hosts, (host) => visible(startOf(host, MAX_HOST_CELLS)));
    const more = tally.areMoreHosts ? ' and others' : '';
    const note = `The URLs are of several hosts: ${named.join(', ')}${more}. A robots.txt is for one host alone.`;
    yield `\n${style.warning(note)}\n`;
  }
}

const MAX_HOST_CELLS = 40;

/** A number with commas between thousands. */
function numberText(number: number): string {
  return number.toLocaleString('en-US');
}

const COLUMNS: readonly Column<Blocker>[] = [
  { heading: 'URLs', text: ({ count: number }) => numberText(number) },
  { heading: 'line', text: ({ line }) => (line === 0 ? '' : String(line)) },
  { heading: 'rule', text: ({ what }) => what },
  { heading: 'such as', text: ({ example }) => example },
];

const ROBOTS_URL: Column<Blocker> = { heading: 'robots.txt', text: ({ robotsUrl }) => robotsUrl ?? '' };
