/**
 * Matchers for names of crawlers, each of which is judged by itself.
 */

import type { Matcher, ProfileName, RobotsDocument } from 'robotstream';
import { CRAWLER_MARKS, callerNamed, findCrawler } from 'robotstream/crawlers';

/** Makes the matcher of one crawler. Without a profile, it judges as the crawler reads the file. */
export function matcherFor(
  document: RobotsDocument,
  agent: string,
  profile: ProfileName | undefined,
): Matcher {
  const [matcher] = matchersFor(document, [agent], profile);
  return matcher as Matcher;
}

/** What the registry says about a crawler that its verdicts do not show, as sentences; none if it is not registered. */
export function notesFor(document: RobotsDocument, agent: string, profile: ProfileName): readonly string[] {
  const [name = ''] = agent.split('/', 1);
  const crawler = findCrawler(name.trim());
  if (crawler === undefined) return [];
  const { token, marks, crawlDelay } = crawler;
  const delay = document.crawlDelay({ crawler: token }, { profile });
  return [
    ...marks.map((mark) => `${token} ${CRAWLER_MARKS[mark].meaning}.`),
    ...(delay !== undefined && crawlDelay === 'ignores'
      ? [`${token} ignores Crawl-delay. The file asks it for ${delay} s.`]
      : []),
  ];
}

/** Makes a matcher for each crawler. Without a profile, each judges as its crawler reads the file. */
export function matchersFor(
  document: RobotsDocument,
  agents: readonly string[],
  profile: ProfileName | undefined,
): readonly Matcher[] {
  return document.matchers(agents.map(callerNamed), { profile });
}
