/** What pages repeat of the source agrees with it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { AUDIT_CLASSES, audit, LOG_FORMATS, type LogRequest } from '../../packages/audit/src/index.js';
import { CLIENT_DEFAULTS } from '../../packages/client/src/client/options.js';
import { TABLES } from '../../packages/survey/src/index.js';
import { reportScript } from '../../packages/survey/src/report/statements.js';
import { commandParts, withParts } from '../../scripts/command-page.mjs';
import { withCrawlerTables } from '../../scripts/crawler-tables.mjs';
import { DOCUMENTED_TABLES, withClientDefaults, withCodeRows } from '../../scripts/documented-tables.mjs';
import { withLintRules } from '../../scripts/lint-page.mjs';
import { readServices, serviceParts } from '../../scripts/service-tables.mjs';
import { withSurveyTables } from '../../scripts/survey-tables.mjs';
import { ERROR_CODES } from '../../src/core.js';
import { CRAWLER_PURPOSES, CRAWLERS } from '../../src/crawlers/index.js';
import { DIAGNOSTICS } from '../../src/diagnostics.js';
import { lint } from '../../src/lint/index.js';
import { RULE_IDS, RULE_THEMES } from '../../src/lint/rules.js';
import { parseSync } from '../../src/parse.js';
import { PROFILES } from '../../src/profiles.js';
import { OTHER_USAGE_RECORDS, RETIRED_LABELS, USAGE_VOCABULARIES } from '../../src/usage/vocabularies.js';
import { publishedSources } from '../support/source-files.js';

const read = (page: string) => readFileSync(page, 'utf8');

/** Each page with what `npm run docs` makes of it. */
const GENERATED: { readonly [page: string]: (text: string) => string | Promise<string> } = {
  ...Object.fromEntries(
    Object.entries(DOCUMENTED_TABLES({ ERROR_CODES })).map(([page, rows]) => [
      page,
      (text: string) => withCodeRows(text, rows),
    ]),
  ),
  'docs/cli.md': async (text) =>
    withParts(
      text,
      await commandParts(
        (module) => import(/* @vite-ignore */ fileURLToPath(new URL(`../../${module}.ts`, import.meta.url))),
      ),
    ),
  'docs/client.md': (text) => withClientDefaults(text, CLIENT_DEFAULTS),
  'docs/crawlers.md': (text) => withCrawlerTables(text, { CRAWLERS, CRAWLER_PURPOSES }),
  'docs/lint.md': (text) => withLintRules(text, RULE_THEMES, DIAGNOSTICS),
  'docs/readers.md': (text) => withParts(text, serviceParts(readServices(), PROFILES.rfc9309)),
  'docs/survey.md': (text) => withSurveyTables(text, { TABLES }),
  'docs/survey-report.sql': () => reportScript(),
};

test.each(Object.entries(GENERATED))('%s is what `npm run docs` writes', async (page, write) => {
  expect(read(page), `${page} is out of date: npm run docs`).toBe(await write(read(page)));
});

test.each(Object.keys(ERROR_CODES))('the packages can emit the documented error %s', (code) => {
  const sources = [...publishedSources()].filter(([path]) => path !== 'src/errors.ts');
  const using = sources.filter(([, text]) => text.includes(`'${code}'`));
  expect(using, `no source but src/errors.ts has '${code}'`).not.toEqual([]);
});

test('docs/crawlers.md says no larger a number of crawlers than there are', () => {
  const [, size = ''] = /a registry of over (\d+) crawlers/.exec(read('docs/crawlers.md')) ?? [];
  expect(CRAWLERS.length).toBeGreaterThan(Number(size));
});

describe('docs/lint.md', () => {
  const page = read('docs/lint.md');

  test('has every rule, and every diagnostic is one', () => {
    for (const id of RULE_IDS) expect(page).toContain(`\n### ${id}\n`);
    expect(RULE_IDS).toEqual(expect.arrayContaining(Object.keys(DIAGNOSTICS)));
  });

  test('the example of ignore comments has no findings, and every comment ignores one', () => {
    const [, example = ''] = /^## Ignore comments\n.*?^```robots\n(.*?)^```$/ms.exec(page) ?? [];
    expect(example).toContain('# robotstream-ignore-file ');
    expect(lint(parseSync(example)).findings).toEqual([]);
    expect(lint(parseSync(example.replaceAll('robotstream-ignore', 'ignore'))).findings).toHaveLength(4);
  });
});

test('docs/usage.md has the vocabularies, the retired labels and the other records', () => {
  const page = read('docs/usage.md');
  const rows = Array.from(page.matchAll(/^\| `(vocab-\d+)`[^|]*\| (.+) \|$/gm), ([, name, list]) => [
    name,
    list,
  ]);
  const expected = Object.entries(USAGE_VOCABULARIES).map(([name, categories]) => [
    name,
    categories.map((category) => `\`${category}\``).join(', '),
  ]);
  expect(rows).toEqual(expected);
  expect(page).toContain(Array.from(RETIRED_LABELS, (label) => `\`${label}\``).join(', '));
  for (const name of OTHER_USAGE_RECORDS) expect(page.toLowerCase()).toContain(`\`${name}\``);
});

describe('docs/audit.md', () => {
  const page = read('docs/audit.md');

  test('has every format, and every class with its meaning', () => {
    for (const name of Object.keys(LOG_FORMATS)) expect(page).toContain(`\n| \`${name}\` | `);
    for (const [name, meaning] of Object.entries(AUDIT_CLASSES))
      expect(page).toContain(`| \`${name}\` | ${meaning} |`);
  });

  test('has every member of the report', async () => {
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
});
