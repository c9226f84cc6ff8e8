/**
 * Every lint rule by id, and every check in order.
 */
import type { LintedFile } from './linted-file.js';
import type { LintRule, RuleReport } from './rule.js';
import { AGENT_RULES, checkAgents } from './rules/agents.js';
import { CRAWLER_NAME_RULES, checkCrawlerNames } from './rules/crawler-names.js';
import { checkDecisions, DECISION_RULES } from './rules/decisions.js';
import { checkDiagnostics, LINE_RULES, OCTET_RULES } from './rules/diagnostics.js';
import { checkFields, FIELD_RULES } from './rules/fields.js';
import { checkForm, FORM_RULES } from './rules/file-form.js';
import { checkJoins, GROUP_RULES } from './rules/groups.js';
import { IGNORE_RULES } from './rules/ignore-comments.js';
import { checkLicenses, LICENSE_RULES } from './rules/licenses.js';
import { checkLighthouse, LIGHTHOUSE_RULES } from './rules/lighthouse.js';
import { checkLostRecords, checkLostRules, LOST_RULES } from './rules/lost-rules.js';
import { checkPatterns, PATTERN_RULES } from './rules/patterns.js';
import { checkReach, REACH_RULES } from './rules/reach.js';
import { checkReaders, READER_RULES } from './rules/reader-differences.js';
import { checkRecords, RECORD_RULES } from './rules/records.js';
import { checkResources, RESOURCE_RULES } from './rules/resources.js';
import { TIE_RULES } from './rules/ties.js';
import { checkUnusedRules, UNUSED_RULES } from './rules/unused-rules.js';

/** The rules by theme, in the order of docs/lint.md. */
export const RULE_THEMES = {
  'The file': { ...FORM_RULES, ...OCTET_RULES },
  'Lines and fields': { ...LINE_RULES, ...FIELD_RULES, ...LIGHTHOUSE_RULES, ...IGNORE_RULES },
  'User-agent lines and groups': { ...AGENT_RULES, ...CRAWLER_NAME_RULES, ...GROUP_RULES, ...LOST_RULES },
  'Patterns and verdicts': {
    ...PATTERN_RULES,
    ...DECISION_RULES,
    ...TIE_RULES,
    ...UNUSED_RULES,
    ...REACH_RULES,
    ...RESOURCE_RULES,
    ...READER_RULES,
  },
  'Other records': { ...RECORD_RULES, ...LICENSE_RULES },
} as const;

const ALL_RULES = {
  ...RULE_THEMES['The file'],
  ...RULE_THEMES['Lines and fields'],
  ...RULE_THEMES['User-agent lines and groups'],
  ...RULE_THEMES['Patterns and verdicts'],
  ...RULE_THEMES['Other records'],
};

/** The id of a rule, such as `unknown-field`. */
export type RuleId = keyof typeof ALL_RULES;

/** Every rule by id: severity, title, why it matters, an example, the fix, and its sources. docs/lint.md shows them. */
export const LINT_RULES: { readonly [id in RuleId]: LintRule } = ALL_RULES;

export const RULE_IDS = Object.keys(ALL_RULES) as readonly RuleId[];

/** Makes every check of a file. Those at the end take what the others leave of the file's budget. */
export function checkRules(file: LintedFile, report: RuleReport<typeof ALL_RULES>): void {
  const form = checkForm(file, report);
  if (form === 'other') return;
  checkDiagnostics(file, form, report);
  checkFields(file, form, report);
  checkLighthouse(file, report);
  checkAgents(file, report);
  checkCrawlerNames(file, report);
  checkJoins(file, report);
  checkPatterns(file, report);
  checkRecords(file, report);
  checkLicenses(file, report);
  const explained = checkDecisions(file, report);
  checkReach(file, report);
  checkResources(file, report);
  checkLostRules(file, report);
  checkLostRecords(file, report);
  checkUnusedRules(file, explained, report);
  // Runs last: if it gives up, the other rules are complete.
  checkReaders(file, report);
}
