/**
 * Judges the URLs of a list, each by the robots.txt of its own site. The file of a site is requested once, for its first URL.
 */
import type { RobotsClient } from '@robotstream/client';
import type { Matcher } from 'robotstream';
import type { ReadingName } from '../../../../command-line/src/reading-name.js';
import { type AskingCrawlers, matchersOf } from '../asked.js';
import { type Answered, type Judged, ruledAnswers } from '../judged.js';
import type { UrlJudge } from './check-list.js';

/** What is the same for all URLs: the client, the crawlers and their profiles. */
export interface Judging {
  readonly client: RobotsClient;
  /** The profile of the client. */
  readonly shared: ReadingName;
  readonly asked: AskingCrawlers;
  readonly signal: AbortSignal;
}

/** A site whose robots.txt decides about its URLs. */
interface KnownSite extends Pick<Answered, 'document' | 'provenance'> {
  readonly matchers: readonly Matcher[];
}

/** How many sites are kept, which is more than are prepared at once. If there are more, the oldest are forgotten, and requested again if needed. */
const MAX_SITES = 1000;

/** How many sites are requested at once. */
const MAX_CONCURRENT = 64;

export class SitesJudge implements UrlJudge {
  readonly #judging: Judging;
  readonly #judgeOne: (judging: Judging, url: string, position: number) => Promise<Judged>;
  /** Sites by origin; null for a site without a file to judge by, where each URL is judged separately. */
  readonly #sites = new Map<string, KnownSite | null>();

  /** @param judgeOne judges one URL */
  constructor(
    judging: Judging,
    judgeOne: (judging: Judging, url: string, position: number) => Promise<Judged>,
  ) {
    this.#judging = judging;
    this.#judgeOne = judgeOne;
  }

  async prepare(urls: readonly string[]): Promise<void> {
    const unknown = new Map<string, string>();
    for (const url of urls) {
      const origin = originOf(url);
      if (origin !== null && !this.#sites.has(origin)) unknown.set(origin, url);
    }
    const waiting = [...unknown];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await this.#ask(...next);
    };
    await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, waiting.length) }, work));
  }

  judge(url: string, position: number): Judged | Promise<Judged> {
    const origin = originOf(url);
    const site = origin === null ? undefined : this.#sites.get(origin);
    if (site == null) return this.#judgeOne(this.#judging, url, position);
    const { matchers, document, provenance } = site;
    return { url, position, answers: ruledAnswers(matchers, url), document, provenance };
  }

  async #ask(origin: string, url: string): Promise<void> {
    const judged = await this.#judgeOne(this.#judging, url, 0);
    if ('complaint' in judged) return;
    const { document, provenance } = judged;
    if (this.#sites.size >= MAX_SITES) this.#sites.delete(this.#sites.keys().next().value ?? '');
    const isFresh = provenance?.outcome === 'success' && document !== null;
    const matchers = isFresh ? matchersOf(document, this.#judging.asked) : [];
    this.#sites.set(origin, isFresh ? { document, provenance, matchers } : null);
  }
}

/** The origin of an http, https or ftp URL; null for any other text. */
function originOf(url: string): string | null {
  return /^(?:https?|ftp):\/\/[^/?#\\\s@]+(?=[/?#]|$)/i.exec(url)?.[0].toLowerCase() ?? null;
}
