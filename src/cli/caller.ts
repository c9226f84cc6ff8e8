/**
 * The crawler that a name means, where each is judged by itself.
 */
import { findCrawler } from '../crawlers/index.js';
import type { Matcher, ProfileName, RobotsDocument } from '../index.js';

/**
 * Makes the matcher of one crawler. One of the registry is judged as it finds its groups (docs/semantics.md §4.5), any other
 * by its product token.
 */
export function matcherFor(document: RobotsDocument, agent: string, profile: ProfileName): Matcher {
  const registered = findCrawler(agent.split('/', 1)[0]?.trim() ?? '');
  return registered === undefined
    ? document.matcher({ agents: agent, profile })
    : document.matcher({ crawler: registered.token, profile });
}
