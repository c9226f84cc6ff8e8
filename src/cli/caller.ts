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

/** How many lines are read to find the groups of all crawlers, so that a hostile file takes no more than a moment. */
const MAX_LINES = 8_000_000;

/** Crawlers that files name. */
export interface NamedAgents {
  /** `*`, then the names in file order, each once, letter case aside. */
  readonly agents: readonly string[];
  /** How many more names there are, which would take too long. */
  readonly leftOut: number;
}

/** Finds the crawlers that documents name. */
export function agentsNamedIn(
  documents: readonly { readonly document: RobotsDocument; readonly profile: ProfileName }[],
): NamedAgents {
  const agents = new Map([['*', '*']]);
  let lines = 1;
  for (const { document, profile } of documents) {
    lines += document.lineCount;
    for (const { name, usable } of document.groupsUnder(profile).flatMap(({ userAgents }) => userAgents)) {
      const agent = PRODUCT_TOKEN.exec(name)?.[0] ?? name;
      const key = agent.toLowerCase();
      if (usable && !name.startsWith('*') && !agents.has(key) && isAgent(agent)) agents.set(key, agent);
    }
  }
  const named = [...agents.values()];
  const most = Math.max(1, Math.floor(MAX_LINES / lines));
  return { agents: named.slice(0, most), leftOut: Math.max(0, named.length - most) };
}
