/** The editor by user actions: its octets, its colours, its findings and its marks. */
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import { content, editor, eventually, expectFile, keeps, openInEditor } from './support/editor.js';
import { useInspector } from './support/inspector.js';
import { holdWorkers } from './support/slow-page.js';

describeWith(CHROMIUM_NEED, 'the editor', () => {
  const openInspector = useInspector();

  test('octets that are not text survive, and are shown as boxes', async () => {
    const file = Buffer.concat([
      Buffer.from([0xef, 0xbb, 0xbf]),
      Buffer.from('# one\r\ntwo\nthree\r'),
      Buffer.from([0xff, 0xc3, 0x00]),
      Buffer.from('\u2028 \ud83d\ude00\r\nuser-agent: *\r\n'),
    ]);
    const page = await openInspector();
    await openInEditor(page, file);
    for (const name of [
      'byte order mark, U+FEFF',
      'octet FF, not UTF-8',
      'octet C3, not UTF-8',
      'control octet 00',
      'character U+2028',
      'this line ends with LF',
      'this line ends with CR',
    ]) {
      await page.getByRole('img', { name }).waitFor();
    }
    await expectFile(page, file);

    await content(page).press('Control+End');
    await page.keyboard.type('allow: /\nx');
    const edited = Buffer.concat([file, Buffer.from('allow: /\r\nx')]);
    await expectFile(page, edited);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    await expectFile(page, withoutOctet(edited, file.indexOf('two')));
    // As often as something was changed: how much one undo restores depends on how quickly it was changed.
    for (let i = 0; i < 'allow: /\nx'.length + 1; i++) await page.keyboard.press('Control+z');
    await expectFile(page, file);
  });

  test('keys beside boxes, and undo back to the file that was opened but no further', async () => {
    const page = await openInspector();
    const file = Buffer.from('a\xff\xfe\rb\nc\nd\n', 'latin1');
    await openInEditor(page, file);
    await content(page).press('Control+Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('x');
    await expectFile(page, Buffer.from('a\xffx\xfe\rb\nc\nd\n', 'latin1'));
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('End');
    await page.keyboard.type('y\n');
    await expectFile(page, Buffer.from('a\xfey\n\rb\nc\nd\n', 'latin1'));
    for (let i = 0; i < 9; i++) await page.keyboard.press('Control+z');
    await expectFile(page, file);
  });

  test('what is typed replaces the selected lines, and undo brings them back', async () => {
    const page = await openInspector();
    const file = 'User-agent: *\r\nDisallow: /\xc3\xa9\n';
    await openInEditor(page, file);
    await content(page).press('Control+A');
    await page.keyboard.type('a: b');
    await page.keyboard.press('Enter');
    await page.keyboard.type('c');
    await expectFile(page, 'a: b\r\nc');
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('d\ne');
    await expectFile(page, 'd\r\ne');
    // As often as something was typed: how much one undo takes back depends on how quickly it was.
    for (let i = 0; i < 7; i++) await page.keyboard.press('Control+Z');
    await expectFile(page, file);
  });

  test('copy and paste within the editor keep octets that are not text', async () => {
    const page = await openInspector();
    await openInEditor(page, Buffer.from('a\xff\0\xc3\nb', 'latin1'));
    await content(page).press('Control+a');
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+v');
    await expectFile(page, Buffer.from('a\xff\0\xc3\nba\xff\0\xc3\nb', 'latin1'));
  });

  test('colours follow what is typed', async () => {
    const page = await openInspector();
    await openInEditor(page, 'User-agent: a\nDisallow: /*.pdf$ # c\nSitemap: /s\nNoindex: /\nfoo\n');
    expect(await coloured(page)).toEqual({
      'user-agent-field': ['User-agent'],
      'rule-field': ['Disallow'],
      'sitemap-field': ['Sitemap'],
      'other-field': ['Noindex'],
      wildcard: ['*'],
      anchor: ['$'],
      comment: ['# c'],
      invalid: ['foo'],
    });
    await content(page).press('Control+End');
    await page.keyboard.type('Alow: /');
    await shown(page, 'other-field', 'Alow');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('l');
    await shown(page, 'rule-field', 'Allow');
  });

  test('lines past the parsing limit are grey', async () => {
    const page = await openInspector();
    await openInEditor(page, 'disallow: /a\n'.repeat(512_000 / 10));
    await content(page).press('Control+End');
    await editor(page).locator('.robots-unread-line').first().waitFor();
    await content(page).press('Control+Home');
    await shown(page, 'rule-field', 'disallow');
  });

  test('findings: F8 leads to each, and a fix can be undone', async () => {
    const file = 'User-agent: *\r\nDisalow: /a\r\nDisallow /b\r\n';
    const page = await openInspector();
    await openInEditor(page, file);
    await editor(page).locator('.robots-finding-warning').first().waitFor();
    await content(page).press('F8');
    const first = await tooltip(page).innerText();
    await page.keyboard.press('F8');
    await eventually(async () => (await tooltip(page).innerText()) !== first, true);
    await page.keyboard.press('Shift+F8');
    await eventually(() => tooltip(page).innerText(), first);
    await tooltip(page).getByRole('button', { name: 'Fix' }).first().click();
    await expectFile(page, 'User-agent: *\r\nDisallow: /a\r\nDisallow /b\r\n');
    await page.keyboard.press('Control+z');
    await expectFile(page, file);
  });

  test('a fix moves with the text, and one explanation is shown at a time', async () => {
    const page = await openInspector();
    await openInEditor(page, 'User-agent: *\nDisalow: /a\n');
    await editor(page).locator('.robots-finding-warning').first().hover();
    await tooltip(page).getByRole('button', { name: 'Fix' }).waitFor();
    await content(page).press('Control+Home');
    await page.keyboard.type('# \u00e9\n');
    await expectFile(page, '# \u00e9\nUser-agent: *\nDisalow: /a\n');
    const fixed = '# \u00e9\nUser-agent: *\nDisallow: /a\n';
    // The page may lint again while the explanation is open, which closes it.
    for (let isFixed = false; !isFixed; isFixed = await keeps(page, fixed)) {
      await content(page).press('F8');
      await tooltip(page)
        .getByRole('button', { name: 'Fix' })
        .evaluateAll((buttons) => {
          for (const button of buttons) (button as HTMLElement).click();
        });
    }
  });

  test('details of a finding: the pointer and the keyboard reach their fix, and they stay within the window', async () => {
    const page = await openInspector({ viewport: { width: 1280, height: 500 } });
    const file = `${'# comment\n'.repeat(200)}User-agent: *\nDisalow: /a\n`;
    await openInEditor(page, file);
    await content(page).press('Control+End');
    const mark = editor(page).locator('.robots-finding-warning').first();
    await mark.hover();
    await tooltip(page).waitFor();
    // It is placed with the next frame.
    await eventually(() => tooltip(page).evaluate(isInWindow), true);
    await tooltip(page).getByRole('button', { name: 'Fix' }).hover();
    await editor(page).getByText('# comment').last().hover();
    await eventually(() => tooltip(page).count(), 0);

    await content(page).press('F8');
    await tooltip(page).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await eventually(() => tooltip(page).count(), 0);
    expect(await content(page).evaluate((text) => text.matches(':focus'))).toBe(true);
    await content(page).press('F8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectFile(page, file.replace('Disalow', 'Disallow'));
  });

  test('details that F8 opens take the focus before the text has scrolled to them, and the focus scrolls it back', async () => {
    const page = await openInspector();
    await openInEditor(page, `${'# comment\n'.repeat(200)}User-agent: *\nDisalow: /a\n`);
    await content(page).press('Control+End');
    await editor(page).locator('.robots-finding-warning').waitFor();
    await content(page).press('Control+Home');
    const focused = await content(page).evaluate(async (text) => {
      text.dispatchEvent(new KeyboardEvent('keydown', { key: 'F8', keyCode: 119, bubbles: true }));
      await new Promise(requestAnimationFrame);
      const root = text.getRootNode() as ShadowRoot;
      root.querySelector<HTMLElement>('.cm-tooltip button')?.focus();
      return root.activeElement?.textContent;
    });
    expect(focused).toBe('Fix');

    const scroller = editor(page).locator('.cm-scroller');
    await eventually(async () => {
      // Again and again: the editor may still be about to scroll to the finding.
      await scroller.evaluate((element) => element.scrollTo(0, 0));
      return tooltip(page).evaluate(isInWindow);
    }, false);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await eventually(() => tooltip(page).evaluate(isInWindow), true);
    await page.keyboard.press('Escape');
    await eventually(() => tooltip(page).count(), 0);
    expect(await content(page).evaluate((text) => text.matches(':focus'))).toBe(true);
  });

  test('details stay open, with the focus, when the file is linted again', async () => {
    const page = await openInspector();
    await openInEditor(page, 'User-agent: *\nDisalow: /a\n');
    await editor(page).locator('.robots-finding-warning').waitFor();
    const release = await holdWorkers(page);
    await content(page).press('Control+End');
    await page.keyboard.type('Alow: /b');
    await content(page).press('F8');
    await page.keyboard.press('Tab');
    await release();
    await eventually(() => editor(page).locator('.robots-finding-warning').count(), 2);
    await page.keyboard.press('Enter');
    const fixed = 'User-agent: *\nDisallow: /a\nAlow: /b';
    await expectFile(page, fixed);
    expect(await content(page).evaluate((text) => text.matches(':focus'))).toBe(true);
  });

  test('a line that is chosen just after typing is the one that has the cursor', async () => {
    const page = await openInspector();
    await openInEditor(page, 'user-agent: a\ndisallow: /x\n');
    // The page never learns by a timer what is typed.
    await page.evaluate('window.setTimeout = () => 1');
    await content(page).press('Control+Home');
    await page.keyboard.type('# new\n\n');
    await page.keyboard.press('Control+Enter');
    const chosen = editor(page).locator('.robots-chosen-line');
    await eventually(() => chosen.allInnerTexts(), ['user-agent: a']);
    await page.getByRole('heading', { name: 'line 3', exact: true }).waitFor();
    expect(await keeps(page, '# new\n\nuser-agent: a\ndisallow: /x\n')).toBe(true);
  });

  test('a chosen verdict marks what decides it; a chosen line is marked', async () => {
    const page = await openInspector();
    await openInEditor(page, 'user-agent: a\nuser-agent: b\ndisallow: /x\n');
    await page.getByLabel('May these URLs be fetched?').fill('/x');
    await page.getByLabel('By which crawlers?').fill('b');
    await page.getByRole('button', { name: 'disallowed, line 3: b, /x' }).click();
    const parts = editor(page).locator('.robots-deciding-part');
    await eventually(() => parts.allInnerTexts(), ['b', '/x']);
    await eventually(() => editor(page).locator('.robots-deciding-dot:visible').count(), 1);

    await content(page).press('Control+Home');
    await page.keyboard.type('# new\n');
    await eventually(() => parts.allInnerTexts(), ['b', '/x']);

    await editor(page).locator('.cm-lineNumbers').getByText('4', { exact: true }).click();
    const chosen = editor(page).locator('.robots-chosen-line');
    await eventually(() => chosen.allInnerTexts(), ['disallow: /x']);
    await content(page).press('Control+Home');
    await page.keyboard.type('# newer\n');
    await expectFile(page, '# newer\n# new\nuser-agent: a\nuser-agent: b\ndisallow: /x\n');
    expect(await chosen.allInnerTexts()).toEqual(['disallow: /x']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+Enter');
    await eventually(() => chosen.allInnerTexts(), ['user-agent: a']);
  });

  test('the keyboard: search, and Tab leaves the text', async () => {
    const page = await openInspector();
    await openInEditor(page, 'user-agent: a\ndisallow: /x\n');
    await content(page).press('Control+f');
    await page.keyboard.type('allow');
    await page.keyboard.press('Enter');
    await editor(page).locator('.cm-searchMatch-selected').waitFor();
    await page.keyboard.press('Escape');
    await content(page).focus();
    await page.keyboard.press('Tab');
    expect(await content(page).evaluate((one) => one.matches(':focus'))).toBe(false);
    // A choice makes the page keep the file as it is.
    await page.getByRole('tab', { name: 'Usage' }).click();
    expect(await keeps(page, 'user-agent: a\ndisallow: /x\n')).toBe(true);
  });

  test.each(['drop', 'paste'] as const)('a file is opened by its octets: %s', async (type) => {
    const page = await openInspector();
    await content(page).waitFor();
    const octets = [0xef, 0xbb, 0xbf, 0x61, 0x0d, 0xff];
    await content(page).evaluate(
      (target, [event, file]) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(file)], 'other.txt'));
        const options = { bubbles: true, cancelable: true, composed: true };
        target.dispatchEvent(
          event === 'drop'
            ? new DragEvent('drop', { ...options, dataTransfer: data })
            : new ClipboardEvent('paste', { ...options, clipboardData: data }),
        );
      },
      [type, octets] as const,
    );
    await page.getByRole('heading', { name: 'other.txt' }).waitFor();
    await expectFile(page, Buffer.from(octets));
  });

  test('text of a file is never markup', async () => {
    const page = await openInspector();
    const text = '<img src=x onerror="document.title=1"> </script><script>document.title=2</script>';
    await openInEditor(page, `user-agent: ${text}\n${text}\ndisalow: ${text}\n`);
    await editor(page).locator('.robots-finding-warning').first().waitFor();
    await content(page).press('F8');
    await tooltip(page).waitFor();
    expect(await content(page).locator('script, img:not(.cm-widgetBuffer)').count()).toBe(0);
    expect(await page.title()).toBe('robots.txt inspector');
  });
});

/** What is known of the findings at the cursor. */
function tooltip(page: Page): Locator {
  return editor(page).locator('.cm-tooltip');
}

/** Whether a person sees all of a tooltip, in the browser. */
function isInWindow(box: Element): boolean {
  const { top, bottom } = box.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}

function withoutOctet(octets: Buffer, at: number): Buffer {
  return Buffer.concat([octets.subarray(0, at), octets.subarray(at + 1)]);
}

/** Waits until the editor shows a text in a colour. */
async function shown(page: Page, colour: string, text: string): Promise<void> {
  await editor(page).locator(`.robots-${colour}`).getByText(text, { exact: true }).first().waitFor();
}

/** The texts of each colour. */
async function coloured(page: Page): Promise<Record<string, string[]>> {
  await shown(page, 'comment', '# c');
  return content(page).evaluate((root) => {
    const texts: Record<string, string[]> = {};
    for (const name of [
      'user-agent-field',
      'rule-field',
      'sitemap-field',
      'other-field',
      'wildcard',
      'anchor',
      'comment',
      'invalid',
    ]) {
      texts[name] = [...root.querySelectorAll(`.robots-${name}`)].map(({ textContent }) => textContent ?? '');
    }
    return texts;
  });
}
