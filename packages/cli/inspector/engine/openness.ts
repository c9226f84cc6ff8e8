/** How much of the site is open to crawlers, by the categories of `robotstream/compare`. */
import { type Restriction, restrictionOf } from 'robotstream/compare';
import { rulesOf } from 'robotstream/internal';
import type { Matcher } from 'robotstream/web';

/** What a crawler may fetch, in words, from the most to the least. */
const OPENNESS = [
  'everything',
  'all but a few paths',
  'all but a long list of paths',
  'a few paths only',
  'nothing',
  'an undecided part',
] as const;

export type Openness = (typeof OPENNESS)[number];

/** The words for each category: which part a crawler may not fetch. */
const OPEN: { readonly [restriction in Restriction]: Openness } = {
  none: 'everything',
  paths: 'all but a few paths',
  few: 'all but a few paths',
  many: 'all but a long list of paths',
  most: 'a few paths only',
  all: 'nothing',
};

/** How much of the site is open to each matcher's crawler. Crawlers that obey the same groups share the answer. */
export function opennessOf(matchers: readonly Matcher[]): readonly Openness[] {
  const known = new Map<string, Openness>();
  return matchers.map((matcher) => {
    const key = `${matcher.profile.name} ${rulesOf(matcher).selection.groups.join()}`;
    const openness = known.get(key);
    if (openness !== undefined) return openness;
    const restriction = restrictionOf(matcher);
    const found = restriction === null ? 'an undecided part' : OPEN[restriction];
    known.set(key, found);
    return found;
  });
}

/** The crawlers to which the same part of the site is open. */
export interface OpenTo {
  readonly openness: Openness;
  readonly names: readonly string[];
}

/** Crawlers by how much is open to them, from the most to the least. */
export function byOpenness(crawlers: readonly { name: string; openness: Openness }[]): readonly OpenTo[] {
  return OPENNESS.flatMap((openness) => {
    const names = crawlers.flatMap((crawler) => (crawler.openness === openness ? [crawler.name] : []));
    return names.length === 0 ? [] : [{ openness, names }];
  });
}
