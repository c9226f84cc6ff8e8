/** Where two versions of a file differ, as plain data: what `robotstream diff` prints. */
import type { Difference } from 'robotstream/compare';
import {
  type CrawlerDifferences,
  crawlerDifferences,
  findCrawler,
  type JudgedDocument,
} from 'robotstream/crawlers';
import { callerNamed, crawlersToCompare } from 'robotstream/crawlers/internal';
import { rulesOf } from 'robotstream/internal';
import type { Matcher } from 'robotstream/web';
import { registeredCrawler } from '../../src/crawler-notes.js';
import { decidingLines, ruleAt } from '../../src/diff/deciding-rules.js';

/** What decides on one side of a difference. */
export interface Side {
  readonly allowed: boolean;
  /** The line of the deciding rule; 0 if no rule matches. */
  readonly line: number;
  /** The lines with an equal rule that decide for other crawlers of the entry. */
  readonly otherLines: readonly number[];
  /** The deciding rule as `disallow /private`; null if no rule matches. */
  readonly rule: string | null;
}

/** A URL that the sides judge differently. */
export interface Witness {
  /** Its path and query. */
  readonly path: string;
  readonly before: Side;
  readonly after: Side;
}

/** What differs for crawlers with equal rules. */
export interface CrawlerComparison {
  /** The crawlers; `*` is any that the files do not name. */
  readonly crawlers: readonly [string, ...string[]];
  /** What is disallowed before and allowed after: one URL for each pair of deciding lines. */
  readonly opens: readonly Witness[];
  readonly closes: readonly Witness[];
  /** For how many more pairs of lines there is a difference that only percent-encoded spellings of URLs show. */
  readonly escapedCount: number;
  /** Whether these are all differences. False if the comparison ended at its limit of steps. */
  readonly isExhaustive: boolean;
}

export interface Comparison {
  /** The crawlers for which something differs, or may differ. */
  readonly differing: readonly CrawlerComparison[];
  /** How many crawlers are compared. */
  readonly crawlerCount: number;
  /** How many more crawlers the files name. Comparing these, too, would take too long. */
  readonly leftOut: number;
}

/** How many steps a comparison may take: as many as in the command, so that both find the same. */
const MAX_STEPS = 150_000;

/** Compares two versions of a file. */
export function comparisonOf(
  before: JudgedDocument,
  after: JudgedDocument,
  maxSteps: number = MAX_STEPS,
): Comparison {
  const { names, leftOut } = crawlersToCompare(before, after);
  const compared = crawlerDifferences(before, after, names, { maxSteps });
  return {
    differing: compared.filter(mayDiffer).map(({ agents, opens, closes, escaped, isExhaustive }) => {
      const [old, current] = [new SideJudges(agents, before), new SideJudges(agents, after)];
      const witnessOf = (one: Difference): Witness => ({
        path: one.path,
        before: old.sideOf(one.path, one.before),
        after: current.sideOf(one.path, one.after),
      });
      return {
        crawlers: agents.map(registeredName) as [string, ...string[]],
        opens: opens.map(witnessOf),
        closes: closes.map(witnessOf),
        escapedCount: escaped.length,
        isExhaustive,
      };
    }),
    crawlerCount: names.length,
    leftOut,
  };
}

/** A name as the registry spells it, if it does. */
function registeredName(name: string): string {
  return findCrawler(name)?.token ?? name;
}

function mayDiffer({ opens, closes, escaped, isExhaustive }: CrawlerDifferences): boolean {
  return opens.length + closes.length + escaped.length > 0 || !isExhaustive;
}

/** The crawlers of an entry on one side. */
class SideJudges {
  readonly #side: JudgedDocument;
  /** One for all crawlers that obey the same groups; none if there is one alone. */
  readonly #matchers: readonly Matcher[];

  constructor(agents: readonly string[], { document, profile }: JudgedDocument) {
    this.#side = { document, profile: profile ?? registeredCrawler(agents[0] ?? '*')?.profile };
    const matchers = document.matchers(agents.map(callerNamed), { profile });
    const byGroups = new Map(matchers.map((matcher) => [rulesOf(matcher).selection.groups.join(), matcher]));
    this.#matchers = byGroups.size === 1 ? [] : [...byGroups.values()];
  }

  sideOf(path: string, { allowed, line }: Difference['before']): Side {
    const [, ...otherLines] = decidingLines(this.#matchers, path, line);
    const rule = ruleAt(this.#side, line);
    return {
      allowed,
      line,
      otherLines,
      rule: rule === undefined ? null : `${rule.directive} ${rule.pattern}`.trimEnd(),
    };
  }
}
