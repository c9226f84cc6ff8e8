/** The report as a browser shows it: it loads nothing, has no error, and fits a phone. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHROMIUM, CHROMIUM_FLAGS, CHROMIUM_NEED } from '../../../test/support/chromium.js';
import { describeWith } from '../../../test/support/needs.js';
import { surveyAll } from '../src/job/survey-all.js';
import { surveyReport } from '../src/report/report.js';

/** Where to leave pictures of the page, for people; none by default. */
const SCREENSHOTS = process.env.ROBOTSTREAM_SCREENSHOTS;

const AGENTS = [
  'GPTBot',
  'ClaudeBot',
  'Google-Extended',
  'meta-externalagent',
  'a-crawler-whose-name-is-very-long-indeed',
  'ExampleBot',
];
const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-07', '2026-08', '2026-10'];
const SITES = 24;
const SIGNAL = 'Content-Signal: ai-train=no, search=yes\n';
const COLOURS = ['text', 'quiet', 'ground', 'all', 'most', 'many', 'few', 'paths', 'none', 'count'];

/** Sites that refuse more crawlers from month to month, and some that are not there. */
function captureLine(site: number, month: number): string {
  const url = `https://site-${site}.${['example', 'org', 'test'][site % 3]}/robots.txt`;
  const fetchedAt = `${MONTHS[month]}-05T00:00:00Z`;
  if (site % 8 === 7) return JSON.stringify({ url, fetchedAt, status: [404, 301, 503][site % 3] });
  if (site % 8 === 6)
    return JSON.stringify({ url, fetchedAt, status: 200, body: '<!doctype html><html></html>' });
  const groups = AGENTS.slice(0, -1).map((agent, i) => {
    const isRefused = (site + i * 5) % 12 < 2 + month * (1 + (i % 3));
    return `User-agent: ${agent}\nDisallow: ${isRefused ? '/' : site % 3 === 0 ? '/private' : ''}\n`;
  });
  return JSON.stringify({
    url,
    fetchedAt,
    status: 200,
    body: `${groups.join('\n')}\nUser-agent: *\n${site % 4 === 0 ? SIGNAL : ''}Disallow:\n`,
  });
}

/** A4 without margins of a centimetre, in CSS pixels. */
const PRINTED = { width: 718, height: 1047 };

/** The texts of charts that are too small, or not within their picture. */
const UNREADABLE = `Array.from(document.querySelectorAll('svg text'))
  .filter((text) => {
    const [box, picture] = [text.getBoundingClientRect(), text.closest('svg').getBoundingClientRect()];
    return box.height < 11 || box.left < picture.left - 1 || box.right > picture.right + 1 || box.top < picture.top - 1 || box.bottom > picture.bottom + 1;
  })
  .map((text) => text.textContent)`;

describeWith(CHROMIUM_NEED, 'the report in Chromium', () => {
  let folder = '';
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'robotstream-report-'));
    const lines = MONTHS.flatMap((_, month) =>
      Array.from({ length: SITES }, (__, site) => captureLine(site, month)),
    );
    writeFileSync(join(folder, 'captures.ndjson'), `${lines.join('\n')}\nno capture\n`);
    const tables = join(folder, 'tables');
    await surveyAll({
      inputs: [join(folder, 'captures.ndjson')],
      folder: tables,
      agents: AGENTS,
      tables: ['captures', 'verdicts'],
    });
    const data = join(folder, 'charts');
    writeFileSync(join(folder, 'report.html'), await surveyReport(tables, { strata: 'tld', data }));
    // The longest texts: a long name, and weights so unlike that numbers have digits after the point.
    const column = 'page_views_of_the_last_quarter';
    const views = Array.from({ length: SITES }, (_, site) =>
      ['example', 'org', 'test'].map((tld) => `site-${site}.${tld},${1.7 ** site}\n`),
    );
    writeFileSync(join(folder, 'views.csv'), `host,${column}\n${views.flat().join('')}`);
    const weighted = await surveyReport(tables, {
      strata: 'tld',
      weight: column,
      join: { file: join(folder, 'views.csv') },
    });
    writeFileSync(join(folder, 'weighted.html'), weighted);
    browser = await chromium.launch({ executablePath: CHROMIUM, args: [...CHROMIUM_FLAGS], timeout: 0 });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each<[number, 'light' | 'dark', string]>([
    ...[320, 360, 800, 1440].flatMap((width) =>
      (['light', 'dark'] as const).map((scheme): [number, 'light' | 'dark', string] => [
        width,
        scheme,
        'report',
      ]),
    ),
    [360, 'light', 'weighted'],
    [1440, 'dark', 'weighted'],
  ])('%i px wide, %s: %s', async (width, colorScheme, name) => {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    page.setDefaultTimeout(0);
    const messages: string[] = [];
    const requests: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(String(error)));
    page.on('request', (request) => requests.push(request.url()));
    const address = pathToFileURL(join(folder, `${name}.html`)).href;
    await page.goto(address);
    if (SCREENSHOTS !== undefined) {
      mkdirSync(SCREENSHOTS, { recursive: true });
      await page.screenshot({
        path: join(SCREENSHOTS, `${name}-${width}-${colorScheme}.png`),
        fullPage: true,
      });
    }
    expect(messages).toEqual([]);
    expect(requests).toEqual([address]);
    // Two about all crawlers, two about each, and those of preferences, outcomes and payloads.
    expect(await page.locator('figure').count()).toBe(2 + 2 * AGENTS.length + 3);
    for (const summary of await page.locator('summary').all()) await summary.click();
    // Nothing scrolls sideways: neither the page nor a table in it.
    const tooWide = await page
      .locator('html, table, tr, figure')
      .evaluateAll((elements) =>
        elements
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ tagName }) => tagName),
      );
    expect(tooWide).toEqual([]);
    expect(await page.evaluate<string[]>(UNREADABLE)).toEqual([]);
    await page.close();
  });

  test.each(['light', 'dark'] as const)('a chart is complete on its own, %s', async (colorScheme) => {
    const page = await browser.newPage({ viewport: { width: 700, height: 900 }, colorScheme });
    page.setDefaultTimeout(0);
    for (const name of ['refused', 'named', 'months-gptbot', 'strata-gptbot', 'outcomes']) {
      const messages: string[] = [];
      const requests: string[] = [];
      page.on('console', (message) => messages.push(message.text()));
      page.on('request', (request) => requests.push(request.url()));
      const address = pathToFileURL(join(folder, 'charts', `${name}.svg`)).href;
      await page.goto(address);
      if (SCREENSHOTS !== undefined)
        await page.screenshot({ path: join(SCREENSHOTS, `${name}-${colorScheme}.png`) });
      expect([messages, requests]).toEqual([[], [address]]);
      expect(await page.evaluate<string[]>(UNREADABLE)).toEqual([]);
      page.removeAllListeners();
    }
    await page.close();
  });

  test('with many crawlers, no part of a chart is longer than a printed page', async () => {
    const tables = join(folder, 'many');
    const agents = Array.from({ length: 100 }, (_, nth) => `Crawler-${nth}`);
    await surveyAll({ inputs: [join(folder, 'captures.ndjson')], folder: tables, agents });
    const file = join(folder, 'many.html');
    writeFileSync(file, await surveyReport(tables));
    const page = await browser.newPage({ viewport: PRINTED });
    page.setDefaultTimeout(0);
    await page.emulateMedia({ media: 'print' });
    await page.goto(pathToFileURL(file).href);
    const heights = await page
      .locator('svg')
      .evaluateAll((pictures) => pictures.map((picture) => picture.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(agents.length);
    expect(Math.max(...heights)).toBeLessThan(PRINTED.height);
    await page.close();
  });

  test('colours differ from their ground by the contrast that WCAG asks for', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ colorScheme });
      page.setDefaultTimeout(0);
      await page.goto(pathToFileURL(join(folder, 'report.html')).href);
      const colours = await page.evaluate<Record<string, string>>(
        `Object.fromEntries(${JSON.stringify(COLOURS)}.map((name) =>
          [name, getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim()]))`,
      );
      const { ground = '', text = '', quiet = '', ...pictures } = colours;
      // WCAG 2.2, success criteria 1.4.3 (texts) and 1.4.11 (pictures).
      for (const colour of [text, quiet])
        expect(contrast(colour, ground), `${colorScheme} ${colour}`).toBeGreaterThan(4.5);
      for (const [name, colour] of Object.entries(pictures))
        expect(contrast(colour, ground), `${colorScheme} ${name}`).toBeGreaterThan(3);
      await page.close();
    }
  });
});

/** The contrast ratio of two colours such as `#1c2024` (WCAG 2.2, "contrast ratio"). */
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const digits =
    colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit) : colour.slice(1).match(/../g);
  const [r = 0, g = 0, b = 0] = (digits ?? []).map((hex) => {
    const value = Number.parseInt(hex, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
