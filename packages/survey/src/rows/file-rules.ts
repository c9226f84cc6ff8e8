/**
 * The rules of a file as a profile reads it, and how much of the site they refuse to crawlers.
 */
import {
  findRestriction,
  type Matcher,
  type NamedPath,
  obeyedRules,
  PatternOctets,
  type ProfileRules,
  type RuleAxes,
  type RuleTable,
  rulesOf,
  rulesOfGroups,
} from 'robotstream/internal';
import type { RowOf } from '../tables.js';
import { namedPaths, refusedShare } from './named-paths.js';

/** How much of a site a crawler may not fetch. */
type Refused = Pick<RowOf<'verdicts'>, 'restriction' | 'refusedShare'>;

export class FileRules {
  readonly #axes: RuleAxes;
  /** The rules of all groups. */
  readonly #table: RuleTable;
  #octets: PatternOctets | undefined;
  #paths: readonly NamedPath[] | undefined;
  /** What some of the rules refuse, by their rows. */
  readonly #known: { readonly at: readonly number[]; readonly refused: Refused }[] = [];

  private constructor(axes: RuleAxes, table: RuleTable) {
    this.#axes = axes;
    this.#table = table;
  }

  /** @param others those of the same file under another profile, which are the same for many files */
  static of({ grouping, profile }: ProfileRules, others?: FileRules): FileRules {
    const table = rulesOfGroups(grouping);
    return others?.isAlike(profile.rules, table) ? others : new FileRules(profile.rules, table);
  }

  /** Whether the rules decide alike under another profile, as far as that is easy to see. */
  private isAlike(axes: RuleAxes, { rows, at }: RuleTable): boolean {
    if (rows !== this.#table.rows || !isEqual(at, this.#table.at)) return false;
    return goesByLength(axes) && goesByLength(this.#axes) && this.#patterns.areAlikeUnderProfiles;
  }

  get #patterns(): PatternOctets {
    this.#octets ??= new PatternOctets(this.#table);
    return this.#octets;
  }

  /** How much of the site the crawler of a matcher of the file may not fetch. */
  refusedTo(matcher: Matcher): Refused {
    const compiled = rulesOf(matcher).compiled;
    const { table } = compiled;
    for (const { at, refused } of this.#known) if (isEqual(at, table.at)) return refused;
    const isExact = compiled.foreign === undefined;
    this.#paths ??= namedPaths(this.#table, isExact ? this.#axes : undefined);
    const rules = obeyedRules(matcher, isExact ? this.#patterns : undefined);
    const restriction = findRestriction(matcher, rules);
    const refused = { restriction, refusedShare: refusedShare(rules, this.#paths, restriction) };
    this.#known.push({ at: table.at, refused });
    return refused;
  }
}

function goesByLength({ precedence, specialCharacters }: RuleAxes): boolean {
  return precedence === 'longest' && specialCharacters;
}

/** Whether two lists have the same numbers. */
export function isEqual(some: readonly number[], others: readonly number[]): boolean {
  if (some.length !== others.length) return false;
  for (let nth = 0; nth < some.length; nth++) if (some[nth] !== others[nth]) return false;
  return true;
}
