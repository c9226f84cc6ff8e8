/** How much of the site is open to crawlers, by the categories of `robotstream/compare`. */
import { RESTRICTIONS, type Restriction, restrictionOf } from 'robotstream/compare';
import { rulesOf } from 'robotstream/internal';
import type { Matcher } from 'robotstream/web';

/** How much a crawler may not fetch; null if that is not decided. */
export type Openness = Restriction | null;

/** How much of the site is open to each matcher's crawler. Crawlers that obey the same groups share the answer. */
export function opennessOf(matchers: readonly Matcher[]): readonly Openness[] {
  const known = new Map<string, Openness>();
  return matchers.map((matcher) => {
    const key = `${matcher.profile.name} ${rulesOf(matcher).selection.groups.join()}`;
    const openness = known.get(key);
    if (openness !== undefined) return openness;
    const found = restrictionOf(matcher);
    known.set(key, found);
    return found;
  });
}

/** The crawlers to which the same part of the site is open. */
export interface OpenTo {
  readonly openness: Openness;
  readonly names: readonly string[];
}

/** Crawlers by how much is open to them, from the most to the least; those for which it is not decided come last. */
export function byOpenness(crawlers: readonly { name: string; openness: Openness }[]): readonly OpenTo[] {
  return [...RESTRICTIONS, null].flatMap((openness) => {
    const names = crawlers.flatMap((crawler) => (crawler.openness === openness ? [crawler.name] : []));
    return names.length === 0 ? [] : [{ openness, names }];
  });
}
