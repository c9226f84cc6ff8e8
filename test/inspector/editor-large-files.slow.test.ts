/** The editor with the largest files that are read, and with hostile ones: a key costs as little as in a small file. */
import { expect, test } from 'vitest';
import { describeWith } from '../support/needs.js';
import { content, expectFile, openInEditor } from './support/editor.js';
import { CHROMIUM_NEED, useInspector } from './support/inspector.js';

describeWith(CHROMIUM_NEED, 'large files in the editor', () => {
  const openInspector = useInspector();

  const KIB_500 = 500 * 1024;
  /** Elements that are shown, and those that a key adds or removes. An empty file has about 60. */
  const MAX_ELEMENTS = 6_000;
  test.each([
    ['an empty file', ''],
    ['wildcards in one line', `disallow: /${'*a'.repeat(KIB_500 / 2)}`],
    ['wildcards in many lines', `disallow: /${'*a'.repeat(8000)}\n`.repeat(30)],
    ['NUL', '\0'.repeat(KIB_500)],
    ['NUL in many lines', `${'\0'.repeat(2000)}\n`.repeat(250)],
    ['every other octet NUL', 'a\0'.repeat(KIB_500 / 2)],
    ['HTML', '<div class="a">Hello: world # x</div>\n'.repeat(KIB_500 / 40)],
    ['100,000 lines', 'a: b\n'.repeat(100_000)],
  ])('a key changes few elements, in a file of %s', async (_, file) => {
    const page = await openInspector();
    await openInEditor(page, file);
    await content(page).press('Control+Home');
    await content(page).evaluate((root) => {
      const counted = window as unknown as { changed: number };
      counted.changed = 0;
      new MutationObserver((changes) => {
        for (const { addedNodes, removedNodes } of changes) {
          counted.changed += addedNodes.length + removedNodes.length;
        }
      }).observe(root, { childList: true, subtree: true });
    });
    await page.keyboard.type('xyz');
    await expectFile(page, `xyz${file}`);
    const { changed, elements } = await content(page).evaluate((root) => ({
      changed: (window as unknown as { changed: number }).changed,
      elements: root.querySelectorAll('*').length,
    }));
    expect(changed).toBeLessThan(MAX_ELEMENTS);
    expect(elements).toBeLessThan(MAX_ELEMENTS);
  });
});
