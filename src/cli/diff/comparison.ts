/**
 * What differs between two sides of a comparison, for each crawler: decided for all URLs of a site at once.
 */
import { type CallerDifferences, type Difference, differencesByCaller } from '../../compare/index.js';
import type { ProfileName, RobotsDocument } from '../../index.js';
import { agentsNamedIn, matchersFor } from '../caller.js';

/** One side of a comparison. */
export interface Side {
  readonly name: string;
  readonly document: RobotsDocument;
  readonly profile: ProfileName;
}

export interface Sides {
  readonly before: Side;
  readonly after: Side;
}

/** What differs for crawlers with equal rules. */
export interface Compared {
  readonly agents: readonly [string, ...string[]];
  readonly opens: readonly Difference[];
  readonly closes: readonly Difference[];
  /**
   * Of two profiles, the differences that only percent-encoded spellings of URLs show: nearly every rule has some. Empty for
   * one profile.
   */
  readonly escaped: readonly Difference[];
  /** Whether these are all differences. */
  readonly isExhaustive: boolean;
}

/** How many lines are read to find the groups of all crawlers, so that a hostile file takes no more than a moment. */
const MAX_LINES = 3_000_000;

/** The crawlers to compare for. */
export interface ComparedAgents {
  readonly agents: readonly string[];
  /** How many more the files name, which would take too long. */
  readonly leftOut: number;
}

/** The crawlers that one of the files names, and `*`. */
export function agentsToCompare({ before, after }: Sides): ComparedAgents {
  const named = agentsNamedIn([before, after]);
  const lines = before.document.lineCount + after.document.lineCount;
  const most = Math.max(1, Math.floor(MAX_LINES / (1 + lines)));
  return { agents: named.slice(0, most), leftOut: Math.max(0, named.length - most) };
}

/** What all crawlers together may take, in steps: less than half a second. */
const MAX_STEPS = 150_000;

/** Compares the sides for each crawler. */
export function compareSides({ before, after }: Sides, agents: readonly string[]): Compared[] {
  const matchersBefore = matchersFor(before.document, agents, before.profile);
  const matchersAfter = matchersFor(after.document, agents, after.profile);
  const callers = agents.flatMap((agent, i) => {
    const [one, other] = [matchersBefore[i], matchersAfter[i]];
    return one === undefined || other === undefined ? [] : { agent, before: one, after: other };
  });
  if (before.profile === after.profile) {
    return differencesByCaller(callers, { maxSteps: MAX_STEPS }).map((found) => ({ ...found, escaped: [] }));
  }
  const limit = { maxSteps: MAX_STEPS / 2 };
  const all = differencesByCaller(callers, limit);
  return differencesByCaller(callers, { ...limit, spellings: 'unescaped' }).map((found, i) => ({
    ...found,
    escaped: withoutPairsOf(found, all[i]),
  }));
}

/** The differences of `all` for whose pairs of deciding lines `found` has none. */
function withoutPairsOf(found: CallerDifferences, all: CallerDifferences | undefined): Difference[] {
  if (all === undefined) return [];
  const pairs = new Set([...found.opens, ...found.closes].map(pairOf));
  return [...all.opens, ...all.closes].filter((difference) => !pairs.has(pairOf(difference)));
}

function pairOf({ before, after }: Difference): string {
  return `${before.line} ${after.line}`;
}
