/**
 * Which directives are for a crawler: those for every crawler, and those that name it.
 */
import { lowerCaseLetters } from '../ascii.js';
import type { Callers } from '../match/select/callers.js';

/** The name in meta elements that means every crawler. */
const EVERY_CRAWLER = 'robots';

/** Further names that crawlers go by in directives: Bing's page lists both, each in place of `robots`. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([['bingbot', 'msnbot']]);

/** A crawler, as directives address it. */
export class Addressee {
  readonly #names = new Set<string>();
  readonly #obeysWildcard: boolean;

  constructor({ names, obeysWildcard }: Callers) {
    this.#obeysWildcard = obeysWildcard;
    for (const { name } of names) {
      const lower = lowerCaseLetters(name);
      this.#names.add(lower);
      const other = OTHER_NAMES.get(lower);
      if (other !== undefined) this.#names.add(other);
    }
  }

  /**
   * Whether directives are for the crawler.
   *
   * @param agent in lower case; null if they are for every crawler
   */
  isMeant(agent: string | null): boolean {
    return agent === null ? this.#obeysWildcard : this.#names.has(agent);
  }

  /**
   * The crawler that a meta element is for, by its name: null for every crawler, undefined if it is not for this one. Any other
   * name is that of other metadata.
   */
  agentOf(metaName: string): string | null | undefined {
    const name = lowerCaseLetters(metaName.trim());
    const agent = name === EVERY_CRAWLER ? null : name;
    return this.isMeant(agent) ? agent : undefined;
  }
}
