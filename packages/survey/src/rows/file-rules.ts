/**
 * The rules of a file, and how much of the site they refuse to crawlers. Profiles mostly read the same rules.
 */
import { type Matcher, type ProfileRules, rulesOf, rulesOfGroups } from 'robotstream/internal';
import type { RowOf } from '../tables.js';
import { certainAnswersOf, goesByLength } from './certain-answers.js';
import { type NamedPath, namedPaths, refusedShare } from './named-paths.js';
import { PatternKinds } from './pattern-kinds.js';
import { restrictionOf } from './restriction.js';

/** How much of a site a crawler may not fetch. */
type Refused = Pick<RowOf<'verdicts'>, 'restriction' | 'refusedShare'>;

export class FileRules {
  readonly #kinds: PatternKinds;
  /** The rows of the rules in all groups. */
  readonly #rules: readonly number[];
  #paths: readonly NamedPath[] | undefined;
  /** What is refused by rules that are the same under every profile that goes by length, by the rows of the rules. */
  readonly #known: { readonly at: readonly number[]; readonly refused: Refused }[] = [];

  private constructor(kinds: PatternKinds, rules: readonly number[]) {
    this.#kinds = kinds;
    this.#rules = rules;
  }

  /** @param others those of the same file under another profile */
  static of(grouping: ProfileRules['grouping'], others?: FileRules): FileRules {
    const { octets, rows, at: rules } = rulesOfGroups(grouping, [...grouping.groups.keys()]);
    if (others === undefined || others.#kinds.rows !== rows)
      return new FileRules(new PatternKinds(octets, rows), rules);
    return isEqual(others.#rules, rules) ? others : new FileRules(others.#kinds, rules);
  }

  /** How much of the site the crawler of a matcher of the file may not fetch. */
  refusedTo(matcher: Matcher): Refused {
    const { at } = rulesOf(matcher).compiled.table;
    const known = goesByLength(matcher) ? this.#known.find((one) => isEqual(one.at, at)) : undefined;
    if (known !== undefined) return known.refused;
    const certain = certainAnswersOf(matcher, this.#kinds);
    this.#paths ??= namedPaths(this.#kinds, this.#rules);
    const restriction = restrictionOf(matcher, certain);
    const refused = {
      restriction,
      refusedShare: refusedShare(matcher, restriction, this.#paths, certain),
    };
    if (certain?.areSimple && this.#paths.every(({ row }) => this.#kinds.isSimple(row)))
      this.#known.push({ at, refused });
    return refused;
  }
}

function isEqual(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((row, nth) => row === others[nth]);
}
