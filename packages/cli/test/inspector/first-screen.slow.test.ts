/** The first screen: who may train, search and answer; what is no robots.txt; names that are misspelled; a rule in words; counts on tabs. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import { answered, ask, cell, crawlerField, explanation, openFile, urlField } from './support/actions.js';
import { content } from './support/editor.js';
import { useInspector } from './support/inspector.js';

const FILE = `user-agent: *
disallow: /a/*.pdf$

user-agent: GPTBot
user-agent: CCBot
disallow: /
`;

describeWith(CHROMIUM_NEED, 'the first screen', () => {
  const openInspector = useInspector();

  test('says by purpose how many crawlers may, and which may not', async () => {
    const page = await openInspector();
    await openFile(page, FILE);
    const rows = page.locator('.first-purposes li');
    await rows
      .filter({ hasText: /^Train AI models\d+ of \d+ crawlers maynot GPTBot and CCBot; the others/ })
      .waitFor();
    await rows.filter({ hasText: /^Index for searchall \d+ crawlers mayonly part of the site$/ }).waitFor();
    await rows.filter({ hasText: /^Answer with AIall \d+ crawlers may/ }).waitFor();
    await openFile(page, 'user-agent: *\ndisallow: /\n');
    await rows.filter({ hasText: /^Train AI modelsnone of \d+ crawlers may$/ }).waitFor();
    await openFile(page, 'user-agent: *\ncontent-signal: ai-train=no\nallow: /\n');
    await rows.filter({ hasText: /^Train AI models.*but the file asks them not to$/ }).waitFor();
  });

  test('a purpose shows its crawlers, and a list has the other purposes', async () => {
    const page = await openInspector();
    await openFile(page, FILE);
    await page.getByRole('button', { name: 'Train AI models' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Crawlers' });
    await panel.getByRole('rowheader', { name: /^GPTBot/ }).waitFor();
    expect(await panel.getByLabel('Crawlers', { exact: true }).inputValue()).toBe('train-ai');
    expect(await panel.getByRole('rowheader', { name: /^OAI-SearchBot/ }).count()).toBe(0);
    await panel.getByLabel('Crawlers', { exact: true }).selectOption('seo');
    await panel.getByRole('rowheader', { name: /^AhrefsBot/ }).waitFor();
  });

  test.each([
    ['<!doctype html>\n<title>Not found</title>', 'This is an HTML page, not a robots.txt.'],
    ['\x89PNG\r\n\x1a\n', 'This is a PNG picture, not a robots.txt.'],
    ['\xff\xfeU\0s\0e\0r\0', 'This is text in UTF-16, not a robots.txt.'],
  ])('what is no robots.txt is said first: %j', async (file, sentence) => {
    const page = await openInspector();
    await openFile(page, Buffer.from(file, 'latin1'));
    await page.getByRole('alert').getByText(sentence).waitFor();
    await page.getByText('Crawlers read no rule in it, so they may fetch everything.').waitFor();
    const first = await page.locator('.answers > :first-child').textContent();
    expect(first).toContain(sentence);
    await openFile(page, FILE, 'good.txt');
    await page.getByText(sentence).waitFor({ state: 'detached' });
  });

  test('a page of HTML with rules says how many crawlers read', async () => {
    const page = await openInspector();
    await openFile(page, '<html>\nuser-agent: *\ndisallow: /a\n');
    await page.getByText('Even so, crawlers read 1 rule in it.').waitFor();
  });

  test('a misspelled name is replaced by the one that is meant', async () => {
    const page = await openInspector();
    await openFile(page, FILE);
    await ask(page, { urls: ['/'], crawlers: 'FooBot, GPT-Bot, ClaudeBot' });
    await page.getByText('did you mean GPTBot?').waitFor();
    await page.getByRole('button', { name: 'Use GPTBot' }).click();
    await cell(page, 'disallowed, line 6: GPTBot, /').waitFor();
    expect(await crawlerField(page).inputValue()).toBe('FooBot, GPTBot, ClaudeBot');
    await page.getByText('did you mean GPTBot?').waitFor({ state: 'detached' });
  });

  test('a pasted User-Agent header is one crawler', async () => {
    const page = await openInspector();
    await openFile(page, FILE);
    const crawlers =
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)';
    await ask(page, { urls: ['/'], crawlers });
    await cell(page, 'disallowed, line 6: GPTBot, /').waitFor();
    await page.getByText('1 URL, 1 crawler: 0 allowed, 1 disallowed.').waitFor();
    await page.getByText('This is a User-Agent header. Its product token is GPTBot.').waitFor();
  });

  test('URLs that cannot be judged are not counted as judged', async () => {
    const page = await openInspector();
    await ask(page, { urls: ['/', 'no', 'neither'], crawlers: 'FooBot' });
    await page.getByText('1 URL and 2 that cannot be judged, 1 crawler: 1 allowed, 0 disallowed.').waitFor();
  });

  test('the panel of a line has its pattern in words, with paths that ask', async () => {
    const page = await openInspector();
    await openFile(page, FILE);
    await content(page).waitFor();
    await page.locator('.cm-lineNumbers').getByText('2', { exact: true }).click();
    await explanation(page).getByText('every path that begins with /a/ and ends in .pdf').waitFor();
    await explanation(page).getByText('Matched:', { exact: false }).first().waitFor();
    const near = explanation(page)
      .locator('p', { hasText: /^Not matched:/ })
      .getByRole('button')
      .first();
    const path = await near.textContent();
    await near.click();
    await explanation(page).getByText(`${path}`).first().waitFor();
    await page.locator('.cell.allowed[aria-pressed=true]').waitFor();
  });

  test('tabs say how many findings and differences there are', async () => {
    const page = await openInspector();
    await openFile(page, 'user-agent: *\ndisalow: /a\n');
    const findings = page.getByRole('tab', { name: 'Findings', exact: true });
    await answered(page);
    const number = await findings.getAttribute('data-count');
    expect(number).toMatch(/^\d+$/);
    expect(await findings.getAttribute('aria-description')).toMatch(new RegExp(`^${number} findings?$`));
    expect(await page.locator('#tab-compare').getAttribute('data-count')).toBeNull();
    await page.getByRole('tab', { name: 'Compare' }).click();
    await page.getByRole('button', { name: 'Keep the current text to compare with' }).click();
    await openFile(page, 'user-agent: *\ndisallow: /b\n', 'new.txt');
    await page.locator('#tab-compare[data-count]').waitFor();
  });

  test('tabs say how many verdicts and lines about usage there are', async () => {
    const page = await openInspector();
    await openFile(page, 'user-agent: *\ncontent-signal: ai-train=no\ncontent-usage: train-ai=n\nallow: /\n');
    await ask(page, { urls: ['/', 'no', '/b'], crawlers: 'FooBot, BarBot' });
    await page.locator('#tab-verdicts[data-count="4"][aria-description="4 verdicts"]').waitFor();
    await page.locator('#tab-usage[data-count="2"][aria-description="2 lines"]').waitFor();
  });

  test('a file that is opened brings its own URLs, until a person has written some', async () => {
    const page = await openInspector();
    await openFile(page, FILE);
    await page.getByText('These paths are made from the rules of the file.').waitFor();
    expect(await urlField(page).inputValue()).toMatch(/^\/\n\/a\/.*\.pdf$/);
    await openFile(page, 'user-agent: *\ndisallow: /other/\n', 'other.txt');
    await page.getByRole('button', { name: /^disallowed, line 2: GPTBot, \/other\// }).waitFor();
    await ask(page, { urls: ['/mine'] });
    await openFile(page, FILE, 'third.txt');
    await page.getByRole('button', { name: 'Train AI models' }).click();
    await page.getByRole('rowheader', { name: /^GPTBot/ }).waitFor();
    await page.getByRole('tab', { name: 'Verdicts' }).click();
    expect(await urlField(page).inputValue()).toBe('/mine');
  });

  test('a text that is pasted over the whole file brings its own URLs', async () => {
    const page = await openInspector();
    await content(page).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('user-agent: *\ndisallow: /pasted/\n');
    await page.getByText('These paths are made from the rules of the file.').waitFor();
    expect(await urlField(page).inputValue()).toMatch(/^\/\n\/pasted\//);
  });

  test('the tab of the crawlers has one choice of crawlers, and a source for each claim', async () => {
    const page = await openInspector();
    await openFile(page, FILE);
    await page.getByRole('button', { name: 'Train AI models' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Crawlers' });
    await panel.getByRole('button', { name: 'GPTBot', exact: true }).click();
    const claims = panel.locator('.claims');
    const obeys = claims.locator('div', { hasText: /^robots\.txtobeys it/ });
    expect(await obeys.getByRole('link').getAttribute('href')).toMatch(/^https:\/\//);
    expect(await obeys.textContent()).toMatch(/read (?:second-hand )?20\d\d-\d\d-\d\d/);
    await claims.locator('div', { hasText: 'Crawl-delaynot read' }).waitFor();
    await panel.getByRole('button', { name: 'GPTBot', exact: true, expanded: true }).click();
    await claims.waitFor({ state: 'detached' });
    expect(await page.getByLabel('By which crawlers?').count()).toBe(0);
    expect(await panel.getByRole('combobox').count()).toBe(1);
    await panel
      .getByRole('option', { name: /^Train AI models: \d+ of \d+ crawlers may$/ })
      .waitFor({ state: 'attached' });
  });

  test('a reader is called by its title', async () => {
    const page = await openInspector();
    await page.getByRole('tab', { name: 'Readings' }).click();
    await page.getByRole('button', { name: 'Read as Python before 3.15' }).click();
    await page.getByRole('radio', { name: 'Python before 3.15', checked: true }).waitFor();
    await page.getByText('The file is read as Python before 3.15').waitFor();
    expect(await page.getByText('python-3.11').count()).toBe(0);
  });

  test('URLs come from a sitemap in gzip, from a table and from the rules of the file', async () => {
    const page = await openInspector();
    await openFile(page, FILE);
    const urls = page.getByLabel('May these URLs be fetched?');
    const list = page.getByLabel(/^Open a list of URLs/);
    const sitemap =
      '<urlset><url><loc>https://example.com/a/1.pdf</loc></url><url><loc>https://example.com/b</loc></url></urlset>';
    await list.setInputFiles({
      name: 'sitemap.xml.gz',
      mimeType: 'application/gzip',
      buffer: gzipSync(sitemap),
    });
    await page.getByText('2 URLs of the sitemap sitemap.xml.gz.').waitFor();
    expect(await urls.inputValue()).toBe('https://example.com/a/1.pdf\nhttps://example.com/b');
    const table = 'Status,Address\r\n200,https://example.com/c\r\n';
    await list.setInputFiles({ name: 'internal.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
    await page.getByText('1 URL of the table internal.csv.').waitFor();
    expect(await urls.inputValue()).toBe('https://example.com/c');
    const index = '<sitemapindex><sitemap><loc>https://example.com/s.xml</loc></sitemap></sitemapindex>';
    await list.setInputFiles({ name: 'index.xml', mimeType: 'text/xml', buffer: Buffer.from(index) });
    await page.getByText('index.xml names 1 sitemap and no pages.').waitFor();
    await page.getByRole('button', { name: 'Paths from the rules' }).click();
    await page.getByText(/that the rules of the file match/).waitFor();
    expect(await urls.inputValue()).toMatch(/^\/\n\/a\/.*\.pdf$/);
  });

  test('the verdicts are saved as CSV', async () => {
    const page = await openInspector();
    await openFile(page, FILE);
    await ask(page, { urls: ['/x,y'], crawlers: 'GPTBot' });
    await page.getByRole('tab', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save CSV' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('robots.verdicts.csv');
    expect(readFileSync(await saved.path(), 'utf8')).toMatch(
      /^url,crawler,verdict,line,explanation,profile\r\n"\/x,y",GPTBot,disallowed,6,/,
    );
  });
});
