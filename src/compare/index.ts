/**
 * The entry point `robotstream/compare`: what a caller may fetch as a whole, which rules matter, and where two files,
 * profiles or callers differ.
 */

export type { ComparisonOptions, DifferenceOptions } from './budget.js';
export type { CallerDifferences } from './by-caller.js';
export { type Difference, type Differences, differences } from './differences.js';
export type { Decision } from './judged-rules.js';
export { type PatternWords, patternWords } from './pattern-words.js';
export { type Reach, reachOf } from './reach.js';
export { RESTRICTIONS, type Restriction, restrictionOf } from './restriction.js';
export { type RuleUse, ruleUses } from './rule-uses.js';
