/** The report as a browser shows it: it loads nothing, has no error, and fits a phone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHROMIUM, CHROMIUM_FLAGS, CHROMIUM_NEED } from '../../../test/support/chromium.js';
import { describeWith } from '../../../test/support/needs.js';
import { surveyAll, surveyReport } from '../src/index.js';

const AGENTS = ['GPTBot', 'Google-Extended', 'a-crawler-whose-name-is-very-long-indeed', 'ExampleBot'];
const MONTHS = ['2026-01', '2026-02', '2026-07'];
const TLDS = ['example', 'org', 'test'];
const SITES = 24;

/** Sites that refuse more crawlers from month to month, and some that are not there. */
function captureLine(site: number, month: number): string {
  const url = `https://site-${site}.${TLDS[site % 3]}/robots.txt`;
  const fetchedAt = `${MONTHS[month]}-05T00:00:00Z`;
  if (site % 8 === 7) return JSON.stringify({ url, fetchedAt, status: [404, 301, 503][site % 3] });
  if (site % 8 === 6) return JSON.stringify({ url, fetchedAt, status: 200, body: '<!doctype html><html>' });
  const groups = AGENTS.slice(0, -1).map(
    (agent, i) =>
      `User-agent: ${agent}\nDisallow: ${(site + i * 5) % 12 < 3 + month * i ? '/' : '/private'}\n`,
  );
  const body = `${groups.join('\n')}\nUser-agent: *\nContent-Signal: ai-train=no, search=yes\nDisallow:\n`;
  return JSON.stringify({ url, fetchedAt, status: 200, body });
}

describeWith(CHROMIUM_NEED, 'the report in Chromium', () => {
  let folder = '';
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'robotstream-report-'));
    const lines = MONTHS.flatMap((_, month) =>
      Array.from({ length: SITES }, (__, site) => captureLine(site, month)),
    );
    const [input, tables, views] = ['captures.ndjson', 'tables', 'views.csv'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    writeFileSync(input, `${lines.join('\n')}\nno capture\n`);
    await surveyAll({ inputs: [input], folder: tables, agents: AGENTS, tables: ['captures', 'verdicts'] });
    // The longest texts: a long name, and weights so unlike that numbers have digits after the point.
    const weights = lines.map((_, site) => `site-${site}.${TLDS[site % 3]},${1.7 ** site}\n`);
    writeFileSync(views, `host,page_views_of_the_last_quarter\n${weights.join('')}`);
    const weighted = { weight: 'page_views_of_the_last_quarter', join: { file: views } };
    for (const [name, options] of Object.entries({ report: {}, weighted }))
      writeFileSync(
        join(folder, `${name}.html`),
        await surveyReport(tables, { strata: 'tld', data: join(folder, 'charts'), ...options }),
      );
    browser = await chromium.launch({ executablePath: CHROMIUM, args: [...CHROMIUM_FLAGS], timeout: 0 });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each([
    ['report.html', 320],
    ['report.html', 1440],
    ['weighted.html', 360],
    ['charts/months-gptbot.svg', 700],
  ])('%s, %i px wide', async (name, width) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    page.setDefaultTimeout(0);
    const seen: string[] = [];
    page.on('console', (message) => seen.push(message.text()));
    page.on('pageerror', (error) => seen.push(String(error)));
    page.on('request', (request) => seen.push(request.url()));
    const address = pathToFileURL(join(folder, name)).href;
    await page.goto(address);
    expect(seen).toEqual([address]);
    for (const summary of await page.locator('summary').all()) await summary.click();
    const tooWide = await page
      .locator('html, table, figure')
      .evaluateAll((elements) => elements.filter((one) => one.scrollWidth > one.clientWidth).length);
    expect(tooWide).toBe(0);
    await page.close();
  });
});
