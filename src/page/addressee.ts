/**
 * Which directives are for a crawler: those for every crawler, and those that name it.
 */
import { lowerCaseLetters } from '../ascii.js';
import type { Callers } from '../match/select/callers.js';

/** The name of meta elements that are for every crawler. */
const EVERY_CRAWLER = 'robots';

/** A second name by which directives may address a crawler: Bing's page lists both, each in place of `robots`. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([['bingbot', 'msnbot']]);

/** A crawler, as directives address it. */
export class Addressee {
  readonly #names = new Set<string>();
  readonly #obeysWildcard: boolean;

  constructor({ names, obeysWildcard }: Pick<Callers, 'names' | 'obeysWildcard'>) {
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
   * The crawler that a meta element is for, by the element's name: null for every crawler, undefined if the element is not for this
   * crawler, such as other metadata.
   */
  agentOf(metaName: string): string | null | undefined {
    const name = lowerCaseLetters(metaName.trim());
    const agent = name === EVERY_CRAWLER ? null : name;
    return this.isMeant(agent) ? agent : undefined;
  }
}
