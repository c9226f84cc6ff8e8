/**
 * What the registry says about a crawler that its verdicts do not show, in words: for the command and for the inspector.
 */

import type { RobotsDocument } from 'robotstream';
import { CRAWLER_MARKS, type Crawler, callerNamed, findCrawler } from 'robotstream/crawlers/internal';
import type { ReadingName } from '../../command-line/src/reading-name.js';

/** The crawler of the registry that is judged under a name, which may have a version; `undefined` if there is none. */
export function registeredCrawler(agent: string): Crawler | undefined {
  const caller = callerNamed(agent);
  const isRegistered =
    typeof caller === 'object' && 'crawler' in caller && typeof caller.crawler === 'string';
  return isRegistered ? findCrawler(caller.crawler) : undefined;
}

/** Sentences about a crawler; none if it is not registered. */
export function notesFor(document: RobotsDocument, agent: string, profile: ReadingName): readonly string[] {
  const crawler = registeredCrawler(agent);
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

/** A delay that a file asks a crawler for, null if it asks for none, and what the crawler makes of it. */
interface AskedDelay {
  readonly crawlDelay: number | null;
  readonly crawlDelayPractice: Crawler['crawlDelay'] | null;
}

/** The mark of {@link isUnreadDelay}, and what it means. */
export const UNREAD_DELAY = { sign: '?', meaning: 'no source says whether it honours Crawl-delay' } as const;

/** Whether a file asks for a delay, and nothing is known of the crawler's practice. */
export function isUnreadDelay({ crawlDelay, crawlDelayPractice }: AskedDelay): boolean {
  return crawlDelay !== null && crawlDelayPractice === 'unknown';
}

/** The delay as tables show it: `2 s`, `2 s?` if the practice is unknown, `ignored`, or nothing. */
export function delayText(asked: AskedDelay): string {
  if (asked.crawlDelay === null) return '';
  if (asked.crawlDelayPractice === 'ignores') return 'ignored';
  return `${asked.crawlDelay} s${isUnreadDelay(asked) ? UNREAD_DELAY.sign : ''}`;
}
