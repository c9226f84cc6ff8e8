/**
 * What is compared: two sides, for which crawlers, and whether the comparison finds them equal.
 */
import type { RobotsDocument } from 'robotstream';
import type { CrawlerDifferences } from 'robotstream/crawlers';
import { type CrawlersToCompare, crawlersToCompare } from 'robotstream/crawlers/internal';
import type { ReadingName } from '../../../command-line/src/reading-name.js';

/** One side of a comparison. */
export interface Side {
  readonly name: string;
  readonly document: RobotsDocument;
  /** The profile to judge by; `undefined` if each crawler is judged by its own. */
  readonly profile: ReadingName | undefined;
}

export interface Sides {
  readonly before: Side;
  readonly after: Side;
}

/** The crawlers that are given; if none is, those that a side names. */
export function crawlersOn({ before, after }: Sides, given: readonly string[]): CrawlersToCompare {
  return given.length > 0 ? { names: given, leftOut: 0 } : crawlersToCompare(before, after);
}

/** Whether every crawler was compared for every URL. */
export function isComplete(compared: readonly CrawlerDifferences[], leftOut: number): boolean {
  return leftOut === 0 && compared.every(({ isExhaustive }) => isExhaustive);
}

/** Whether a crawler may fetch on one side what it may not fetch on the other. */
export function doDiffer({ opens, closes }: CrawlerDifferences): boolean {
  return opens.length + closes.length > 0;
}

/** Whether both sides are certainly the same for every crawler. */
export function areEqual(compared: readonly CrawlerDifferences[], leftOut: number): boolean {
  return isComplete(compared, leftOut) && !compared.some(doDiffer);
}
