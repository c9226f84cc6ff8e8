/**
 * The crawler that `--agent` names, where each is judged by itself.
 */
import type { Matcher, ProfileName, RobotsDocument } from '../index.js';

/** Makes the matcher of one crawler. */
export function matcherFor(document: RobotsDocument, agent: string, profile: ProfileName): Matcher {
  return document.matcher({ agents: agent, profile });
}
