/** Hostile files of 500 KiB: the list of findings and the work of comparing rules are bounded. */
import { describe, expect, test } from 'vitest';
import { parseSync } from '../../src/core.js';
import { fix } from '../../src/lint/index.js';
import { runChecks, severitiesOf } from '../../src/lint/lint.js';
import { LintedFile } from '../../src/lint/linted-file.js';
import { Report } from '../../src/lint/report.js';
import { RULE_IDS } from '../../src/lint/rules.js';
import { WORK_LIMIT, WorkBudget } from '../../src/lint/work-budget.js';
import { HOSTILE_LINT_FILES } from './hostile-lint-files.js';

const MAX_PER_RULE = 100;

describe.each(Object.entries(HOSTILE_LINT_FILES))('%s', (_, make) => {
  const document = parseSync(make());

  test('lint', () => {
    const budget = new WorkBudget();
    const file = new LintedFile(document, null, budget);
    const { findings, isComplete } = runChecks(file, new Report(file, severitiesOf(), MAX_PER_RULE));
    for (const id of RULE_IDS) {
      expect(findings.filter(({ rule }) => rule === id).length).toBeLessThanOrEqual(MAX_PER_RULE);
    }
    expect(budget.spent).toBeLessThanOrEqual(WORK_LIMIT);
    expect(isComplete).toBe(!budget.isShort);
  });

  test('fix', () => {
    const { octets, refusal } = fix(document);
    if (refusal === null) expect(fix(parseSync(octets)).fixed).toEqual([]);
  });
});
