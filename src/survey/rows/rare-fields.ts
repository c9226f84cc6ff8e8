/**
 * Whether a file may have records that few files have. Searching for their names costs far less than reading the records that apply
 * to a crawler.
 */
import { HYPHEN } from '../../ascii.js';
import type { RobotsFile } from '../../ast/file.js';
import * as Row from '../../stream/row.js';

/** What a file may have. */
export interface RareFields {
  /** The offset of the hyphen in each `crawl-delay` that may be a field, in order. */
  readonly crawlDelays: number[];
  /** Whether it may have usage preferences. */
  hasUsage: boolean;
}

/** How many octets come before and after the hyphen of a name, at most. */
const BEFORE_HYPHEN = 'content'.length;
const AFTER_HYPHEN = 'signal'.length;
const SHORTEST_NAME = 'crawl-delay'.length;

/** Searches the lines that are not directives under any profile. */
export function rareFieldsOf({ octets, lines: { rows } }: RobotsFile): RareFields {
  const found: RareFields = { crawlDelays: [], hasUsage: false };
  let from = 0;
  for (let at = 0; at < rows.length; at += Row.STRIDE) {
    const directive = Row.directiveOf(Row.flagsOf(rows, at));
    if (directive === Row.NO_DIRECTIVE) continue;
    if (directive === Row.CONTENT_USAGE) found.hasUsage = true;
    searchBetween(octets, from, rows[at + Row.START], found);
    from = rows[at + Row.END];
  }
  searchBetween(octets, from, octets.length, found);
  return found;
}

function searchBetween(octets: Uint8Array, from: number, to: number, found: RareFields): void {
  if (to - from < SHORTEST_NAME) return;
  for (let p = from; p < to; p++) if (octets[p] === HYPHEN) searchAround(octets, p, found);
}

/** The octets before the hyphen of each name, in both cases. */
const LAST_BEFORE_HYPHEN = new Set(Buffer.from('lLtT'));

function searchAround(octets: Uint8Array, hyphen: number, found: RareFields): void {
  if (!LAST_BEFORE_HYPHEN.has(octets[hyphen - 1])) return;
  const around = octets.subarray(Math.max(hyphen - BEFORE_HYPHEN, 0), hyphen + 1 + AFTER_HYPHEN);
  const text = Buffer.from(around).toString('latin1');
  if (/crawl-delay/i.test(text)) found.crawlDelays.push(hyphen);
  else if (/content-(?:usage|signal)/i.test(text)) found.hasUsage = true;
}
