/**
 * Where do two matchers differ: two versions of a file, two profiles, or two callers?
 */
import { aMatcher, type Matcher } from '../match/matcher.js';
import { type DifferenceLimits, type DifferenceOptions, differenceLimits } from './budget.js';
import { explore } from './exploration.js';
import { type Decision, JudgedRules } from './judged-rules.js';
import { RuleAutomaton } from './rule-automaton.js';
import { isUrlText } from './url-domain.js';

/** URLs that one matcher allows and the other does not, for the same two reasons. */
export interface Difference {
  /** The path of one such URL, one of the shortest unless it was made from a rule. */
  readonly path: string;
  /** What the first matcher decides about the path. */
  readonly before: Decision;
  /** What the second matcher decides about the path. */
  readonly after: Decision;
}

/** Where two matchers differ. */
export interface Differences {
  /** What the first matcher disallows and the second allows: one entry for each pair of deciding lines. */
  readonly opens: readonly Difference[];
  /** What the first matcher allows and the second disallows. */
  readonly closes: readonly Difference[];
  /** Whether these are all pairs of lines. False if a limit was reached; then more may differ. */
  readonly isExhaustive: boolean;
}

/**
 * Finds the URLs on which two matchers differ. Decided from the rules as a whole, not from samples; every path listed
 * was also put to both matchers. `/robots.txt` itself is left out. If a matcher's profile is a reader of `robotstream/readers`, the paths
 * are those that its patterns suggest, and more may differ: `isExhaustive` is false.
 *
 * @param before such as the matcher of the old version of a file
 * @param after such as the matcher of its new version
 * @throws {TypeError | RangeError} if one is no matcher, or an option is unknown or not as documented
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 * import { differences } from 'robotstream/compare';
 *
 * const before = parseSync('User-agent: *\nDisallow: /a/').matcher({ agents: 'FooBot' });
 * const after = parseSync('User-agent: *\nDisallow: /').matcher({ agents: 'FooBot' });
 * const { opens, closes } = differences(before, after);
 * console.log(opens.length, closes[0].path, closes[0].after.line); // → 0 / 2
 * ```
 */
export function differences(before: Matcher, after: Matcher, options: DifferenceOptions = {}): Differences {
  aMatcher(before, 'before');
  aMatcher(after, 'after');
  return findDifferences(before, after, differenceLimits('differences', options));
}

/** Finds differences within limits that are checked. */
export function findDifferences(
  before: Matcher,
  after: Matcher,
  { budget, maxDifferences, spellings }: DifferenceLimits,
): Differences {
  const granted = budget.left;
  const rules = [new JudgedRules(before, budget), new JudgedRules(after, budget)] as const;
  const found = new Map<string, Difference>();
  const isExact = rules.every((side) => side.isExact);
  // What a reader's patterns are like says more about its rules than the automaton does, which is only about right.
  if (!isExact) addFromPatterns();
  const isComplete = spellings !== 'plain' && walk() && isExact;
  if (!isExact && spellings !== 'plain') addFromPairs();
  if (isExact && !isComplete) addFromPatterns();

  const all = [...found.values()];
  return {
    opens: all.filter(({ after }) => after.allowed),
    closes: all.filter(({ before }) => before.allowed),
    isExhaustive: isComplete && found.size < maxDifferences,
  };

  function walk(): boolean {
    if (rules[0].minPlaces + rules[1].minPlaces > budget.left) return false;
    const sides = rules.map(({ candidates, forms }) => ({
      automaton: new RuleAutomaton(candidates, budget),
      forms,
    }));
    return explore(
      sides,
      budget,
      (visit) => {
        const { states, isWhole } = visit;
        if (!isWhole) return 'longer';
        if (!isExact) {
          add(visit.path());
          return found.size < maxDifferences ? 'longer' : 'nothing';
        }
        const [first, second] = rules.map((side, i) => side.decisionOf(states[i].decision));
        if (first.allowed !== second.allowed && !found.has(keyOf(first, second))) add(visit.path());
        return found.size < maxDifferences ? 'longer' : 'nothing';
      },
      spellings === 'all' ? 'all' : 'unescaped',
    );
  }

  /** Adds a path if the matchers themselves differ on it. */
  function add(path: string): void {
    if (LEFT_OUT[spellings]?.test(path)) return;
    if (rules[0].allows(path) === rules[1].allows(path)) return;
    const difference = { path, before: rules[0].judge(path), after: rules[1].judge(path) };
    const key = keyOf(difference.before, difference.after);
    if (!found.has(key)) found.set(key, difference);
  }

  /** Tries paths made from the patterns of each side. Each side may cost half as much as the walk, and at least one rule. */
  function addFromPatterns(): void {
    // No pattern may be near a URL on which a reader differs that refuses the file.
    if (spellings === 'plain') for (const path of ['/', '/x']) add(path);
    for (const side of rules) {
      const end = budget.left - granted / 2;
      for (let rank = 0; rank < side.count; rank++) {
        if (spellings === 'plain' && side.lengthOf(rank) > MAX_PLAIN_OCTETS) continue;
        for (const path of side.pathsOf(rank)) {
          if (found.size >= maxDifferences) return;
          add(path);
        }
        if (budget.left <= end) break;
      }
    }
  }

  /** Tries paths of each pattern with what others end with, in the steps that are left: characters that mean something only together. */
  function addFromPairs(): void {
    const ends = ['', ...rules.flatMap((side) => side.tails())];
    const tails = new Set(ends.flatMap((end) => [end, `?${end}`, `??${end}`]));
    for (const start of starts()) {
      for (const tail of tails) {
        if (found.size >= maxDifferences || budget.isSpent) return;
        const path = start + tail;
        if (isUrlText(path)) add(path);
      }
    }
  }

  function* starts(): Generator<string, void> {
    yield* ['/', '/x'];
    for (const side of rules) for (let rank = 0; rank < side.count; rank++) yield* side.pathsOf(rank);
  }
}

/** The URLs that are left out. */
const LEFT_OUT = { all: null, unescaped: /%/, plain: /[%*$]|\/\/|\?(?![a-z])/i } as const;

/** The longest pattern, in octets, from which a plain URL is made. A longer URL would be too long to read. */
const MAX_PLAIN_OCTETS = 1024;

function keyOf(before: Decision, after: Decision): string {
  return `${before.line} ${after.line}`;
}
