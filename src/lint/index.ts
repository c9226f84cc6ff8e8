/**
 * The entry point `robotstream/lint`: errors and likely mistakes in a robots.txt, and certain fixes.
 */

export { type FixedFinding, type FixResult, fix } from './fix.js';
export { type LintOptions, type LintResult, lint } from './lint.js';
export type { Finding } from './report.js';
export type { Autofix, Fix, LintRule } from './rule.js';
export { LINT_RULES, type RuleId } from './rules.js';
