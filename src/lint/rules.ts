/**
 * Every lint rule by id.
 */
import type { LintRule } from './rule.js';
import { AGENT_RULES } from './rules/agent-rules.js';
import { FIELD_RULES } from './rules/field-rules.js';
import { FILE_RULES } from './rules/file-rules.js';
import { PATTERN_RULES } from './rules/pattern-rules.js';
import { RECORD_RULES } from './rules/record-rules.js';

/** The rules by theme, in the order of docs/lint.md. */
export const RULE_THEMES = {
  'The file': FILE_RULES,
  'Lines and fields': FIELD_RULES,
  'User-agent lines and groups': AGENT_RULES,
  'Patterns and verdicts': PATTERN_RULES,
  'Other records': RECORD_RULES,
} as const;

const ALL_RULES = { ...FILE_RULES, ...FIELD_RULES, ...AGENT_RULES, ...PATTERN_RULES, ...RECORD_RULES };

/** The id of a rule, such as `unknown-field`. */
export type RuleId = keyof typeof ALL_RULES;

/** Every rule by id: severity, title, why it matters, an example, the fix, and its sources. docs/lint.md shows them. */
export const LINT_RULES: { readonly [id in RuleId]: LintRule } = ALL_RULES;

export const RULE_IDS = Object.keys(ALL_RULES) as readonly RuleId[];
