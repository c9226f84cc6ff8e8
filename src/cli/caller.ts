/**
 * The crawlers that names mean, where each is judged by itself.
 */
import { findCrawler } from '../crawlers/index.js';
import type { Caller, Matcher, ProfileName, RobotsDocument } from '../index.js';
import { isAgent } from './options.js';

/**
 * The caller that a name means. A crawler of the registry is judged as it finds its groups (docs/semantics.md §4.5), any other
 * by its product token.
 */
function callerOf(agent: string): Caller {
  const registered = findCrawler(agent.split('/', 1)[0]?.trim() ?? '');
  return registered === undefined ? agent : { crawler: registered.token };
}

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
  return document.matchers(agents.map(callerOf), { profile });
}

/** What a user-agent line begins with if it names a crawler as most files do. */
const PRODUCT_TOKEN = /^[\w.-]+/;

/** The crawlers that documents name, and `*`, which comes first; each once, letter case aside. */
export function agentsNamedIn(
  documents: readonly { readonly document: RobotsDocument; readonly profile: ProfileName }[],
): readonly string[] {
  const agents = new Map([['*', '*']]);
  for (const { document, profile } of documents) {
    for (const { name, usable } of document.groupsUnder(profile).flatMap(({ userAgents }) => userAgents)) {
      const agent = PRODUCT_TOKEN.exec(name)?.[0] ?? name;
      const key = agent.toLowerCase();
      if (usable && !name.startsWith('*') && !agents.has(key) && isAgent(agent)) agents.set(key, agent);
    }
  }
  return [...agents.values()];
}
