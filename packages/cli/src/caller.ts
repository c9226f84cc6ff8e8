/**
 * Crawlers by their names, each of which is judged by itself: by which profile it reads, its matcher, and names as text.
 */

import type { Matcher, ProfileName, RobotsDocument } from 'robotstream';
import { callerNamed } from 'robotstream/crawlers/internal';
import type { ReadingName } from '../../command-line/src/reading-name.js';
import { count, visible } from '../../command-line/src/terminal.js';
import { startOf } from './code-frame.js';
import { registeredCrawler } from './crawler-notes.js';

/** The profile by which a crawler reads: that of the registry, or `rfc9309`. */
export function ownProfileOf(agent: string): ProfileName {
  return registeredCrawler(agent)?.profile ?? 'rfc9309';
}

/** Makes the matcher of one crawler. Without a profile, it judges as the crawler reads the file. */
export function matcherFor(
  document: RobotsDocument,
  agent: string,
  profile: ReadingName | undefined,
): Matcher {
  const [matcher] = matchersFor(document, [agent], profile);
  return matcher as Matcher;
}

/** Makes a matcher for each crawler. Without a profile, each judges as its crawler reads the file. */
export function matchersFor(
  document: RobotsDocument,
  agents: readonly string[],
  profile: ReadingName | undefined,
): readonly Matcher[] {
  return document.matchers(agents.map(callerNamed), { profile });
}

/** How many names are shown. */
const MAX_NAMES = 6;

/** How many cells of a name are shown. */
const MAX_CELLS = 60;

/** Names in one line; of many, the first. */
export function namesText(agents: readonly string[]): string {
  const shown = agents
    .slice(0, MAX_NAMES)
    .map((agent) => (agent === '*' ? '* (all others)' : startOf(visible(agent), MAX_CELLS)));
  const left = agents.length - shown.length;
  return left > 0 ? `${shown.join(', ')} and ${count(left, 'other')}` : shown.join(', ');
}
