/** Writes the tables in `docs` that repeat tables of the source, from its compiled modules. */
import { readFileSync, writeFileSync } from 'node:fs';
import { CLIENT_DEFAULTS } from '../.built/packages/client/src/client/options.js';
import { TABLES } from '../.built/packages/survey/src/index.js';
import { reportScript } from '../.built/packages/survey/src/report/statements.js';
import { CRAWLER_PURPOSES, CRAWLERS } from '../.built/src/crawlers/index.js';
import { DIAGNOSTICS, ERROR_CODES, PROFILES } from '../.built/src/index.js';
import { RULE_THEMES } from '../.built/src/lint/rules.js';
import { commandParts, withParts } from './command-page.mjs';
import { withCrawlerTables } from './crawler-tables.mjs';
import { DOCUMENTED_TABLES, withClientDefaults, withCodeRows } from './documented-tables.mjs';
import { withLintRules } from './lint-page.mjs';
import { readServices, serviceParts } from './service-tables.mjs';
import { withSurveyTables } from './survey-tables.mjs';

for (const [page, rows] of Object.entries(DOCUMENTED_TABLES({ ERROR_CODES }))) {
  rewrite(page, (text) => withCodeRows(text, rows));
}
const parts = await commandParts((module) => import(`../.built/${module}.js`));
rewrite('docs/cli.md', (text) => withParts(text, parts));
rewrite('docs/client.md', (text) => withClientDefaults(text, CLIENT_DEFAULTS));
rewrite('docs/crawlers.md', (text) => withCrawlerTables(text, { CRAWLERS, CRAWLER_PURPOSES }));
rewrite('docs/survey-report.sql', () => reportScript());
rewrite('docs/survey.md', (text) => withSurveyTables(text, { TABLES }));
rewrite('docs/readers.md', (text) => withParts(text, serviceParts(readServices(), PROFILES.rfc9309)));
rewrite('docs/lint.md', (text) => withLintRules(text, RULE_THEMES, DIAGNOSTICS));

function rewrite(page, change) {
  const url = new URL(`../${page}`, import.meta.url);
  writeFileSync(url, change(readFileSync(url, 'utf8')));
}
