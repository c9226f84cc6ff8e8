/** docs/lint.md repeats the rules and the diagnostics, and its examples run. To write it again: `npm run docs`. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withLintRules } from '../../scripts/lint-page.mjs';
import { DIAGNOSTICS } from '../../src/diagnostics.js';
import { lint } from '../../src/lint/index.js';
import { RULE_IDS, RULE_THEMES } from '../../src/lint/rules.js';
import { parseSync } from '../../src/parse.js';
import { examplesOf, runExample } from '../support/examples.js';

const PAGE = 'docs/lint.md';
const page = readFileSync(PAGE, 'utf8');

test('every rule is on the page as in its data', () => {
  expect(page).toBe(withLintRules(page, RULE_THEMES, DIAGNOSTICS));
  for (const id of RULE_IDS) expect(page).toContain(`\n### ${id}\n`);
});

test('every diagnostic is a rule of the page', () => {
  expect(RULE_IDS).toEqual(expect.arrayContaining(Object.keys(DIAGNOSTICS)));
});

test.each(examplesOf(PAGE).map((code, i) => [i + 1, code]))(
  'example %i prints what it promises',
  async (_, code) => {
    await runExample(code);
  },
);

test('the example of ignore comments has no findings, and every comment ignores one', () => {
  const [, example = ''] = /^## Ignore comments\n.*?^```robots\n(.*?)^```$/ms.exec(page) ?? [];
  expect(example).toContain('# robotstream-ignore-file ');
  expect(lint(parseSync(example)).findings).toEqual([]);
  expect(lint(parseSync(example.replaceAll('robotstream-ignore', 'ignore'))).findings).toHaveLength(4);
});
