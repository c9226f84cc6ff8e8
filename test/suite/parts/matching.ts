/** Whether a pattern matches a path: docs/semantics.md §5.4, §5.7, §5.8. */
import type { ReferenceProfile as Profile } from '../../reference/reference.js';
import { formParts } from './forms.js';

/** The escapes that equal their octet in the query of a URL. */
const QUERY_DATA: ReadonlyMap<string, string> = new Map([
  ['%3A', ':'],
  ['%2F', '/'],
  ['%3F', '?'],
  ['%40', '@'],
  ['%27', "'"],
]);

export const matchingParts = {
  ...formParts,
  isPattern(value: string): boolean {
    return value.startsWith('/') || value.startsWith('*');
  },
  star: '*',
  anchor: '$',
  /** Whether a match may begin and end anywhere but at the first octet. */
  startsAnywhere: false,
  /** The octet that an escape after `*` equals in the query of the URL, besides itself. */
  queryOctet(token: string): string | undefined {
    return QUERY_DATA.get(token);
  },
  /** Whether a place of the path is in its query. */
  isInQuery(path: string, at: number): boolean {
    const mark = path.indexOf('?');
    return mark !== -1 && at > mark;
  },
  /** Where a token of a pattern can end if it begins at a place of the path. */
  ends(token: string, path: string, at: number, profile: Profile): number[] {
    const ends = path.startsWith(token, at) ? [at + token.length] : [];
    const data = profile === 'google' ? undefined : this.queryOctet(token);
    if (data !== undefined && path[at] === data && this.isInQuery(path, at)) ends.push(at + 1);
    return ends;
  },
  /** What `*` leads to from the shortest place on. */
  afterStar(from: number, path: string): number[] {
    const places: number[] = [];
    for (let place = from; place <= path.length; place++) places.push(place);
    return places;
  },
  matches(pattern: string, path: string, profile: Profile): boolean {
    if (profile === 'koster-1996') return path.startsWith(pattern);
    const tokens = (profile === 'google' ? [...pattern] : pattern.match(/%[0-9A-F]{2}|./gs)) ?? [];
    let places = this.startsAnywhere ? this.afterStar(0, path) : [0];
    for (const [index, token] of tokens.entries()) {
      if (token === this.anchor && index === tokens.length - 1) return places.includes(path.length);
      if (token === this.star) places = places.length === 0 ? [] : this.afterStar(Math.min(...places), path);
      else places = [...new Set(places.flatMap((place) => this.ends(token, path, place, profile)))];
    }
    return places.length > 0;
  },
};
