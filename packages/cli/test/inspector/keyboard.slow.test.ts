/** A whole session by keyboard, and what it decides is shown in the file. */
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
  showPanel,
  status,
  urlField,
} from './support/actions.js';
import { useInspector } from './support/inspector.js';
import { retype, tabTo } from './support/keyboard.js';

describeWith(CHROMIUM_NEED, 'the keyboard alone', () => {
  const openInspector = useInspector();

  test('opens a sample, edits it, asks, reads an explanation, and goes to the line that decides', async () => {
    const page = await openInspector();
    const press = (key: string): Promise<void> => page.keyboard.press(key);
    const editor = page.getByRole('textbox', { name: 'Text of the file' });
    await editor.waitFor();

    await tabTo(page, page.getByRole('radio', { name: 'Each its own' }));
    await press('ArrowRight');
    await press('ArrowRight');
    await page.getByRole('radio', { name: 'Google', checked: true }).waitFor();

    const samples = page.locator('summary', { hasText: 'Samples' });
    await tabTo(page, samples);
    await press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Shop' }));
    await press('Enter');
    await status(page, 'The sample “Shop” is open.').waitFor();
    expect(await samples.evaluate((element) => element.matches(':focus'))).toBe(true);

    await tabTo(page, editor);
    await press('Control+A');
    await press('Delete');
    await page.keyboard.type('user-agent: *\ndisallow: /a\nallow: /a/b');
    await tabTo(page, urlField(page));
    await retype(page, '/a\n/a/b');
    await tabTo(page, crawlerField(page));
    await retype(page, 'FooBot, BarBot');

    await cell(page, 'disallowed, line 2: BarBot, /a').waitFor();
    await tabTo(page, page.getByRole('tab', { name: 'Verdicts' }));
    await press('ArrowLeft');
    await page.getByRole('tabpanel', { name: 'Export' }).waitFor();
    await press('ArrowRight');
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
    const hasFocus = (of: typeof first): Promise<boolean> =>
      of.evaluate((element) => element.matches(':focus'));
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

  test('what cannot be judged has no cell, and the keys pass it by', async () => {
    const page = await openInspector();
    await openFile(page, 'user-agent: *\ndisallow: /b');
    await ask(page, {
      urls: ['not a URL', '/a', 'nor is this', '/b', 'nor this'],
      crawlers: '@none, FooBot, @no, BarBot, @nobody',
    });
    const focused = page.locator('.cell:focus');
    const press = async (key: string): Promise<string | null> => {
      await page.keyboard.press(key);
      return focused.getAttribute('aria-label');
    };
    await page.getByRole('region', { name: 'Grid of verdicts' }).focus();
    expect(await press('Tab')).toBe('allowed, no rule decides: FooBot, /a');
    expect(await press('ArrowDown')).toBe('disallowed, line 2: FooBot, /b');
    expect(await press('ArrowDown')).toBe('disallowed, line 2: FooBot, /b');
    expect(await press('ArrowRight')).toBe('disallowed, line 2: BarBot, /b');
    expect(await press('PageUp')).toBe('allowed, no rule decides: BarBot, /a');
    expect(await press('Home')).toBe('allowed, no rule decides: FooBot, /a');
    expect(await press('Control+End')).toBe('disallowed, line 2: BarBot, /b');
  });

  test('a button that is gone leaves the focus to its panel', async () => {
    const page = await openInspector();
    await openFile(page, 'user-agent: *\ndisalow: /a');
    const panelWithFocus = (title: string): Promise<void> =>
      page
        .locator('[role=tabpanel]:focus')
        .and(page.getByRole('tabpanel', { name: title }))
        .waitFor();
    const press = (name: string): Promise<void> => page.getByRole('button', { name }).press('Enter');

    await showPanel(page, 'Compare');
    await press('Keep the current text');
    await panelWithFocus('Compare');
    await showPanel(page, 'Findings');
    await press('Fix line 2: misspelled-field');
    await panelWithFocus('Findings');
    await showPanel(page, 'Crawlers');
    await press('ask why, for GPTBot');
    await panelWithFocus('Verdicts');
  });

  test('a sample that an empty file offers gives the focus to the text', async () => {
    const page = await openInspector();
    await page.locator('.cm-editor').waitFor();
    await openFile(page, '');
    await page.locator('.first-steps').getByRole('button', { name: 'Shop' }).press('Enter');
    await page.locator('[contenteditable="true"]:focus').waitFor();
  });
});

describeWith(CHROMIUM_NEED, 'the file and its verdicts', () => {
  const openInspector = useInspector();
  const FILE =
    'user-agent: *\ndisallow: /a\nallow: /a/b\n\nuser-agent: GPTBot\nuser-agent: CCBot\ndisallow: /\n# end';

  test('a chosen verdict marks the octets that decide', async () => {
    const page = await openInspector();
    await openFile(page, FILE);
    await ask(page, { urls: ['/x'], crawlers: 'CCBot' });
    await cell(page, 'disallowed, line 7: CCBot, /x').click();
    const marks = page.locator('.robots-deciding-part');
    await marks.filter({ hasText: 'CCBot' }).waitFor();
    await marks.filter({ hasText: /^\/$/ }).waitFor();
    expect(await marks.count()).toBe(2);
  });

  test('a chosen line says which crawlers it concerns and which verdicts it decides', async () => {
    const page = await openInspector();
    await openFile(page, FILE);
    await ask(page, { urls: ['/a', '/a/b', '/c'], crawlers: 'GPTBot, FooBot' });
    const chooseLine = (line: number): Promise<void> =>
      page.locator('.cm-lineNumbers .cm-gutterElement').getByText(String(line), { exact: true }).click();

    await chooseLine(2);
    await explanation(page).getByText('It is in the group of line 1, for *.').waitFor();
    await explanation(page).getByText('FooBot obeys this group').waitFor();
    await explanation(page).getByText('It decides 1 of 6 verdicts:').waitFor();

    await chooseLine(6);
    await explanation(page).getByText('It names crawlers.').waitFor();
    await explanation(page).getByText('For GPTBot and FooBot: the line names another crawler').waitFor();

    await chooseLine(8);
    await explanation(page).getByText('It is a comment, so it decides nothing.').waitFor();

    await chooseLine(7);
    await explanation(page).getByRole('button', { name: 'GPTBot, /c' }).click();
    await explanation(page).getByText('Which rules match').waitFor();
    await page.goBack();
    await explanation(page).getByText('It decides 3 of 6 verdicts:').waitFor();
  });
});
