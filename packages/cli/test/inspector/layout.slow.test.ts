/** Where the file and the question are on screens of every width, with files of every length. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import { answered, ask, urlField } from './support/actions.js';
import { content, eventually, openInEditor } from './support/editor.js';
import { linkedState } from './support/file-actions.js';
import { type OpenOptions, useInspector } from './support/inspector.js';
import { useStaticServer } from './support/static-server.js';

const LONG = `User-agent: *\n${Array.from({ length: 104 }, (_, number) => `Disallow: /private/${number}/`).join('\n')}`;

/** 500 KiB: a line that is wider than any screen, and as many lines as fit. */
const HOSTILE = `Disallow: /${'a'.repeat(3000)}\n`.padEnd(500 * 1024, 'a\n');

/** One column. The last one is 1440 × 900 at 200 % zoom. */
const NARROW = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 900, height: 700 },
  { width: 720, height: 450 },
];

const WIDE = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 960, height: 600 },
];

/** Ten lines. */
const MIN_EDITOR_PX = 180;

describeWith(CHROMIUM_NEED, 'the layout', () => {
  const openInspector = useInspector();
  let isEditorHeldBack = false;
  const address = useStaticServer((text) =>
    isEditorHeldBack && text.includes('cm-content') ? new Promise(() => {}) : Promise.resolve(),
  );

  const openReady = async (options: OpenOptions): Promise<Page> => {
    const page = await openInspector(options);
    await content(page).waitFor();
    await answered(page);
    return page;
  };

  test.each(NARROW)('$width × $height: the editor keeps a share of the screen', async (viewport) => {
    const page = await openReady({ viewport });
    const { pageHeight: heightOfSample } = await measured(page);
    for (const file of [LONG, HOSTILE]) {
      await openInEditor(page, file);
      await ask(page, { urls: ['/'] });
      const { editor, pageHeight, pageWidth, isScrollable } = await measured(page);
      expect(editor.height).toBeLessThanOrEqual(viewport.height / 2);
      expect(editor.height).toBeGreaterThanOrEqual(MIN_EDITOR_PX);
      expect(isScrollable, 'the text scrolls within the editor').toBe(true);
      expect(pageWidth).toBe(viewport.width);
      // Another question has a few lines more or less.
      expect(pageHeight).toBeLessThan(heightOfSample + viewport.height / 2);
      const answers = await page.getByRole('heading', { name: 'Who may use this site?' }).boundingBox();
      expect(answers?.y).toBeLessThan(editor.top + editor.height + 50);
      const question = await urlField(page).boundingBox();
      expect(question?.y).toBeLessThan(editor.top + editor.height + 300);
    }
  });

  test.each(WIDE)('$width × $height: the page is as high as the answers', async (viewport) => {
    const page = await openReady({ viewport });
    for (const file of ['', LONG, HOSTILE]) {
      await openInEditor(page, file);
      await ask(page, { urls: ['/'] });
      const { editor, answersBottom, pageHeight } = await measured(page);
      // The browser rounds the height of the page.
      expect(Math.abs(pageHeight - Math.max(viewport.height, answersBottom))).toBeLessThan(1);
      // The file stays in view while the answers scroll.
      expect(editor.height).toBeLessThanOrEqual(viewport.height);
    }
  });

  test('1440 × 900: the first screen does not scroll', async () => {
    const viewport = { width: 1440, height: 900 };
    const page = await openReady({ viewport });
    await page
      .getByText(/^only part of the site$/)
      .first()
      .waitFor();
    const { pageHeight, pageWidth } = await measured(page);
    expect([pageWidth, pageHeight]).toEqual([viewport.width, viewport.height]);
  });

  test('the text that is shown before the editor is loaded has the same place', async () => {
    const viewport = { width: 360, height: 740 };
    const page = await openReady({ from: address(), viewport });
    await openInEditor(page, LONG);
    await ask(page, { urls: ['/'] });
    // The link in the address is made after a pause, and then compressed.
    await linkedState(page, ({ file, urls }) => file.length === LONG.length && urls === '/');
    const { editor } = await measured(page);
    isEditorHeldBack = true;
    const earlier = await openInspector({ from: address(), viewport, hash: new URL(page.url()).hash });
    await earlier.locator('.file-preview').waitFor();
    expect(await content(earlier).count()).toBe(0);
    const before = await measured(earlier);
    expect(before.editor.height).toBe(editor.height);
    expect(before.isScrollable).toBe(true);
  });

  test.each([
    ['pointer', 'long', { width: 360, height: 740 }],
    ['keyboard', 'long', { width: 390, height: 844 }],
    ['pointer', 'hostile', { width: 768, height: 600 }],
    ['keyboard', 'hostile', { width: 720, height: 450 }],
  ] as const)(
    'a line that is shown in the editor has a way back: %s, %s file',
    async (device, kind, viewport) => {
      const page = await openReady({ viewport });
      await openInEditor(page, kind === 'long' ? LONG : `${LONG}\n${HOSTILE}`.slice(0, 500 * 1024));
      await ask(page, { urls: ['/private/90/'], crawlers: 'GPTBot' });
      await page.getByRole('button', { name: /^disallowed, line 92/ }).click();
      const link = page.locator('section.explanation').getByRole('button', { name: 'line 92' }).first();
      await link.scrollIntoViewIfNeeded();
      // The link at the lower edge, so the editor above it is out of sight.
      await link.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const before = await scrollOf(page);
      const back = page.getByRole('button', { name: 'Back to the answers' });
      expect(await back.count()).toBe(0);
      if (device === 'pointer') await link.click();
      else {
        await link.focus();
        await page.keyboard.press('Enter');
      }
      await back.waitFor();
      expect(await scrollOf(page)).toBeLessThan(before - viewport.height / 2);
      if (device === 'pointer') await back.click();
      else {
        await back.focus();
        await page.keyboard.press('Enter');
      }
      await back.waitFor({ state: 'detached' });
      await eventually(() => scrollOf(page), before);
      expect(
        await page.evaluate(() => document.activeElement?.closest('.tab-panel') !== null),
        'the keyboard goes on among the answers',
      ).toBe(true);
    },
  );
});

function scrollOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY));
}

async function measured(page: Page) {
  const places = await page.evaluate(() => {
    const place = (document.querySelector('.file-text') as Element).getBoundingClientRect();
    const answers = (document.querySelector('.answers') as Element).getBoundingClientRect();
    const { scrollHeight, scrollWidth } = document.documentElement;
    return {
      editor: { top: place.top + window.scrollY, height: place.height },
      answersBottom: answers.bottom + window.scrollY,
      pageHeight: scrollHeight,
      pageWidth: scrollWidth,
    };
  });
  const isScrollable = await page
    .locator('.cm-scroller, .file-preview')
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight);
  return { ...places, isScrollable };
}
