/** docs/lint.md repeats the rules, and its examples run. To write it again: `npm run docs`. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withLintRules } from '../../scripts/lint-page.mjs';
import { RULE_IDS, RULE_THEMES } from '../../src/lint/rules.js';
import { examplesOf, runExample } from '../support/examples.js';

const PAGE = 'docs/lint.md';
const page = readFileSync(PAGE, 'utf8');

test('every rule is on the page as in its data', () => {
  expect(page).toBe(withLintRules(page, RULE_THEMES));
  for (const id of RULE_IDS) expect(page).toContain(`\n### ${id}\n`);
});

test.each(examplesOf(PAGE).map((code, i) => [i + 1, code]))(
  'example %i prints what it promises',
  async (_, code) => {
    await runExample(code);
  },
);
