/**
 * Where do two files, or two profiles, differ for each of many callers? Callers with the same rules are compared once.
 */
import { RULE_PATTERN_END, RULE_PATTERN_START, RULE_STRIDE, type RuleTable } from '../ast/rule-table.js';
import { type Matcher, rulesOf } from '../match/matcher.js';
import { Budget } from './budget.js';
import { type Differences, findDifferences } from './differences.js';
import { type DifferenceOptions, differenceLimits } from './options.js';

/** One caller of a comparison, by the matcher of each side. */
export interface ComparedCaller {
  /** The caller's name, for the result. */
  readonly agent: string;
  readonly before: Matcher;
  readonly after: Matcher;
}

/** What differs for callers that have the same rules before, and the same rules after. */
export interface CallerDifferences extends Differences {
  /** Their names, in the order given. */
  readonly agents: readonly string[];
}

/**
 * How many octets of patterns are compared in all. Callers with rules of their own beyond that are not compared, and their
 * result is not exhaustive. One caller always is: a file has fewer.
 */
const MAX_PATTERN_OCTETS = 4 * 1024 * 1024;

/**
 * Finds the URLs on which two sides differ for each of many callers, as `differences` does for one. Callers that obey the same
 * rules share one entry. The steps of `maxSteps` are shared by all.
 *
 * @returns an entry for each set of callers with the same rules, in the order of their first callers; also if nothing differs
 * @throws {TypeError | RangeError} if an option is unknown or not as documented
 */
export function differencesByCaller(
  callers: readonly ComparedCaller[],
  options: DifferenceOptions = {},
): CallerDifferences[] {
  const { budget, ...limits } = differenceLimits('differencesByCaller', options);
  const classes = classesOf(callers);
  let patternOctets = 0;
  return classes.map(([first, ...others], index) => {
    const agents = [first, ...others].map(({ agent }) => agent);
    const { before, after } = first;
    patternOctets += octetsOf(rulesOf(before)) + octetsOf(rulesOf(after));
    if (index > 0 && patternOctets > MAX_PATTERN_OCTETS) {
      return { agents, opens: [], closes: [], isExhaustive: false };
    }
    const share = new Budget(Math.max(0, Math.floor(budget.left / (classes.length - index))));
    const granted = share.left;
    const found = findDifferences(before, after, { ...limits, budget: share });
    budget.spend(granted - share.left);
    return { agents, ...found };
  });
}

type Callers = [ComparedCaller, ...ComparedCaller[]];

/** Callers by the rules that they obey on both sides. */
function classesOf(callers: readonly ComparedCaller[]): Callers[] {
  const classes: Callers[] = [];
  /** Classes that may have the same rules: their tables are equally long, and begin and end alike. */
  const similar = new Map<string, Callers[]>();
  for (const caller of callers) {
    const key = `${sketchOf(rulesOf(caller.before))} ${sketchOf(rulesOf(caller.after))}`;
    const candidates = similar.get(key) ?? [];
    const same = candidates.find(([first]) => hasSameRules(first, caller));
    if (same !== undefined) {
      same.push(caller);
      continue;
    }
    const alone: Callers = [caller];
    classes.push(alone);
    similar.set(key, [...candidates, alone]);
  }
  return classes;
}

function sketchOf({ rows, count }: RuleTable): string {
  return `${count} ${rows[0]} ${rows[(count - 1) * RULE_STRIDE]}`;
}

function hasSameRules(one: ComparedCaller, other: ComparedCaller): boolean {
  return (
    one.before.profile === other.before.profile &&
    one.after.profile === other.after.profile &&
    isSameTable(rulesOf(one.before), rulesOf(other.before)) &&
    isSameTable(rulesOf(one.after), rulesOf(other.after))
  );
}

function isSameTable(one: RuleTable, other: RuleTable): boolean {
  if (one.octets !== other.octets || one.count !== other.count) return false;
  for (let i = 0; i < one.count * RULE_STRIDE; i++) if (one.rows[i] !== other.rows[i]) return false;
  return true;
}

function octetsOf({ rows, count }: RuleTable): number {
  let octets = count;
  for (let row = 0; row < count * RULE_STRIDE; row += RULE_STRIDE) {
    octets += rows[row + RULE_PATTERN_END] - rows[row + RULE_PATTERN_START];
  }
  return octets;
}
