/**
 * Counts the problems of a list of URLs. They are not kept one by one, because a list of a million URLs may have as many.
 */
import { countedText, LIST_PROBLEMS, type ListProblemCode, type Problem } from './url-lists/entries.js';

/** The problems that reading itself does not find. */
const OTHER_PROBLEMS = {
  'relative-url': ['relative URL', ' without a site, so not judged'],
  'no-url': ['text', ' other than an http, https or ftp URL, so not judged'],
  'not-fetched': ['sitemap', ' that could not be read'],
  'not-followed': ['sitemap', ' beyond the limits of an index (50,000, three levels), so not read'],
} as const satisfies { readonly [code: string]: Problem };

const PROBLEMS = { ...LIST_PROBLEMS, ...OTHER_PROBLEMS };

export type ProblemCode = ListProblemCode | keyof typeof OTHER_PROBLEMS;

/** The problems that lose nothing: every URL of the list can still be judged. */
const HARMLESS: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['above-limits', 'bad-xml', 'no-cell']);

/** How many places of each kind of problem are printed. */
const MAX_PLACES = 3;

export class ListProblems {
  readonly #found = new Map<ProblemCode, { count: number; readonly places: string[] }>();

  /** @param place where and what, such as `urls.txt:7: "a/b"` */
  add(code: ProblemCode, place: () => string): void {
    const known = this.#found.get(code) ?? { count: 0, places: [] };
    this.#found.set(code, known);
    known.count++;
    if (known.places.length < MAX_PLACES) known.places.push(place());
  }

  /** Whether something could not be judged. */
  get areLosses(): boolean {
    return [...this.#found.keys()].some((code) => !HARMLESS.has(code));
  }

  /** A line for each kind of problem, with its first places. */
  *lines(): Generator<string, void> {
    for (const [code, { count, places }] of this.#found) {
      const more = count > places.length ? `; and ${count - places.length} more` : '';
      yield `${countedText(count, PROBLEMS[code])}: ${places.join('; ')}${more}`;
    }
  }
}

/** Why a text is no URL that can be judged. */
export function urlProblem(url: string): ProblemCode {
  return /^[a-z][a-z0-9+.-]*:/i.test(url) ? 'no-url' : 'relative-url';
}
