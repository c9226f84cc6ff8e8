/** How a file comes onto the page, and how the page is shared. */
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import { SAMPLES } from '../../inspector/page/samples.js';
import { ask, cell, crawlerField, openFile, status } from './support/actions.js';
import { useInspector } from './support/inspector.js';
import { holdFile } from './support/slow-page.js';

const FILE = 'user-agent: *\ndisallow: /a\n';

/** The width of a few words, in CSS pixels: what only screen readers say has one pixel. */
const LEGIBLE_WIDTH = 100;

async function widthOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.width ?? 0;
}

/** Drags a file over the page, and drops it if `isDropped`. */
async function drag(page: Page, text: string, isDropped: boolean): Promise<void> {
  const dataTransfer = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'dropped.txt'));
    return transfer;
  }, text);
  await page.dispatchEvent('header', 'dragover', { dataTransfer });
  if (isDropped) await page.dispatchEvent('header', 'drop', { dataTransfer });
}

describeWith(CHROMIUM_NEED, 'files', () => {
  const openInspector = useInspector();

  test('a file is opened by the button, with its name and its octets', async () => {
    const page = await openInspector();
    await openFile(
      page,
      Uint8Array.of(0xef, 0xbb, 0xbf, ...Buffer.from('user-agent: *\rdisallow: /\xff', 'latin1')),
      'odd.txt',
    );
    await page.getByRole('heading', { name: 'odd.txt' }).waitFor();
    await page.getByText('29 octets · 2 lines · 1 group · 1 rule').waitFor();
  });

  test('a file is dropped anywhere on the page', async () => {
    const page = await openInspector();
    await ask(page, { urls: ['/a'], crawlers: 'FooBot' });
    await drag(page, FILE, false);
    await page.getByText('Drop a robots.txt to open it').waitFor();
    await drag(page, FILE, true);
    await page.getByText('Drop a robots.txt to open it').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'dropped.txt' }).waitFor();
    await cell(page, 'disallowed, line 2: FooBot, /a').waitFor();
  });

  test('a file is dropped before the first frame', async () => {
    const page = await openInspector();
    await page.addInitScript('window.requestAnimationFrame = window.setTimeout = () => 1');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await drag(page, FILE, true);
    await page.getByRole('heading', { name: 'dropped.txt' }).waitFor();
  });

  test('back shows the file before', async () => {
    const page = await openInspector();
    await openFile(page, FILE, 'one.txt');
    await openFile(page, '# another', 'two.txt');
    await page.goBack();
    await page.getByRole('heading', { name: 'one.txt' }).waitFor();
    await page.getByText('27 octets').waitFor();
  });

  test('of two files, the one that was chosen last is shown, even if it is read first', async () => {
    const page = await openInspector();
    const release = await holdFile(page, 'slow.txt');
    await page
      .getByLabel('Open a robots.txt')
      .setInputFiles({ name: 'slow.txt', mimeType: 'text/plain', buffer: Buffer.from('user-agent: slow') });
    await openFile(page, FILE, 'quick.txt');
    await page.getByRole('heading', { name: 'quick.txt' }).waitFor();
    await release();
    expect(await page.getByRole('heading', { name: 'quick.txt' }).count()).toBe(1);
  });

  test('a file above the limit is refused visibly, and the page stays as it is', async () => {
    const page = await openInspector();
    const dataTransfer = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(8 * 1024 * 1024 + 1)], 'huge.txt'));
      return transfer;
    });
    await page.dispatchEvent('header', 'drop', { dataTransfer });
    const refusal = page.getByRole('alert').filter({ hasText: 'huge.txt has 8,388,609 octets' });
    await refusal.waitFor();
    expect(await widthOf(refusal)).toBeGreaterThan(LEGIBLE_WIDTH);
    await page.getByRole('heading', { name: 'robots.txt', exact: true }).waitFor();
    await openFile(page, FILE, 'small.txt');
    await refusal.waitFor({ state: 'detached' });
  });

  test.each(SAMPLES)('the sample $title has verdicts of both kinds', async ({ title, urls }) => {
    const page = await openInspector();
    await page.getByText('Samples').click();
    await page.getByRole('button', { name: title }).click();
    await status(page, `The sample “${title}” is open.`).waitFor();
    // The grid is that of the sample.
    await page.getByRole('rowheader', { name: urls.at(-1) ?? '', exact: true }).waitFor();
    await page
      .getByRole('button', { name: /^allowed, line/ })
      .first()
      .waitFor();
    await page
      .getByRole('button', { name: /^disallowed, line/ })
      .first()
      .waitFor();
  });

  test('an empty file offers the samples', async () => {
    const page = await openInspector();
    await page.getByText('Samples').click();
    await page.getByRole('button', { name: 'Empty file' }).click();
    const firstSteps = page.locator('.first-steps');
    await firstSteps.getByRole('button', { name: 'Shop' }).click();
    await status(page, 'The sample “Shop” is open.').waitFor();
    await firstSteps.waitFor({ state: 'detached' });
  });

  test('a link shows the same page', async () => {
    const page = await openInspector();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openFile(page, FILE, 'mine.txt');
    await ask(page, { urls: ['/a', '/b'], crawlers: 'FooBot' });
    await page.getByRole('button', { name: 'Copy link' }).click();
    const copied = status(page, 'The link is copied.');
    await copied.waitFor();
    expect(await widthOf(copied.locator('span'))).toBeGreaterThan(LEGIBLE_WIDTH);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await openInspector({ hash: new URL(link).hash });
    await other.getByRole('heading', { name: 'mine.txt' }).waitFor();
    await cell(other, 'disallowed, line 2: FooBot, /a').waitFor();
    expect(await crawlerField(other).inputValue()).toBe('FooBot');
  });

  test('a damaged link says so and shows the page it would show without', async () => {
    const page = await openInspector({ hash: 'v1.damaged' });
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'robots.txt', exact: true }).waitFor();
  });
});
