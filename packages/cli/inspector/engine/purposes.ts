/** How much of the site is open: to all crawlers of the registry, and to those who train, search and answer. */
import {
  accessByPurpose,
  CRAWLERS,
  type CrawlerPurpose,
  callerNamed,
  crawlerReport,
  PURPOSE_WORDS,
} from 'robotstream/crawlers';
import type { RobotsDocument } from 'robotstream/web';
import { byOpenness, type Openness, type OpenTo, opennessOf } from './openness.js';
import type { ReadingQuestion } from './question.js';

/** What the crawlers of a purpose may fetch. */
export interface PurposeSummary {
  readonly purpose: CrawlerPurpose;
  /** What they do, such as `train AI models`. */
  readonly does: string;
  readonly open: readonly OpenTo[];
  /** How many may fetch pages, where a usage preference asks them not to use them for this purpose. */
  readonly askedNot: number;
}

export interface Purposes {
  /** The crawlers of every purpose. */
  readonly all: readonly OpenTo[];
  /** Every purpose, those that people ask about most first. */
  readonly each: readonly PurposeSummary[];
}

/** Sorts the crawlers of the registry by purpose and by what they may fetch. */
export function purposesOf(document: RobotsDocument, { profile }: ReadingQuestion): Purposes {
  const names = CRAWLERS.map(({ token }) => token);
  const openness = opennessOf(document.matchers(names.map(callerNamed), { profile }));
  const open = new Map<string, Openness>(names.map((name, i) => [name, openness[i]]));
  const sorted = (some: readonly string[]) =>
    byOpenness(some.map((name) => ({ name, openness: open.get(name) ?? null })));
  const report = accessByPurpose(crawlerReport(document, names, { profile }));
  return {
    all: sorted(names),
    each: report.map(({ purpose, askedNot }) => ({
      purpose,
      does: PURPOSE_WORDS[purpose].does,
      open: sorted(CRAWLERS.flatMap(({ token, purposes }) => (purposes.includes(purpose) ? [token] : []))),
      askedNot: askedNot.length,
    })),
  };
}
