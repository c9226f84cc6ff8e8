/** The page before the editor's code has arrived. */
import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import { content, editor } from './support/editor.js';
import { useInspector } from './support/inspector.js';
import { useStaticServer } from './support/static-server.js';

describeWith(CHROMIUM_NEED, 'the first paint', () => {
  const openInspector = useInspector();
  let sendEditor = (): void => {};
  const editorMayGo = new Promise<void>((resolve) => {
    sendEditor = resolve;
  });

  const address = useStaticServer(async (text) => {
    if (text.includes('cm-content')) await editorMayGo;
  });

  test('shows and judges the file before the editor is loaded, and nothing moves when it is', async () => {
    const page = await openInspector({ from: address() });
    await page.getByRole('button', { name: /^disallowed, line 3: Googlebot/ }).waitFor();
    const preview = page.getByRole('region', { name: 'Text of the file' });
    await preview.focus();
    const focusedAfterwards = await preview.evaluateHandle((element) => ({
      // As soon as the preview is gone, before any key can go elsewhere.
      className: new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (!element.isConnected) resolve(document.activeElement?.className);
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
    }));
    const before = await placeOf(preview, 'Sitemap');
    expect(await editor(page).count()).toBe(0);

    sendEditor();
    await content(page).waitFor();
    await preview.waitFor({ state: 'detached' });
    const after = await placeOf(editor(page), 'Sitemap');
    expect(Math.abs(after.x - before.x)).toBeLessThan(2);
    expect(Math.abs(after.y - before.y)).toBeLessThan(2);
    const classOfFocused = await focusedAfterwards.evaluate(({ className }) => className);
    expect(classOfFocused, 'the focus of the preview goes to the editor').toBe('editor');
  });
});

/** Where a text starts within an element. */
async function placeOf(within: Locator, text: string): Promise<{ x: number; y: number }> {
  return within.evaluate((root, wanted) => {
    const all = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = all.nextNode(); node !== null; node = all.nextNode()) {
      const index = node.textContent?.indexOf(wanted) ?? -1;
      if (index < 0) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const { x, y } = range.getBoundingClientRect();
      return { x, y };
    }
    throw new Error(`${wanted} is not there`);
  }, text);
}
