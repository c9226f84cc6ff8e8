/** Everything by keyboard: a whole session, the grid, the editor, and where the focus goes. */
import type { Locator } from 'playwright';
import { crawlersOf } from 'robotstream/crawlers';
import { expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import {
  ask,
  cell,
  crawlerField,
  explanation,
  openFile,
  panelOf,
  readAs,
  showPanel,
  status,
  urlField,
} from './support/actions.js';
import { content, editor, eventually, expectFile, openInEditor } from './support/editor.js';
import { useInspector } from './support/inspector.js';
import { retype, tabTo } from './support/keyboard.js';

describeWith(CHROMIUM_NEED, 'the keyboard alone', () => {
  const openInspector = useInspector();

  test('opens a sample, edits it, asks, reads an explanation, and goes to the line that decides', async () => {
    const page = await openInspector();
    const press = (key: string): Promise<void> => page.keyboard.press(key);
    await content(page).waitFor();

    const samples = page.locator('summary', { hasText: 'Samples' });
    await tabTo(page, samples);
    await press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Shop' }));
    await press('Enter');
    await status(page, 'The sample “Shop” is open.').waitFor();
    expect(await samples.evaluate((element) => element.matches(':focus'))).toBe(true);

    await tabTo(page, readAs(page));
    await page.keyboard.type('Goo');
    await eventually(() => readAs(page).inputValue(), 'google');
    await tabTo(page, urlField(page));
    await retype(page, '/a\n/a/b');
    await tabTo(page, crawlerField(page));
    await retype(page, 'FooBot, BarBot');
    await tabTo(page, content(page));
    await press('Control+A');
    await press('Delete');
    await page.keyboard.type('user-agent: *\ndisallow: /a\nallow: /a/b');

    await cell(page, 'disallowed, line 2: BarBot, /a').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Export', exact: true }));
    await press('Enter');
    await panelOf(page, 'Export').getByText('the file in the editor').waitFor();
    await tabTo(page, cell(page, 'disallowed, line 2: FooBot, /a'));
    await press('ArrowDown');
    await press('ArrowRight');
    await press('Enter');
    await explanation(page).getByText('line 3 decides: allow /a/b').waitFor();

    await tabTo(page, explanation(page).getByRole('button', { name: 'line 3' }));
    await press('Enter');
    await page.locator('[contenteditable="true"]:focus').waitFor();
    await press('Control+Enter');
    await explanation(page).getByText('It decides 2 of 4 verdicts:').waitFor();
  });

  test('headings of a large grid stay in view and never cover the cell that has the focus', async () => {
    const page = await openInspector();
    await ask(page, { urls: Array.from({ length: 40 }, (_, i) => `/section/${i}`), crawlers: '@seo' });
    const counts = `40 URLs, ${crawlersOf('seo').length} crawlers`;
    await page.getByText(new RegExp(`^${counts}: \\d+ allowed, \\d+ disallowed\\.$`)).waitFor();
    const focused = page.locator('.cell:focus');
    /** Whether the middle of the focused cell is what a pointer there would hit. */
    const isVisible = () =>
      focused.evaluate((cell) => {
        const { left, top, width, height } = cell.getBoundingClientRect();
        return cell.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    await tabTo(page, page.locator('.cell'));
    for (const keys of [['Control+End'], Array(12).fill('ArrowLeft'), Array(30).fill('ArrowUp')]) {
      for (const key of keys) {
        await page.keyboard.press(key);
        expect(await isVisible(), `${key} to ${await focused.getAttribute('aria-label')}`).toBe(true);
      }
    }
    const grid = page.getByRole('region', { name: 'Grid of verdicts' });
    expect(await grid.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    const [top, headingTop] = await grid.evaluate((element) =>
      [element, element.querySelector('.corner')].map((one) => one?.getBoundingClientRect().top),
    );
    expect(headingTop).toBe(top);
  });

  test('arrow keys stay inside the grid, and Tab enters it once', async () => {
    const page = await openInspector();
    await openFile(page, 'user-agent: *\ndisallow: /b');
    await ask(page, { urls: ['/a', '/b'], crawlers: 'FooBot, BarBot' });
    const first = cell(page, 'allowed, no rule decides: FooBot, /a');
    const last = cell(page, 'disallowed, line 2: BarBot, /b');
    await last.waitFor();
    await first.focus();
    await page.keyboard.press('ArrowUp');
    expect(await hasFocus(first)).toBe(true);
    await page.keyboard.press('Control+End');
    expect(await hasFocus(last)).toBe(true);
    await page.keyboard.press('ArrowRight');
    expect(await hasFocus(last)).toBe(true);
    await page.keyboard.press('Tab');
    expect(await page.locator('.cell:focus').count()).toBe(0);
    await page.keyboard.press('Shift+Tab');
    expect(await hasFocus(last)).toBe(true);
  });

  test('a button that is gone leaves the focus to its part of the page', async () => {
    const page = await openInspector();
    await openFile(page, 'user-agent: *\ndisalow: /a');
    const press = (name: string): Promise<void> => page.getByRole('button', { name }).press('Enter');

    await showPanel(page, 'Compare');
    await press('Keep the current text');
    await panelOf(page, 'Compare').and(page.locator(':focus')).waitFor();
    await press('Fix line 2: misspelled-field');
    await page.locator('.findings:focus').waitFor();
    await showPanel(page, 'Crawlers');
    await press('ask why, for GPTBot');
    await explanation(page).and(page.locator(':focus')).waitFor();
  });

  test('the editor: findings, search, a line by its number, and undo, without a trap', async () => {
    const page = await openInspector();
    const file = Buffer.from('user-agent: *\r\nDisalow: /caf\xe9\nallow: /b\n', 'latin1');
    await openInEditor(page, file);
    await editor(page).locator('.robots-finding-warning').first().waitFor();
    await content(page).press('F8');
    await tabTo(page, editor(page).locator('.cm-tooltip').getByRole('button', { name: 'Fix' }));
    await page.keyboard.press('Enter');
    await expectFile(page, Buffer.from('user-agent: *\r\nDisallow: /caf\xe9\nallow: /b\n', 'latin1'));
    await content(page).press('Control+z');
    await expectFile(page, file);

    await page.keyboard.press('Control+f');
    await page.keyboard.type('/b');
    await page.keyboard.press('Enter');
    await editor(page).locator('.cm-searchMatch-selected').waitFor();
    await page.keyboard.press('Escape');
    await eventually(() => hasFocus(content(page)), true);
    await page.keyboard.type('/c');
    await expectFile(page, Buffer.from('user-agent: *\r\nDisalow: /caf\xe9\nallow: /c\n', 'latin1'));

    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+Alt+g');
    await editor(page).getByRole('textbox', { name: 'Line', exact: true }).waitFor();
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await eventually(() => editor(page).locator('.cm-activeLine').allInnerTexts(), ['allow: /c']);
    await page.keyboard.press('Tab');
    expect(await hasFocus(content(page))).toBe(false);
  });

  test('a line that a narrow page shows in the editor has a way back to the answers', async () => {
    const page = await openInspector({ viewport: { width: 360, height: 740 } });
    const rules = Array.from({ length: 100 }, (_, number) => `disallow: /private/${number}/\n`);
    await openInEditor(page, `user-agent: *\n${rules.join('')}`);
    await ask(page, { urls: ['/private/90/'], crawlers: 'GPTBot' });
    // Between the answer and the file.
    await showPanel(page, 'Export');
    await cell(page, 'disallowed, line 92: GPTBot, /private/90/').press('Enter');
    const link = explanation(page).getByRole('button', { name: 'line 92' }).first();
    await link.waitFor();
    await link.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const scroll = (): Promise<number> => page.evaluate(() => Math.round(window.scrollY));
    const before = await scroll();
    await link.press('Enter');
    const back = page.getByRole('button', { name: 'Back to the answers' });
    await back.waitFor();
    expect(await scroll()).toBeGreaterThan(before);
    await back.press('Enter');
    await back.waitFor({ state: 'detached' });
    await eventually(scroll, before);
    expect(await page.evaluate(() => document.activeElement?.closest('.verdicts') !== null)).toBe(true);
  });
});

function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((one) => one.matches(':focus'));
}
