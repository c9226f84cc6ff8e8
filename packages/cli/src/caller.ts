/**
 * Matchers for names of crawlers, each of which is judged by itself.
 */

import type { Matcher, ProfileName, RobotsDocument } from 'robotstream';
import { callerNamed } from 'robotstream/crawlers';

/** Makes the matcher of one crawler. */
export function matcherFor(document: RobotsDocument, agent: string, profile: ProfileName): Matcher {
  const [matcher] = matchersFor(document, [agent], profile);
  return matcher as Matcher;
}

/** Makes a matcher for each crawler. */
export function matchersFor(
  document: RobotsDocument,
  agents: readonly string[],
  profile: ProfileName,
): readonly Matcher[] {
  return document.matchers(agents.map(callerNamed), { profile });
}
