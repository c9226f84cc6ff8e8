/** What each crawler of the registry may do under the file: the table of `robotstream agents`, for any path. */
import {
  CRAWLER_MARKS,
  CRAWLER_SETS,
  CRAWLERS,
  type Crawler,
  type CrawlerAccess,
  type CrawlerPurpose,
  type CrawlerSet,
  crawlerReport,
  crawlersNamedIn,
  crawlersOf,
  findCrawler,
} from 'robotstream/crawlers';
import { callerNamed } from 'robotstream/crawlers/internal';
import type { RobotsDocument } from 'robotstream/web';
import { delayText, isUnreadDelay, UNREAD_DELAY } from '../../src/crawler-notes.js';
import { urlFault } from './accepted.js';
import { type Openness, opennessOf } from './openness.js';
import type { ReadingName } from './question.js';
import { type Preference, preferencesOf } from './usage.js';

export interface CrawlerTableQuestion {
  /** A set of the registry, or a purpose. */
  readonly set: CrawlerSet | CrawlerPurpose;
  /** A path or a URL. */
  readonly path: string;
  readonly profile: ReadingName | undefined;
}

export interface CrawlerNote {
  readonly sign: string;
  readonly meaning: string;
}

/** What the registry says about a crawler. `page` is where to read about it, and `unread` are the facts that no page was read for. */
export type CrawlerClaims = Pick<
  Crawler,
  | 'page'
  | 'robotsTxt'
  | 'crawlDelay'
  | 'tokens'
  | 'obeysWildcard'
  | 'sendsRequests'
  | 'isRetired'
  | 'profile'
  | 'unread'
>;

export interface CrawlerRow {
  readonly crawler: string;
  /** Null for a crawler that the file names and the registry does not know. */
  readonly operator: string | null;
  readonly purposes: readonly CrawlerPurpose[];
  /** What is known about it; null for a crawler that the registry does not know. */
  readonly known: CrawlerClaims | null;
  /** What the registry says about it that a verdict does not show: signs, and what they mean. */
  readonly marks: readonly CrawlerNote[];
  readonly selectedBy: CrawlerAccess['selectedBy'];
  /** The token by which the file names it; null unless it does. */
  readonly agent: string | null;
  /** The user-agent line by which it obeys its group; 0 if it obeys none. */
  readonly groupLine: number;
  /** Whether it may fetch the path. */
  readonly allowed: boolean;
  /** The line that decides about the path; 0 if no rule does. */
  readonly ruleLine: number;
  /** The verdict as one sentence. */
  readonly explanation: string;
  readonly openness: Openness;
  /** The delay that the file asks of it, in words; empty if it asks for none. */
  readonly delay: string;
  /** A sign in `delay`; null if there is none. */
  readonly delayMark: CrawlerNote | null;
  /** What the content of the path may be used for; null if it may not be fetched. */
  readonly preferences: readonly Preference[] | null;
}

export interface CrawlerTable {
  readonly rows: readonly CrawlerRow[];
  /** Why there are no rows; null if there are. */
  readonly fault: string | null;
}

/** How many crawlers that the file names and the registry does not know are in the table. */
const MAX_OTHER_CRAWLERS = 50;

/** The crawlers of a set or of a purpose. */
function membersOf(set: CrawlerTableQuestion['set']): readonly Crawler[] {
  const named = CRAWLER_SETS.find((name) => name === set);
  return named === undefined
    ? CRAWLERS.filter(({ purposes }) => purposes.includes(set as CrawlerPurpose))
    : crawlersOf(named);
}

function claimsOf(crawler: Crawler): CrawlerClaims {
  const { page, robotsTxt, crawlDelay, tokens, obeysWildcard, sendsRequests, isRetired, profile, unread } =
    crawler;
  return { page, robotsTxt, crawlDelay, tokens, obeysWildcard, sendsRequests, isRetired, profile, unread };
}

/** The crawlers of a set, and those that the file names and the registry does not know. */
export function* crawlerTable(
  document: RobotsDocument,
  { set, path, profile }: CrawlerTableQuestion,
): Generator<never, CrawlerTable> {
  yield* [];
  const others = crawlersNamedIn([{ document, profile }]).filter((name) => findCrawler(name) === undefined);
  const names = [...membersOf(set).map(({ token }) => token), ...others.slice(0, MAX_OTHER_CRAWLERS)];
  const matchers = document.matchers(names.map(callerNamed), { profile });
  try {
    const report = crawlerReport(document, names, { profile, url: path, maxSteps: 1 });
    const openness = opennessOf(matchers);
    const rows = report.map((access, i) => {
      const verdict = matchers[i].check(path);
      const { usage } = access;
      const { crawler, name, selectedBy, agent, groupLine, crawlDelay } = access;
      const asked = { crawlDelay, crawlDelayPractice: crawler?.crawlDelay ?? null };
      return {
        crawler: crawler?.token ?? name,
        operator: crawler?.operator ?? null,
        purposes: crawler?.purposes ?? [],
        known: crawler === null ? null : claimsOf(crawler),
        marks: (crawler?.marks ?? []).map((mark) => CRAWLER_MARKS[mark]),
        selectedBy,
        agent,
        groupLine,
        allowed: verdict.allowed,
        ruleLine: verdict.rule?.line ?? 0,
        explanation: verdict.explanation,
        openness: openness[i],
        delay: delayText(asked),
        delayMark: isUnreadDelay(asked) ? UNREAD_DELAY : null,
        preferences: usage.applies ? preferencesOf(usage) : null,
      };
    });
    return { rows, fault: null };
  } catch (error) {
    return { rows: [], fault: urlFault(error) };
  }
}
