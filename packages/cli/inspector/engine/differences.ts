/** Where profiles and versions of a file differ, as plain data: what `robotstream diff` prints. */
import type { Difference } from 'robotstream/compare';
import {
  type CrawlerDifferences,
  callerNamed,
  crawlerDifferences,
  crawlersToCompare,
  findCrawler,
  type JudgedDocument,
} from 'robotstream/crawlers';
import { rulesOf } from 'robotstream/internal';
import { type Matcher, PROFILES, type ProfileName, type RobotsDocument } from 'robotstream/web';
import { registeredCrawler } from '../../src/crawler-notes.js';
import { decidingLines, ruleAt } from '../../src/diff/deciding-rules.js';
import { typedUrls } from './grid.js';
import { namedCrawlers } from './named-crawlers.js';
import type { GridQuestion, ReadingName } from './question.js';

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

/** A verdict of the grid that is the opposite under another profile. */
export interface TurnedVerdict {
  readonly url: string;
  readonly crawler: string;
  /** Whether it is allowed under the other profile. */
  readonly allowed: boolean;
}

/** How another profile reads the file. */
export interface Reading {
  readonly profile: ProfileName;
  readonly comparison: Comparison;
  /** Which verdicts of the grid are different. */
  readonly turned: readonly TurnedVerdict[];
  /** How many verdicts of the grid are compared. */
  readonly verdictCount: number;
  /** Whether these are all. Of a grid with thousands of verdicts, the first are compared. */
  readonly areAllCompared: boolean;
}

/** The readings that are compared so far. */
export type Readings = readonly Reading[];

/** How many steps a comparison may take: as many as in the command, so that both find the same. */
const MAX_STEPS = 150_000;

/** How many verdicts of the grid are compared. */
const MAX_VERDICTS = 5_000;

/** Compares each other profile with one: for all URLs of a site, and for the grid of verdicts. */
export function* readingsOf(
  document: RobotsDocument,
  { profile, urls, crawlers }: GridQuestion,
): Generator<() => Readings, Readings> {
  const readings: Reading[] = [];
  const names = namedCrawlers(crawlers).flatMap(({ name, fault }) => (fault === null ? [name] : []));
  const most = Math.ceil(MAX_VERDICTS / Math.max(1, names.length));
  const typed = typedUrls(urls);
  const asked = { names, urls: typed.slice(0, most) };
  for (const other of Object.keys(PROFILES) as ProfileName[]) {
    if (other === profile) continue;
    readings.push({
      profile: other,
      comparison: comparisonOf({ document, profile }, { document, profile: other }),
      turned: turnedVerdicts(document, profile, other, asked),
      verdictCount: asked.names.length * asked.urls.length,
      areAllCompared: asked.urls.length === typed.length,
    });
    yield () => readings;
  }
  return readings;
}

function turnedVerdicts(
  document: RobotsDocument,
  profile: ReadingName | undefined,
  other: ProfileName,
  { names, urls }: { readonly names: readonly string[]; readonly urls: ReturnType<typeof typedUrls> },
): readonly TurnedVerdict[] {
  const callers = names.map(callerNamed);
  const before = document.matchers(callers, { profile });
  const after = document.matchers(callers, { profile: other });
  return urls.flatMap(({ url }) =>
    names.flatMap((crawler, i) => {
      const [was, is] = [verdictOf(before[i], url), verdictOf(after[i], url)];
      return was === null || is === null || was === is ? [] : [{ url, crawler, allowed: is }];
    }),
  );
}

/** Whether a URL is allowed; null if the profile does not accept it. */
function verdictOf(matcher: Matcher, url: string): boolean | null {
  try {
    return matcher.isAllowed(url);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

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
