/**
 * For which crawlers two files are compared, and whether the comparison finds them equal.
 */
import type { CrawlerDifferences } from 'robotstream/crawlers';
import { type CrawlersToCompare, crawlersToCompare } from 'robotstream/crawlers/internal';
import type { Sides } from './url-comparison.js';

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
