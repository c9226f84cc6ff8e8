/** What a comparison says in one sentence: what opens and closes for which crawlers, and for which of them the whole site is closed. */
import { reachOf } from 'robotstream/compare';
import type { CrawlerDifferences } from 'robotstream/crawlers';
import { count } from '../../../command-line/src/terminal.js';
import { matcherFor, namesText } from '../caller.js';
import { doDiffer } from './compared-crawlers.js';
import type { Side } from './url-comparison.js';

/** A change of what crawlers may fetch: the kind of its event, and a sentence without a full stop. */
export interface AccessChange {
  readonly kind: 'closes-everything' | 'closes' | 'opens' | 'opens-and-closes';
  readonly title: string;
}

const WHOLE_SITE_CLOSED = 'the whole site is closed';

/** What changes; null if nothing does. */
export function accessChange(compared: readonly CrawlerDifferences[], after: Side): AccessChange | null {
  const differing = compared.filter(doDiffer);
  if (differing.length === 0) return null;
  const shut = differing.filter((entry) => wholeSiteText(entry, after) !== null);
  if (shut.length > 0) {
    return { kind: 'closes-everything', title: `${WHOLE_SITE_CLOSED} for ${agentsOf(shut)}` };
  }
  const closing = differing.filter(({ closes }) => closes.length > 0);
  const opening = differing.filter(({ opens }) => opens.length > 0);
  const closes = `closes ${exampleOf(closing, 'closes')} for ${agentsOf(closing)}`;
  const opens = `opens ${exampleOf(opening, 'opens')} for ${agentsOf(opening)}`;
  if (opening.length === 0) return { kind: 'closes', title: closes };
  if (closing.length === 0) return { kind: 'opens', title: opens };
  return { kind: 'opens-and-closes', title: `${closes}, and ${opens}` };
}

/** Says that crawlers may no longer fetch anything; null if they may, or could not before, either. */
export function wholeSiteText(
  { agents: [agent = '*'], closes }: CrawlerDifferences,
  { document, profile }: Side,
): string | null {
  const isShut = closes.length > 0 && reachOf(matcherFor(document, agent, profile)).extent === 'nothing';
  return isShut ? WHOLE_SITE_CLOSED : null;
}

function agentsOf(entries: readonly CrawlerDifferences[]): string {
  return namesText(entries.flatMap(({ agents }) => agents));
}

/** How many characters of a path are shown. */
const MAX_PATH = 60;

function exampleOf(entries: readonly CrawlerDifferences[], way: 'opens' | 'closes'): string {
  const all = entries.flatMap((entry) => entry[way].map(({ path }) => path));
  const [first = ''] = all;
  const shown = first.length > MAX_PATH ? `${first.slice(0, MAX_PATH)}…` : first;
  const more = new Set(all).size - 1;
  return more > 0 ? `${shown} and ${count(more, 'more path')}` : shown;
}
