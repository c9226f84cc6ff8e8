/** Where profiles and versions of a file differ, as plain data: what `robotstream diff` prints. */
import type { Difference } from 'robotstream/compare';
import {
  type CrawlerDifferences,
  crawlerDifferences,
  crawlersToCompare,
  type JudgedDocument,
} from 'robotstream/crawlers';
import { PROFILES, type ProfileName, type RobotsDocument } from 'robotstream/web';

/** What decides on one side of a difference. */
export interface Side {
  readonly allowed: boolean;
  /** The line of the deciding rule; 0 if no rule matches. */
  readonly line: number;
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
  /** How many more the files name, which would take too long. */
  readonly leftOut: number;
  /** The limit of steps of the comparison. */
  readonly maxSteps: number;
}

/** How another profile reads the file. */
export interface Reading {
  readonly profile: ProfileName;
  readonly comparison: Comparison;
}

/** The readings that are compared so far. */
export type Readings = readonly Reading[];

/** What a comparison may cost, in steps: as much as that of the command, so that both find the same. */
const MAX_STEPS = 150_000;

/** Compares each other profile with one. */
export function* readingsOf(
  document: RobotsDocument,
  { profile }: { readonly profile: ProfileName },
): Generator<() => Readings, Readings> {
  const readings: Reading[] = [];
  for (const other of Object.keys(PROFILES) as ProfileName[]) {
    if (other === profile) continue;
    readings.push({
      profile: other,
      comparison: comparisonOf({ document, profile }, { document, profile: other }),
    });
    yield () => readings;
  }
  return readings;
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
    differing: compared.filter(mayDiffer).map(({ agents, opens, closes, escaped, isExhaustive }) => ({
      crawlers: agents,
      opens: opens.map((difference) => witnessOf(difference, before, after)),
      closes: closes.map((difference) => witnessOf(difference, before, after)),
      escapedCount: escaped.length,
      isExhaustive,
    })),
    crawlerCount: names.length,
    leftOut,
    maxSteps,
  };
}

function mayDiffer({ opens, closes, escaped, isExhaustive }: CrawlerDifferences): boolean {
  return opens.length + closes.length + escaped.length > 0 || !isExhaustive;
}

function witnessOf(
  { path, before, after }: Difference,
  old: JudgedDocument,
  current: JudgedDocument,
): Witness {
  return { path, before: sideOf(before, old), after: sideOf(after, current) };
}

function sideOf({ allowed, line }: Difference['before'], { document, profile }: JudgedDocument): Side {
  const rules = line === 0 ? [] : (document.groupAt(line, profile)?.rules ?? []);
  const rule = rules.find((one) => one.line === line);
  return { allowed, line, rule: rule === undefined ? null : `${rule.directive} ${rule.pattern}`.trimEnd() };
}
