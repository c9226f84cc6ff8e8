/** docs/survey.md repeats the columns of the tables, and its examples and the package's run. To write the tables again: `npm run docs`. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TABLES } from '../../packages/survey/src/index.js';
import { reportScript } from '../../packages/survey/src/report/statements.js';
import { withSurveyTables } from '../../scripts/survey-tables.mjs';
import { examplesOf, runExample } from '../support/examples.js';

const PAGE = 'docs/survey.md';
const page = readFileSync(PAGE, 'utf8');

test('the tables are those of the source', () => {
  expect(page).toBe(withSurveyTables(page, { TABLES }));
});

test('the statements of the report are those that it runs', () => {
  expect(readFileSync('docs/survey-report.sql', 'utf8')).toBe(reportScript());
});

test.each([...examplesOf(PAGE), ...examplesOf('packages/survey/README.md')].map((code, i) => [i + 1, code]))(
  'example %i prints what it promises',
  async (_, code) => {
    await runExample(code);
  },
);
