/** The panels that look at the file as a whole, by user actions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Download, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import { SAMPLES } from '../../inspector/page/samples.js';
import type { InspectorState } from '../../inspector/state/state.js';
import { useCommand } from '../support/command.js';
import { openFile } from './support/actions.js';
import { keeps } from './support/editor.js';
import { linkedState } from './support/file-actions.js';
import { useInspector } from './support/inspector.js';
import { holdFile, holdWorkers } from './support/slow-page.js';
import { useStaticServer } from './support/static-server.js';

const FILE = `User-agent: *
Disallow: /private/
Disallow: /a*z
Content-Signal: ai-train=no, search=yes
License: https://example.com/license

User-agent: GPTBot
User-agent: MyBot
Disallow: /
`;

describeWith(CHROMIUM_NEED, 'the panels', () => {
  const openInspector = useInspector();
  const command = useCommand();
  const served = useStaticServer();

  /** A page with a file, opened as a person opens it. */
  async function opened(text: string | Uint8Array = FILE, name = 'robots.txt'): Promise<Page> {
    const page = await openInspector();
    await openFile(page, text, name);
    return page;
  }

  const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

  const textOf = ({ file }: InspectorState) => new TextDecoder().decode(file);

  describe('findings', () => {
    test('a fix does nothing until the findings are those of the file', async () => {
      const page = await opened('user-agent: *\nDisalow: /a\n');
      await tab(page, 'Findings');
      const fix = page.getByRole('button', { name: 'Fix line 2: misspelled-field' });
      await fix.waitFor();
      await fix.evaluate((button: HTMLElement) => {
        for (const one of document.querySelectorAll('button')) if (one.textContent === 'Shop') one.click();
        button.click();
      });
      const [, shop] = SAMPLES;
      expect(await keeps(page, shop?.file ?? '')).toBe(true);
    });

    test('are listed with reasons; one fix, and all, change the file, and Back undoes them', async () => {
      const page = await opened('user-agent: *\nDisalow: /a\nDisalow: /b\n');
      await tab(page, 'Findings');
      const findings = page.locator('.finding');
      await findings.first().waitFor();
      await findings.first().getByText('Why it matters').click();
      await findings.first().locator('details p').waitFor();

      const isFixedOnce = (state: InspectorState): boolean =>
        textOf(state) === 'user-agent: *\nDisallow: /a\nDisalow: /b\n';
      await page.getByRole('button', { name: 'Fix line 2: misspelled-field' }).click();
      await linkedState(page, isFixedOnce);
      await page.getByRole('button', { name: /^Fix (what|all)/ }).click();
      await linkedState(page, (state) => textOf(state).includes('Disallow: /b'));
      await page.goBack();
      await linkedState(page, isFixedOnce);
      await page.goBack();
      await linkedState(page, (state) => textOf(state) === 'user-agent: *\nDisalow: /a\nDisalow: /b\n');
      await page.getByRole('button', { name: 'Fix line 2: misspelled-field' }).waitFor();
    });
  });

  test('a panel that is left before the next frame asks nothing more', async () => {
    const page = await opened();
    const { wereShown, asked } = await page.evaluate(async () => {
      const isShown = async (panel: string): Promise<boolean> => {
        document.querySelector<HTMLElement>(`#tab-${panel}`)?.click();
        // The page draws itself in the next microtask.
        await Promise.resolve();
        return document.querySelector(`#panel-${panel}`) !== null;
      };
      const wereShown = [await isShown('crawlers'), await isShown('export')];
      const asked: unknown[] = [];
      Worker.prototype.postMessage = ({ kind }) => asked.push(kind);
      document.querySelector<HTMLElement>('input[value=google]')?.click();
      return { wereShown, asked };
    });
    expect(wereShown).toEqual([true, true]);
    expect(asked).toContain('verdicts');
    expect(asked).not.toContain('crawlers');
  });

  describe('readings', () => {
    test('of a grid with thousands of verdicts compare the first, and say so', async () => {
      const page = await opened();
      // At once: Chromium takes seconds to type thousands of lines into a field.
      await page.getByLabel('May these URLs be fetched?').evaluate((field) => {
        (field as HTMLTextAreaElement).value = '/\n'.repeat(5001);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      });
      await page.getByLabel('By which crawlers?').fill('Googlebot');
      await tab(page, 'Readings');
      await page.getByText('None of your first 5,000 verdicts would change.').first().waitFor();
    });

    test('show where profiles differ; a URL of theirs becomes the question, and a profile the chosen one', async () => {
      const page = await opened();
      await page.getByLabel('May these URLs be fetched?').fill('/abcz');
      await page.getByLabel('By which crawlers?').fill('Googlebot');
      await tab(page, 'Readings');
      const koster = page.getByRole('region', { name: 'Draft of 1996' });
      await koster.getByText('1 of your 1 verdict would change').waitFor();
      const google = page.getByRole('region', { name: 'Google' });
      await google.getByText('No URL without percent-encoded characters is judged differently.').waitFor();
      await koster.getByText('opens').first().waitFor();
      await koster.locator('.witnesses').getByRole('button', { name: '/az' }).click();

      await page.getByRole('heading', { name: 'disallowed * /az' }).waitFor();
      expect(await page.getByLabel('May these URLs be fetched?').inputValue()).toBe('/az\n/abcz');
      expect(await page.getByLabel('By which crawlers?').inputValue()).toBe('Googlebot, *');

      await tab(page, 'Readings');
      await page.getByRole('button', { name: 'Read as Draft of 1996' }).click();
      await page.getByText('The file is read as Draft of 1996').waitFor();
      await linkedState(page, ({ profile }) => profile === 'koster-1996');
    });
  });

  describe.each(['folder', 'single-file'] as const)('every reader, from a %s', (from) => {
    test('judges a URL, with the line and the reason, and follows the file; its code comes when the tab is opened', async () => {
      const page = await openInspector({ from, viewport: { width: 360, height: 740 } });
      await openFile(page, FILE, 'robots.txt');
      await page.getByLabel('May these URLs be fetched?').fill('/abcz\n/b');
      await page.getByLabel('By which crawlers?').fill('*, MyBot');
      const areReadersLoaded = () =>
        page.evaluate(() => [...document.scripts].some(({ src }) => src.includes('readers-worker')));
      if (from === 'folder') expect(await areReadersLoaded()).toBe(false);
      await tab(page, 'Readings');
      const readers = page.getByRole('region', { name: 'Every reader' });
      const python = readers.getByRole('listitem').filter({ hasText: 'Python before 3.15' });
      await python.getByText('allowed: no rule decides').waitFor();
      await python.getByText(/^It takes .*\*/).waitFor();
      if (from === 'folder') expect(await areReadersLoaded()).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

      const kinds = ['Specifications', 'Programs', 'Services'];
      expect(await readers.getByRole('heading', { level: 4 }).allInnerTexts()).toEqual(kinds);
      const rfc = readers.getByRole('listitem').first();
      expect(await rfc.innerText()).toBe('RFC 9309 disallowed by line 3');
      await rfc.getByRole('button', { name: 'line 3' }).press('Enter');
      await page.locator('.cm-content:focus').waitFor();
      await page.locator('.cm-activeLine').getByText('Disallow: /a*z').waitFor();

      await readers.getByLabel('Crawler').selectOption('MyBot');
      await rfc.getByText('disallowed by line 9').waitFor();
      await readers.getByLabel('Crawler').selectOption('*');
      await readers.getByLabel('URL').selectOption('/b');
      await readers.getByText(/^All \d+ readers agree\./).waitFor();
      await openFile(page, 'User-agent: *\nDisallow: /b\n', 'other.txt');
      await rfc.getByText('disallowed by line 2').waitFor();
    });
  });

  test('the page reads as a reader that is chosen, and a link keeps it', async () => {
    const page = await opened('User-agent: *\nDisallow: /*.pdf$\n');
    await page.getByLabel('May these URLs be fetched?').fill('/a.pdf');
    await page.getByLabel('By which crawlers?').fill('*');
    await page.getByRole('button', { name: 'disallowed, line 2: *, /a.pdf' }).waitFor();
    await tab(page, 'Readings');
    await page.getByRole('button', { name: 'Read as Python before 3.15' }).click();
    await page.getByText('The file is read as Python before 3.15').waitFor();
    expect(await page.getByRole('radio', { name: 'Python before 3.15' }).isChecked()).toBe(true);
    await linkedState(page, ({ profile }) => profile === 'python-3.11');
    await tab(page, 'Verdicts');
    await page.getByRole('button', { name: 'allowed, no rule decides: *, /a.pdf' }).click();
    await page.getByText('read as Python before 3.15.').waitFor();
    await page.getByRole('radio', { name: 'RFC 9309' }).check();
    await page.getByRole('button', { name: 'disallowed, line 2: *, /a.pdf' }).waitFor();
  });

  test('readers that cannot be loaded are a fault, and the tab tries again', async () => {
    const page = await openInspector({ from: served(), mayDoAnything: true });
    let isRefused = true;
    await page.route(/readers-worker/, (route) => (isRefused ? route.abort() : route.continue()));
    await tab(page, 'Readings');
    await page.getByText(/readers-worker.* cannot be loaded\.$/).waitFor();
    isRefused = false;
    await tab(page, 'Verdicts');
    await tab(page, 'Readings');
    await page.getByText(/^(?:All|\d+ of) \d+ readers/).waitFor();
  });

  test('each crawler is judged by its own profile, and the page says which', async () => {
    const page = await opened('User-agents: Googlebot\nDisallow: /a\n');
    await page.getByLabel('May these URLs be fetched?').fill('/a');
    await page.getByLabel('By which crawlers?').fill('Googlebot, GPTBot');
    await page.getByRole('button', { name: 'disallowed, line 2: Googlebot, /a' }).click();
    await page.getByText(', as Googlebot reads it: Google.').waitFor();
    await page.getByRole('button', { name: 'allowed, no rule decides: GPTBot, /a' }).click();
    await page.getByText('No line decides, as GPTBot reads it: RFC 9309.').waitFor();
    await tab(page, 'Crawlers');
    await page.getByRole('combobox', { name: 'Crawlers', exact: true }).selectOption('search');
    await page.getByRole('columnheader', { name: 'Read as' }).waitFor();
    await tab(page, 'Verdicts');
    await page.getByRole('radio', { name: 'RFC 9309' }).check();
    await page.getByText('No line decides, read as RFC 9309.').waitFor();
  });

  test('a name of a crawler shows its invisible characters, and is shortened', async () => {
    const page = await opened('User-agent: *\nDisallow: /a$\n');
    const long = 'x'.repeat(300);
    await page.getByLabel('May these URLs be fetched?').fill('/a');
    await page.getByLabel('By which crawlers?').fill(`\u202eBot, ${long}`);
    await tab(page, 'Readings');
    const koster = page.getByRole('region', { name: 'Draft of 1996' });
    await koster.getByText('2 of your 2 verdicts would change').waitFor();
    const shownNames = await koster.getByText('would be').allInnerTexts();
    expect(shownNames).toEqual(
      ['U+202EBot', `${'x'.repeat(200)}…`].map((name) => `${name} /a would be allowed`),
    );

    await tab(page, 'Verdicts');
    await page.locator('.cm-lineNumbers').getByText('2', { exact: true }).click();
    const line = page.locator('section.explanation');
    await line.getByText(/^Of the crawlers in question, U\+202EBot and x{200}… obey this group\.$/).waitFor();
    await line.getByRole('button', { name: 'U+202EBot, /a' }).waitFor();
    await page.locator('.cm-lineNumbers').getByText('1', { exact: true }).click();
    await line.getByText(/^For U\+202EBot and x{200}…: the line/).waitFor();
  });

  describe('compare', () => {
    test.each(['drop', 'paste'])('takes a file by %s, but text only by the button', async (how) => {
      const page = await opened();
      await tab(page, 'Compare');
      const button = (disabled: boolean) =>
        page.getByRole('button', { name: 'Compare with this text', disabled });
      const field = page.getByLabel('Or paste it');
      await button(true).waitFor();
      await field.fill('User-agent: *\n');
      await button(false).waitFor();

      const wasTaken = await field.evaluate((element, type) => {
        const data = new DataTransfer();
        data.items.add(new File(['User-agent: *\nDisallow: /'], 'earlier.txt'));
        const init = { bubbles: true, cancelable: true };
        const event =
          type === 'drop'
            ? new DragEvent('drop', { ...init, dataTransfer: data })
            : new ClipboardEvent('paste', { ...init, clipboardData: data });
        return !element.dispatchEvent(event);
      }, how);
      expect(wasTaken).toBe(true);
      await page.getByRole('tabpanel').getByText('compared with earlier.txt, of 25 octets').waitFor();
      await page.getByRole('heading', { name: 'robots.txt', exact: true }).waitFor();
    });

    test('shows what the file opens and closes since a pasted version, and swaps the two', async () => {
      const page = await opened();
      await tab(page, 'Compare');
      await page.getByLabel('Or paste it').fill('User-agent: *\nDisallow: /private\n');
      await page.getByRole('button', { name: 'Compare with this text' }).click();
      await page.getByText('Different for 3 of 3 crawlers').waitFor();
      const [others, named] = await page.locator('.differences').all();
      expect(await others?.innerText()).toMatch(
        /all others[\s\S]*opens \/private\n[\s\S]*line 2: disallow \/private/,
      );
      expect(await named?.innerText()).toMatch(
        /GPTBot and MyBot[\s\S]*closes \/\n[\s\S]*line 9: disallow \//,
      );

      await page.getByRole('button', { name: 'Swap' }).click();
      await page.getByRole('heading', { name: 'the pasted version' }).waitFor();
      await page.locator('.differences').getByText('opens').nth(1).waitFor();
      await linkedState(
        page,
        ({ other }) => other?.name === 'robots.txt' && other.octets.length === FILE.length,
      );
    });

    test('of two versions, the one that was opened last is shown, even if it is read first', async () => {
      const page = await opened();
      await tab(page, 'Compare');
      const release = await holdFile(page, 'slow.txt');
      const open = (name: string): Promise<void> =>
        page
          .getByLabel('Open an earlier version')
          .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('# x') });
      await open('slow.txt');
      await open('quick.txt');
      const quick = page.getByRole('tabpanel').getByText('compared with quick.txt');
      await quick.waitFor();
      await release();
      expect(await quick.count()).toBe(1);
    });

    test('the current text is kept to compare with, even if a file is read after that', async () => {
      const page = await opened();
      await tab(page, 'Compare');
      const release = await holdFile(page, 'slow.txt');
      await page
        .getByLabel('Open an earlier version')
        .setInputFiles({ name: 'slow.txt', mimeType: 'text/plain', buffer: Buffer.from('# x') });
      await page.getByRole('button', { name: 'Keep the current text to compare with' }).click();
      const kept = page.getByRole('tabpanel').getByText('as it was', { exact: false });
      await kept.waitFor();
      await release();
      expect(await kept.count()).toBe(1);
    });

    test('takes a file that is opened, octet for octet, or the text as it is', async () => {
      const page = await opened();
      await tab(page, 'Compare');
      const octets = Uint8Array.of(0xef, 0xbb, 0xbf, 0xff, 0x0d, 0x00);
      await page
        .getByLabel('Open an earlier version')
        .setInputFiles({ name: 'old.txt', mimeType: 'text/plain', buffer: Buffer.from(octets) });
      await page.getByRole('tabpanel').getByText('compared with old.txt').waitFor();
      await linkedState(page, ({ other }) => other !== null && Buffer.from(other.octets).equals(octets));

      await page.getByRole('button', { name: 'Compare with another' }).click();
      await page.getByRole('button', { name: 'Keep the current text' }).click();
      await page.getByText('No URL is judged differently.').waitFor();
      await openFile(page, 'User-agent: *\nDisallow: /\n', 'new.txt');
      await page.getByText('Different for').waitFor();
    });
  });

  describe('the table of crawlers', () => {
    test('is sorted by its headings, asks about any path, and a verdict of it is explained', async () => {
      const page = await opened();
      await tab(page, 'Crawlers');
      const table = page.getByRole('region', { name: 'Crawlers at a glance' });
      const sorted = (name: string, order: string) =>
        table.locator(`th[aria-sort=${order}]`).getByRole('button', { name, exact: true }).waitFor();
      const names = () => table.getByRole('rowheader').allInnerTexts();
      await table.getByRole('row', { name: /^GPTBot disallowed / }).waitFor();
      await sorted('Operator', 'ascending');
      const byOperator = await names();

      const crawler = table.getByRole('button', { name: 'Crawler', exact: true });
      await crawler.click();
      await sorted('Crawler', 'ascending');
      const byCrawler = await names();
      expect(byCrawler).not.toEqual(byOperator);
      await crawler.press('Enter');
      await sorted('Crawler', 'descending');
      expect(await names()).toEqual(byCrawler.slice().reverse());

      await page.getByLabel('Path').fill('/private/a');
      const claude = table.getByRole('row', { name: /^ClaudeBot / });
      await claude.getByRole('button', { name: 'disallowed by line 2: ask why, for ClaudeBot' }).click();
      await page.getByRole('heading', { name: 'disallowed ClaudeBot /private/a' }).waitFor();

      await page.goBack();
      await page.getByLabel('Path').fill('no path');
      await page.getByRole('alert').getByText('begins with').waitFor();
    });
  });

  describe('usage', () => {
    test('says for each crawler what a URL may be used for, with lines to choose', async () => {
      const page = await opened();
      await page.getByLabel('May these URLs be fetched?').fill('/\n/private/a');
      await page.getByLabel('By which crawlers?').fill('ClaudeBot, MyBot');
      await tab(page, 'Usage');
      const table = page.getByRole('region', { name: 'Usage preferences' });
      await table.getByRole('row', { name: /^ClaudeBot allowed .*yes line 4.*no line 4/ }).waitFor();
      await table.getByRole('row', { name: /^MyBot disallowed Nothing applies/ }).waitFor();
      const url = page.getByLabel('URL', { exact: true });
      const release = await holdWorkers(page);
      await url.selectOption('/private/a');
      expect(await url.inputValue(), 'before the answer').toBe('/private/a');
      await release();
      await table.getByRole('row', { name: /^ClaudeBot disallowed Nothing applies/ }).waitFor();
      const lines = page.getByRole('region', { name: 'Lines about usage' }).getByRole('listitem');
      expect(await lines.allInnerTexts()).toEqual([
        'line 4 Content-Signal: ai-train=no, search=yes',
        'line 5 License: https://example.com/license is not evaluated',
      ]);
    });

    test('offers the first of thousands of URLs, and says so', async () => {
      const page = await opened();
      // At once: Chromium takes seconds to type thousands of lines into a field.
      await page.getByLabel('May these URLs be fetched?').evaluate((field) => {
        (field as HTMLTextAreaElement).value = Array.from({ length: 1500 }, (_, i) => `/${i}`).join('\n');
        field.dispatchEvent(new Event('input', { bubbles: true }));
      });
      await tab(page, 'Usage');
      await page.getByText('and 500 more URLs').waitFor();
      expect(await page.getByLabel('URL', { exact: true }).locator('option').count()).toBe(1000);
    });

    test('is about a URL of the question, also when the chosen one is no longer in it', async () => {
      const page = await opened();
      const urls = page.getByLabel('May these URLs be fetched?');
      await urls.fill('/\n/private/a\n/b');
      await page.getByLabel('By which crawlers?').fill('ClaudeBot');
      await tab(page, 'Usage');
      const row = (name: RegExp) => page.getByRole('row', { name }).waitFor();
      const url = page.getByLabel('URL', { exact: true });
      await row(/^ClaudeBot allowed /);
      await url.selectOption('/private/a');
      await row(/^ClaudeBot disallowed /);
      await tab(page, 'Verdicts');
      await urls.fill('/b\n/');
      await tab(page, 'Usage');
      await row(/^ClaudeBot allowed /);
      expect(await url.inputValue()).toBe('/b');
    });
  });

  describe('export', () => {
    async function saved(
      page: Page,
      button: string,
    ): Promise<{ name: string; text: string; octets: Buffer }> {
      const download = new Promise<Download>((resolve) => page.once('download', resolve));
      await page.getByRole('button', { name: button }).click();
      const file = await download;
      const path = join(command.folder, file.suggestedFilename());
      await file.saveAs(path);
      const octets = readFileSync(path);
      return { name: file.suggestedFilename(), text: octets.toString(), octets };
    }

    test('saves the file, octet for octet, under its own name', async () => {
      const octets = Buffer.from('\xef\xbb\xbfUser-agent: *\rDisallow: /caf\xe9\n\0', 'latin1');
      const page = await opened(octets, 'my shop.txt');
      await tab(page, 'Export');
      const file = await saved(page, 'Save robots.txt');
      expect(file.name).toBe('my-shop.txt');
      expect(file.octets.equals(octets)).toBe(true);
    });

    test('shows the command with the invisible characters of the name of the file', async () => {
      const page = await openInspector();
      const file = { name: 'x\u202etxt.exe', mimeType: 'text/plain', buffer: Buffer.from(FILE) };
      await page.getByLabel('Open a robots.txt').setInputFiles(file);
      await tab(page, 'Export');
      await page.getByText("robotstream test 'xU+202Etxt.exe' x-txt.exe.expected").waitFor();
    });

    test('saves expectations that the command accepts and finds met, and JSON with everything', async () => {
      const page = await opened(FILE, 'shop.txt');
      await page
        .getByLabel('May these URLs be fetched?')
        .fill('/\nhttps://example.com/private/a\n/with space\n/a#fragment\nno url\n/abz');
      await page.getByLabel('By which crawlers?').fill('ClaudeBot, *, GPTBot, MyBot, #x, @none');
      await page.getByRole('radio', { name: 'Google' }).check();
      await tab(page, 'Export');

      const expectations = await saved(page, 'Save expectations');
      expect(expectations.name).toBe('shop.expected');
      expect(expectations.text).toContain('User-agent: ClaudeBot\nUser-agent: *\nAllow: / line 0\n');
      expect(expectations.text).toContain('Disallow: /abz line 3');
      const run = await command.run(['test', '-', 'shop.expected', '--profile', 'google'], { input: FILE });
      expect([run.code, run.stderr]).toEqual([0, '']);
      expect(run.stdout).toBe('16 expectations met, under google.\n');

      const json = await saved(page, 'Save JSON');
      expect(json.name).toBe('shop.inspection.json');
      expect(JSON.parse(json.text)).toMatchObject({
        file: { name: 'shop.txt', body: FILE },
        profile: 'google',
        comparison: null,
        usage: { url: '/' },
      });
    });
  });
});
