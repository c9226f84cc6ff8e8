/** Search and replace in the editor, and going to a line, by keyboard and by pointer. */
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import { axeFindings } from './support/axe.js';
import { content, editor, eventually, expectFile, openInEditor } from './support/editor.js';
import { useInspector } from './support/inspector.js';

const FILE = 'user-agent: a\nallow: /A\ndisallow: /b\nallow: /c\n';

describeWith(CHROMIUM_NEED, 'search in the editor', () => {
  const openInspector = useInspector();

  test('goes from match to match by keyboard, around the end of the file, and back to the text', async () => {
    const page = await openInspector();
    await openInEditor(page, FILE);
    await content(page).press('Control+Home');
    await content(page).press('Control+f');
    await page.keyboard.type('allow: /');
    await eventually(() => editor(page).locator('.cm-searchMatch').count(), 3);
    await page.keyboard.press('Enter');
    await selectedLine(page, 'allow: /A');
    await page.keyboard.press('Enter');
    await selectedLine(page, 'disallow: /b');
    await page.keyboard.press('Shift+Enter');
    await selectedLine(page, 'allow: /A');
    await page.keyboard.press('Shift+F3');
    await selectedLine(page, 'allow: /c');
    await page.keyboard.press('F3');
    await selectedLine(page, 'allow: /A');

    await page.keyboard.press('Escape');
    await eventually(() => searchPanel(page).count(), 0);
    expect(await content(page).evaluate((text) => text.matches(':focus'))).toBe(true);
    expect(await editor(page).locator('.cm-searchMatch').count()).toBe(0);
    await page.keyboard.press('F3');
    await page.keyboard.type('X');
    await expectFile(page, 'user-agent: a\nallow: /A\ndisXb\nallow: /c\n');
  });

  test('has options, says when nothing matches, and searches for what is selected', async () => {
    const page = await openInspector();
    await openInEditor(page, FILE);
    await content(page).press('Control+Home');
    await page.keyboard.press('Control+Shift+ArrowRight');
    await page.keyboard.press('Control+f');
    await eventually(() => field(page, 'Find').inputValue(), 'user');

    await fill(page, 'Find', 'A');
    await eventually(() => editor(page).locator('.cm-searchMatch').count(), 6);
    await searchPanel(page).getByLabel('Match case').check();
    await eventually(() => editor(page).locator('.cm-searchMatch').allInnerTexts(), ['A']);
    await searchPanel(page).getByLabel('Match case').uncheck();
    await searchPanel(page).getByLabel('Whole words').check();
    await eventually(() => editor(page).locator('.cm-searchMatch').allInnerTexts(), ['a', 'A']);
    await searchPanel(page).getByLabel('Regular expression').check();
    await fill(page, 'Find', '^a.*$');
    await eventually(
      () => editor(page).locator('.cm-searchMatch').allInnerTexts(),
      ['allow: /A', 'allow: /c'],
    );
    await fill(page, 'Find', '(');
    await status(page, 'This is not a regular expression.').waitFor();
    await fill(page, 'Find', 'x{3}');
    await field(page, 'Find').press('Enter');
    await status(page, 'No match.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button(page, 'Close').click();
    await eventually(() => searchPanel(page).count(), 0);
  });

  test('replaces one match or all, octets that are not UTF-8 included, and undo restores them', async () => {
    const page = await openInspector();
    const file = Buffer.from('a: \xff\r\nb: \xff\rc: \xff\n', 'latin1');
    await openInEditor(page, file);
    await content(page).press('Control+Home');
    await page.keyboard.press('Control+f');
    await fill(page, 'Find', '[^\\x00-\\x7f]');
    await searchPanel(page).getByLabel('Regular expression').check();
    await fill(page, 'Replace with', '<$&$$>');
    await button(page, 'Replace').click();
    await field(page, 'Replace with').press('Enter');
    await expectFile(page, Buffer.from('a: <\xff$>\r\nb: \xff\rc: \xff\n', 'latin1'));
    const announced = await announcements(page);
    await button(page, 'Replace all').click();
    await eventually(async () => (await announced()).at(-1), 'replaced 3 matches.');
    await expectFile(page, Buffer.from('a: <<\xff$>$>\r\nb: <\xff$>\rc: <\xff$>\n', 'latin1'));
    await page.keyboard.press('Escape');
    await content(page).press('Control+z');
    await content(page).press('Control+z');
    await expectFile(page, file);
  });

  test('goes to a line', async () => {
    const page = await openInspector();
    await openInEditor(page, Array.from({ length: 900 }, (_, index) => `# ${index + 1}\n`).join(''));
    await content(page).press('Control+End');
    await page.keyboard.press('Control+Alt+g');
    await eventually(() => field(page, 'Line').inputValue(), '901');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.type('450');
    await page.keyboard.press('Enter');
    await eventually(() => editor(page).locator('.cm-activeLine').allInnerTexts(), ['# 450']);
    expect(await content(page).evaluate((text) => text.matches(':focus'))).toBe(true);
    await page.keyboard.press('Control+Alt+g');
    await page.keyboard.type('5000');
    await button(page, 'Go to line').click();
    await eventually(() => editor(page).locator('.cm-activeLine').allInnerTexts(), ['\n']);
    await page.keyboard.press('Control+Alt+g');
    await page.keyboard.press('Escape');
    await eventually(() => field(page, 'Line').count(), 0);
  });

  test('another file that is opened closes the search', async () => {
    const page = await openInspector();
    await openInEditor(page, FILE);
    await content(page).press('Control+f');
    await fill(page, 'Find', 'allow');
    await page.getByText('Samples').click();
    await page.getByRole('button', { name: 'Shop' }).click();
    await eventually(() => searchPanel(page).count(), 0);
    await content(page).press('Control+f');
    await fill(page, 'Find', 'shop');
  });
});

function searchPanel(page: Page): Locator {
  return editor(page).locator('.cm-search');
}

function field(page: Page, name: string): Locator {
  return editor(page).getByRole('textbox', { name, exact: true });
}

/** Types a text into a field. The panel reads it when a key is released. */
async function fill(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).fill(text);
  await field(page, name).press('End');
}

function button(page: Page, name: string): Locator {
  return editor(page).getByRole('button', { name, exact: true });
}

function status(page: Page, text: string): Locator {
  return editor(page).getByRole('status').getByText(text, { exact: true });
}

/**
 * Keeps what the editor announces to screen readers from now on: it removes each text after a fifth of a second.
 *
 * @returns a function that returns the texts so far
 */
async function announcements(page: Page): Promise<() => Promise<readonly string[]>> {
  const region = editor(page).locator('.cm-announced');
  const texts = await region.evaluateHandle((element) => {
    const seen: string[] = [];
    const keep = (record: MutationRecord): void => {
      for (const { nodeType, textContent } of record.addedNodes)
        if (nodeType === Node.ELEMENT_NODE) seen.push(textContent ?? '');
    };
    new MutationObserver((records) => records.forEach(keep)).observe(element, { childList: true });
    return seen;
  });
  return () => texts.jsonValue();
}

/** Waits until the selected match is in a line. */
async function selectedLine(page: Page, text: string): Promise<void> {
  const selected = editor(page).locator('.cm-searchMatch-selected');
  await eventually(
    () => selected.evaluateAll((all) => all.map((one) => one.closest('.cm-line')?.textContent)),
    [text],
  );
}
