/** The question, the grid of verdicts, and the explanation of one of them. */
import { expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import { ask, cell, crawlerField, explanation, openFile, status } from './support/actions.js';
import { useInspector } from './support/inspector.js';

const FILE = `user-agent: *
disallow: /a
allow: /a/b
content-signal: ai-train=no

user-agent: GPTBot
disallow: /
`;

/** In CSS pixels: a heading of the grid at most, and two lines of one. */
const LARGEST_HEADING = 300;
const TWO_LINES = 40;

describeWith(CHROMIUM_NEED, 'the question', () => {
  const openInspector = useInspector();

  test('a verdict for each URL and crawler, with the line that decides', async () => {
    const page = await openInspector();
    await openFile(page, FILE);
    await ask(page, { urls: ['/a', 'https://example.com/a/b', '/c'], crawlers: 'GPTBot, FooBot' });
    await cell(page, 'allowed, no rule decides: FooBot, /c').waitFor();
    await cell(page, 'allowed, line 3: FooBot, https://example.com/a/b').waitFor();
    await cell(page, 'disallowed, line 2: FooBot, /a').waitFor();
    await cell(page, 'disallowed, line 7: GPTBot, /c').waitFor();
    await page.getByText('3 URLs, 2 crawlers: 2 allowed, 4 disallowed.').first().waitFor();
  });

  test('sets of crawlers are switched on and off by buttons', async () => {
    const page = await openInspector();
    await ask(page, { urls: ['/'], crawlers: 'FooBot' });
    await page.getByRole('button', { name: /^@seo/ }).click();
    await page.getByRole('columnheader', { name: 'AhrefsBot', exact: true }).waitFor();
    expect(await crawlerField(page).inputValue()).toBe('FooBot, @seo');
    await page.getByRole('button', { name: /^@seo/, pressed: true }).click();
    await page.getByRole('columnheader', { name: 'AhrefsBot', exact: true }).waitFor({ state: 'detached' });
    expect(await crawlerField(page).inputValue()).toBe('FooBot');
    await crawlerField(page).fill('FooBot, @SEO');
    await page.getByRole('button', { name: /^@seo/, pressed: true }).click();
    await page.getByRole('button', { name: /^@seo/, pressed: false }).waitFor();
    expect(await crawlerField(page).inputValue()).toBe('FooBot');
  });

  test('names of crawlers are suggested for the word that is being typed', async () => {
    const page = await openInspector();
    await crawlerField(page).fill('FooBot, claude');
    const suggested = page.locator('#crawler-names option');
    await page.locator('#crawler-names option[value="FooBot, ClaudeBot"]').waitFor({ state: 'attached' });
    const values = await suggested.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    expect(values.every((value) => value.startsWith('FooBot, Claude'))).toBe(true);
  });

  test('a reading is chosen by its name', async () => {
    const page = await openInspector();
    await openFile(page, 'user-agent: *\ndisallow: a');
    await ask(page, { urls: ['/a'], crawlers: 'FooBot' });
    await cell(page, 'allowed, no rule decides: FooBot, /a').waitFor();
    await openFile(page, 'user-agents: *\ndisallow: /a');
    await page.getByRole('radio', { name: 'Google' }).check();
    await cell(page, 'disallowed, line 2: FooBot, /a').waitFor();
    await page.getByRole('radio', { name: 'RFC 9309' }).check();
    await cell(page, 'allowed, no rule decides: FooBot, /a').waitFor();
  });

  test('what cannot be judged says why, and the rest is judged', async () => {
    const page = await openInspector();
    await openFile(page, FILE);
    await ask(page, { urls: ['not a URL', '/a'], crawlers: 'FooBot, @nobots' });
    await cell(page, 'disallowed, line 2: FooBot, /a').waitFor();
    await page.getByRole('cell', { name: /^This is neither an http, https or ftp URL/ }).waitFor();
    await page.getByText('There is no set @nobots. The sets are @ai, @search, @seo, @all.').waitFor();
  });

  test('a long name of a crawler does not push the grid off the page', async () => {
    const page = await openInspector();
    const names = ['a', 'b', 'c', 'd', 'e', 'x'.repeat(500)];
    await ask(page, { urls: ['/'], crawlers: names.join() });
    const header = page.getByRole('columnheader', { name: /^x+$/ });
    await header.waitFor();
    expect((await header.boundingBox())?.height).toBeLessThan(LARGEST_HEADING);
    await ask(page, { crawlers: names.slice(-1).join() });
    await page.getByText('1 URL, 1 crawler:').first().waitFor();
    expect((await header.boundingBox())?.width).toBeLessThan(LARGEST_HEADING);
  });

  test('an explanation with a long name and a long URL fits a narrow page', async () => {
    const page = await openInspector({ viewport: { width: 320, height: 700 } });
    await openFile(page, FILE);
    await ask(page, { urls: [`/a/${'y'.repeat(3000)}`], crawlers: 'x'.repeat(300) });
    await page.getByRole('button', { name: /^disallowed, line 2: x+, / }).click();
    await explanation(page).getByText('Decided by line 1 and line 2').waitFor();
    const header = await page.getByRole('columnheader', { name: /^x+$/ }).boundingBox();
    expect(header?.height).toBeLessThan(TWO_LINES);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

  test('a URL that is listed twice is marked in both rows', async () => {
    const page = await openInspector();
    await openFile(page, FILE);
    await ask(page, { urls: ['/a', '/b', '/a'], crawlers: 'FooBot' });
    const twice = cell(page, 'disallowed, line 2: FooBot, /a');
    await twice.nth(1).click();
    await explanation(page).waitFor();
    const pressed = await page
      .locator('.cell[aria-pressed="true"]')
      .evaluateAll((cells) => cells.map((one) => (one as HTMLElement).dataset.row));
    expect(pressed).toEqual(['0', '2']);
  });

  test('without URLs or crawlers the page says what is missing', async () => {
    const page = await openInspector();
    await ask(page, { urls: [], crawlers: 'FooBot' });
    await status(page, 'Write a URL to see who may fetch it.').waitFor();
    await ask(page, { urls: ['/'], crawlers: '' });
    await status(page, 'Write the name of a crawler to see what it may fetch.').waitFor();
  });

  test('a chosen verdict is explained step by step', async () => {
    const page = await openInspector();
    await openFile(page, FILE);
    await ask(page, { urls: ['https://example.com/a/b#c'], crawlers: 'FooBot' });
    await cell(page, 'allowed, line 3: FooBot, https://example.com/a/b#c').click();
    const steps = explanation(page);
    await steps
      .getByText('No group names this crawler, and the group of line 1 is for "*"; line 3 decides')
      .waitFor();
    await steps.getByText('Decided by line 1 and line 3').waitFor();
    await steps.getByText('names another crawler').waitFor();
    await steps.getByText('a fragment is not sent to the server').waitFor();
    await steps.getByText('2 of 2 rules match.').waitFor();
    await steps.getByText('ai-train').waitFor();
  });

  test('the explanation follows the file and the reading', async () => {
    const page = await openInspector();
    await openFile(page, 'user-agents: *\ndisallow: /a');
    await ask(page, { urls: ['/a'], crawlers: 'FooBot' });
    await cell(page, 'allowed, no rule decides: FooBot, /a').click();
    await explanation(page).getByText('The file has no group.').waitFor();
    await page.getByRole('radio', { name: 'Google' }).check();
    await explanation(page).getByText('Decided by line 1 and line 2, read as Google.').waitFor();
  });

  test('many URLs are shown in parts', async () => {
    const page = await openInspector();
    await ask(page, { urls: Array.from({ length: 130 }, (_, i) => `/${i}`), crawlers: 'FooBot, BarBot' });
    await page.getByText('130 URLs, 2 crawlers:').first().waitFor();
    await page.getByRole('button', { name: 'Show 30 more rows' }).click();
    await page.getByRole('rowheader', { name: '/129', exact: true }).waitFor();
  });
});
