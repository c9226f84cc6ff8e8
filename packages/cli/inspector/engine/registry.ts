/** What the registry of crawlers offers for the field of crawlers. */
import { CRAWLER_SETS, CRAWLERS, crawlersOf } from 'robotstream/crawlers';

export interface RegistryAnswer {
  readonly sets: readonly {
    /** Such as `ai`. */
    readonly name: string;
    /** The product tokens of its crawlers. */
    readonly crawlers: readonly string[];
  }[];
  readonly crawlers: readonly {
    readonly name: string;
    readonly operator: string;
  }[];
}

export function registryAnswer(): RegistryAnswer {
  return {
    sets: CRAWLER_SETS.map((name) => ({ name, crawlers: crawlersOf(name).map(({ token }) => token) })),
    crawlers: CRAWLERS.map(({ token, operator }) => ({ name: token, operator })),
  };
}
