/** docs/audit.md lists formats, classes and the members of the report, and its examples and the package's run. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AUDIT_CLASSES, audit, LOG_FORMATS, type LogRequest } from '../../packages/audit/src/index.js';
import { examplesOf, runExample } from '../support/examples.js';

const PAGE = 'docs/audit.md';
const page = readFileSync(PAGE, 'utf8');

test.each([...examplesOf(PAGE), ...examplesOf('packages/audit/README.md')].map((code, i) => [i + 1, code]))(
  'example %i prints what it promises',
  async (_, code) => {
    await runExample(code);
  },
);

test('the page has every format', () => {
  const listed = page.match(/^\| `(\w+)` \| /gm) ?? [];
  for (const name of Object.keys(LOG_FORMATS)) expect(listed).toContain(`| \`${name}\` | `);
});

test('the page has every class with its meaning', () => {
  for (const [name, meaning] of Object.entries(AUDIT_CLASSES)) {
    expect(page).toContain(`| \`${name}\` | ${meaning} |`);
  }
});

test('the page has every member of the report', async () => {
  const request: LogRequest = {
    time: 0,
    address: '192.0.2.7',
    host: '',
    method: 'GET',
    target: '/',
    status: 200,
    userAgent: 'GPTBot/1.2',
  };
  const report = await audit([request], { robots: '', keepAddresses: true });
  const members = [...Object.keys(report), ...Object.keys(report.crawlers[0] ?? {})];
  expect(members.length).toBeGreaterThan(25);
  const inTables = page
    .split('\n')
    .flatMap((line) => /^\| (`[^|]*) \|/.exec(line)?.[1]?.match(/(?<=`)\w+(?=`)/g) ?? []);
  expect(members.filter((member) => !inTables.includes(member))).toEqual([]);
});
