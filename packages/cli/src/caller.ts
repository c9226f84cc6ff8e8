/**
 * Matchers for names of crawlers, each of which is judged by itself.
 */

import type { Matcher, ProfileName, RobotsDocument } from 'robotstream';
import { callerNamed } from 'robotstream/crawlers';
import { registeredCrawler } from './crawler-notes.js';

/** The profile by which a crawler reads: that of the registry, or `rfc9309`. */
export function ownProfileOf(agent: string): ProfileName {
  return registeredCrawler(agent)?.profile ?? 'rfc9309';
}

/** Makes the matcher of one crawler. Without a profile, it judges as the crawler reads the file. */
export function matcherFor(
  document: RobotsDocument,
  agent: string,
  profile: ProfileName | undefined,
): Matcher {
  const [matcher] = matchersFor(document, [agent], profile);
  return matcher as Matcher;
}

/** Makes a matcher for each crawler. Without a profile, each judges as its crawler reads the file. */
export function matchersFor(
  document: RobotsDocument,
  agents: readonly string[],
  profile: ProfileName | undefined,
): readonly Matcher[] {
  return document.matchers(agents.map(callerNamed), { profile });
}
