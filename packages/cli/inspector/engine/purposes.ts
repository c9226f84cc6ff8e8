/** What the page says first: how much of the site is open to search, AI training and AI answers, and to whom it is not. */
import { accessByPurpose, CRAWLERS, type CrawlerPurpose, crawlerReport } from 'robotstream/crawlers';
import { callerNamed } from 'robotstream/crawlers/internal';
import type { RobotsDocument } from 'robotstream/web';
import { byOpenness, type Openness, type OpenTo, opennessOf } from './openness.js';
import type { ReadingQuestion } from './question.js';

/** The purposes that people ask about first. */
const FIRST_PURPOSES = ['search', 'train-ai', 'ai-input'] as const satisfies readonly CrawlerPurpose[];

/** What crawlers of a purpose may fetch, but for the exceptions. */
export interface PurposeOpenness {
  readonly purpose: (typeof FIRST_PURPOSES)[number];
  readonly openness: Openness;
  /** Whether a usage preference asks most of those that may fetch pages not to use them for this purpose. */
  readonly isAskedNot: boolean;
}

export interface Purposes {
  readonly purposes: readonly PurposeOpenness[];
  /**
   * The crawlers of these purposes that may fetch another part, and crawlers of other purposes that the file names; from those that may
   * fetch the least. The ones that the file names come first.
   */
  readonly exceptions: readonly OpenTo[];
}

/** Sorts the crawlers of the registry by purpose and by what they may fetch. */
export function purposesOf(document: RobotsDocument, { profile }: ReadingQuestion): Purposes {
  const names = CRAWLERS.map(({ token }) => token);
  const openness = opennessOf(document.matchers(names.map(callerNamed), { profile }));
  // How much is open is decided above.
  const report = crawlerReport(document, names, { profile, maxSteps: 1 });
  const crawlers = CRAWLERS.map(({ token, purposes }, i) => ({
    name: token,
    purposes,
    openness: openness[i],
    isNamed: report[i].selectedBy === 'name',
  }));
  const access = accessByPurpose(report);
  const usual = FIRST_PURPOSES.map((purpose): PurposeOpenness => {
    const having = crawlers.filter((crawler) => crawler.purposes.includes(purpose));
    const askedNot = access.find((one) => one.purpose === purpose)?.askedNot.length ?? 0;
    return { purpose, openness: usualOf(having), isAskedNot: askedNot > having.length / 2 };
  });
  const usualOfAll = usualOf(crawlers);
  const exceptions = crawlers.filter((crawler) => {
    const own = usual.filter(({ purpose }) => crawler.purposes.includes(purpose));
    if (own.length === 0) return crawler.isNamed && crawler.openness !== usualOfAll;
    return own.some((one) => one.openness !== crawler.openness);
  });
  exceptions.sort((one, other) => Number(other.isNamed) - Number(one.isNamed));
  return { purposes: usual, exceptions: [...byOpenness(exceptions)].reverse() };
}

/** What most of the crawlers may fetch. */
function usualOf(crawlers: readonly { readonly name: string; readonly openness: Openness }[]): Openness {
  const [first, ...others] = byOpenness(crawlers);
  return others.reduce((most, one) => (one.names.length > most.names.length ? one : most), first).openness;
}
