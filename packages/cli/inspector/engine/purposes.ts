/** Who may train, who may search, who may answer: the crawlers of the registry by purpose, for the whole site. */
import {
  accessByPurpose,
  CRAWLERS,
  type CrawlerPurpose,
  crawlerReport,
  PURPOSE_WORDS,
} from 'robotstream/crawlers';
import type { RobotsDocument } from 'robotstream/web';
import type { ReadingName } from './question.js';

export interface PurposesQuestion {
  readonly profile: ReadingName | undefined;
}

/** What the crawlers of a purpose may fetch. */
export interface PurposeSummary {
  readonly purpose: CrawlerPurpose;
  /** What they do, such as `train AI models`. */
  readonly does: string;
  readonly crawlerCount: number;
  /** How many may fetch some pages only, and for how many that is not decided. */
  readonly something: number;
  readonly unknown: number;
  /** Those that may fetch no page. */
  readonly refused: readonly string[];
  /** How many may fetch pages, where a usage preference asks them not to use them for this purpose. */
  readonly askedNot: number;
}

/** Every purpose, those that people ask about most first. */
export type Purposes = readonly PurposeSummary[];

/** Sorts the crawlers of the registry by purpose and by what they may fetch. */
export function purposesOf(document: RobotsDocument, { profile }: PurposesQuestion): Purposes {
  const report = crawlerReport(
    document,
    CRAWLERS.map(({ token }) => token),
    { profile },
  );
  return accessByPurpose(report).map(({ purpose, everything, something, nothing, unknown, askedNot }) => ({
    purpose,
    does: PURPOSE_WORDS[purpose].does,
    crawlerCount: everything.length + something.length + nothing.length + unknown.length,
    something: something.length,
    unknown: unknown.length,
    refused: nothing.map(({ name }) => name),
    askedNot: askedNot.length,
  }));
}
