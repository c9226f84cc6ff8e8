/** What only the build knows: `scripts/build-inspector.mjs`. */

declare module '*.css';

/** Where the facts about the crawlers of the registry were read, from `crawlers.json`. */
declare module 'built:crawler-sources' {
  /** A page, the day on which it was read, and whether it is the operator's: others report or quote what the operator says. */
  export type Source = readonly [page: string, dateRead: string, isFirstHand: boolean];

  export const SOURCES: readonly Source[];

  /** The indexes of the sources of each fact. A fact that is absent was not read. */
  export const SOURCES_OF: { readonly [crawler: string]: { readonly [fact: string]: readonly number[] } };
}
