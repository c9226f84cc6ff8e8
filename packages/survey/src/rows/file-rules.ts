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
  #used: PatternOctets | undefined;
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
  private isAlike(axes: RuleAxes, { octets, rows, at }: RuleTable): boolean {
    if (rows !== this.#table.rows || !isEqual(at, this.#table.at)) return false;
    if (!goesByLength(axes) || !goesByLength(this.#axes) || !this.#usedOctets.areSameInAllForms) return false;
    const file = Buffer.from(octets.buffer, octets.byteOffset, octets.length);
    return !AFFECTED_BY_PROFILES.some((text) => file.includes(text));
  }

  /** Those of the patterns. */
  get #usedOctets(): PatternOctets {
    this.#used ??= new PatternOctets(this.#table);
    return this.#used;
  }

  /** How much of the site the crawler of a matcher of the file may not fetch. */
  refusedTo(matcher: Matcher): Refused {
    const compiled = rulesOf(matcher).compiled;
    const { table } = compiled;
    const known = this.#known.find(({ at }) => isEqual(at, table.at));
    if (known !== undefined) return known.refused;
    const isExact = compiled.foreign === undefined;
    this.#paths ??= namedPaths(this.#table, isExact ? this.#axes : undefined);
    const rules = obeyedRules(matcher, isExact ? this.#usedOctets : undefined);
    const restriction = findRestriction(matcher, rules);
    const refused = { restriction, refusedShare: refusedShare(matcher, rules, this.#paths, restriction) };
    this.#known.push({ at: table.at, refused });
    return refused;
  }
}

function goesByLength({ precedence, specialCharacters }: RuleAxes): boolean {
  return precedence === 'longest' && specialCharacters;
}

/** What rules say about these depends on the profile. */
const AFFECTED_BY_PROFILES = ['/robots.txt', 'index.htm'];

function isEqual(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((row, nth) => row === others[nth]);
}
