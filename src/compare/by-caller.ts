/**
 * Where do two files, or two profiles, differ for each of many callers? Callers with equal rules are compared once.
 */
import { isAllowRow, type RuleTable } from '../ast/groups.js';
import { aMatcher, type Matcher, rulesOf } from '../match/matcher.js';
import { aProductToken } from '../match/select/callers.js';
import { latin1 } from '../octets.js';
import { anArray, isObject, misshapen } from '../option-checks.js';
import type { Profile } from '../profiles.js';
import * as Row from '../stream/row.js';
import { Budget, type DifferenceOptions, differenceLimits } from './budget.js';
import { type Differences, findDifferences } from './differences.js';

/** One caller of a comparison, by the matcher of each side. */
export interface ComparedCaller {
  /** The caller's name, for the result. */
  readonly agent: string;
  /** How the first side judges the caller. */
  readonly before: Matcher;
  /** How the second side judges the caller. */
  readonly after: Matcher;
}

/** What differs for callers whose rules are equal, before and after. Lines are those of the first caller. */
export interface CallerDifferences extends Differences {
  /** The callers' names, in the order given. */
  readonly agents: readonly [string, ...string[]];
}

/** What a comparison costs besides the walk, in steps: a fixed cost, and one for each octet of the patterns. */
const SET_UP_STEPS = 1000;
const STEPS_PER_OCTET = 0.5;

/** How many octets of patterns are read in all. A caller beyond that is not compared, and its result is not exhaustive. */
const MAX_PATTERN_OCTETS = 1024 * 1024;

/**
 * Finds the URLs on which two sides differ for each of many callers, as `differences` does for one. Callers share an entry if they are
 * judged by the same profiles and the rules that they obey are equal, with the same patterns in the same order. All entries share the steps of `maxSteps`.
 *
 * @returns an entry for each set of such callers, also if nothing differs, in the order of their first callers
 * @throws {TypeError | RangeError} if a caller has no product token or no two matchers, or an option is unknown or not as documented
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 * import { differencesByCaller } from 'robotstream/compare';
 *
 * const before = parseSync('User-agent: *\nDisallow: /a/');
 * const after = parseSync('User-agent: *\nDisallow: /b/');
 * const callers = ['FooBot', 'BarBot'].map((agent) => ({
 *   agent,
 *   before: before.matcher({ agents: agent }),
 *   after: after.matcher({ agents: agent }),
 * }));
 * for (const { agents, opens, closes } of differencesByCaller(callers)) {
 *   console.log(agents.join(' and '), opens[0].path, closes[0].path); // → FooBot and BarBot /a/ /b/
 * }
 * ```
 */
export function differencesByCaller(
  callers: readonly ComparedCaller[],
  options: DifferenceOptions = {},
): CallerDifferences[] {
  checkCallers(callers);
  const { budget, ...limits } = differenceLimits('differencesByCaller', options);
  const classes = classesOf(callers);
  return classes.map(({ agents, first: { before, after }, texts }, index) => {
    if (texts !== null && texts.before === texts.after && before.profile === after.profile) {
      return { agents, ...NO_DIFFERENCES, isExhaustive: true };
    }
    if (texts === null) return { agents, ...NO_DIFFERENCES, isExhaustive: false };
    const setUp = SET_UP_STEPS + STEPS_PER_OCTET * (texts.before.length + texts.after.length);
    const granted = Math.floor(budget.left / (classes.length - index)) - (index === 0 ? 0 : setUp);
    if (granted <= 0) return { agents, ...NO_DIFFERENCES, isExhaustive: false };
    const share = new Budget(granted);
    const found = findDifferences(before, after, { ...limits, budget: share });
    budget.spend(setUp + granted - share.left);
    return { agents, ...found };
  });
}

function checkCallers(callers: unknown): void {
  anArray(callers, 'callers');
  for (const [i, caller] of (callers as readonly unknown[]).entries()) {
    const name = `callers[${i}]`;
    if (!isObject(caller)) throw misshapen(caller, name, 'an object with agent, before and after');
    aProductToken(caller.agent, `${name}.agent`);
    aMatcher(caller.before, `${name}.before`);
    aMatcher(caller.after, `${name}.after`);
  }
}

const NO_DIFFERENCES = { opens: [], closes: [] };

/** Callers with equal rules. */
interface CallerClass {
  readonly agents: [string, ...string[]];
  readonly first: ComparedCaller;
  /** The rules of each side; null for the callers beyond {@link MAX_PATTERN_OCTETS}, which are not compared. */
  readonly texts: { readonly before: string; readonly after: string } | null;
}

function classesOf(callers: readonly ComparedCaller[]): CallerClass[] {
  const texts = new RuleTexts();
  const numbers = new Map<Profile, number>();
  const numberOf = (profile: Profile): number => {
    const number = numbers.get(profile) ?? numbers.size;
    numbers.set(profile, number);
    return number;
  };
  const classes = new Map<string, CallerClass>();
  for (const caller of callers) {
    const before = texts.of(caller.before);
    const after = texts.of(caller.after);
    const isRead = before !== null && after !== null;
    const profiles = `${numberOf(caller.before.profile)} ${numberOf(caller.after.profile)}`;
    const key = isRead ? `${profiles}\n${before}\n${after}` : profiles;
    const known = classes.get(key);
    if (known === undefined) {
      classes.set(key, { agents: [caller.agent], first: caller, texts: isRead ? { before, after } : null });
    } else {
      known.agents.push(caller.agent);
    }
  }
  return [...classes.values()];
}

/** The rules of matchers as text: equal for equal rules. Matchers that share a table share its text. */
class RuleTexts {
  readonly #known = new Map<RuleTable, string>();
  #octets = 0;

  /** Null once there are more than {@link MAX_PATTERN_OCTETS} in all. */
  of(matcher: Matcher): string | null {
    const { table, foreign } = rulesOf(matcher).compiled;
    let text = this.#known.get(table);
    if (text === undefined) {
      if (this.#octets > MAX_PATTERN_OCTETS) return null;
      text = foreign?.text() ?? rulesText(table);
      this.#octets += text.length;
      this.#known.set(table, text);
    }
    return text;
  }
}

/** A line for each rule. No pattern has a line break. */
function rulesText({ octets, rows, at }: RuleTable): string {
  return at
    .map((row) => {
      const pattern = latin1(octets.subarray(rows[row + Row.VALUE_START], rows[row + Row.VALUE_END]));
      return `\n${isAllowRow(rows, row) ? '+' : '-'}${pattern}`;
    })
    .join('');
}
