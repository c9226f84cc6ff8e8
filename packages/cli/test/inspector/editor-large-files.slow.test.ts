/** The editor with the largest files that are read, and with hostile ones: the browser never lays out more than what is visible. */
import { expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import { content, expectFile, openInEditor } from './support/editor.js';
import { useInspector } from './support/inspector.js';

describeWith(CHROMIUM_NEED, 'large files in the editor', () => {
  const openInspector = useInspector();

  const KIB_500 = 500 * 1024;
  /** Elements that the editor shows, all of which a key may lay out again. An empty file has about 60. */
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
  ])('few elements are shown, and keys reach the file: %s', async (_, file) => {
    const page = await openInspector();
    await openInEditor(page, file);
    await content(page).press('Control+Home');
    await page.keyboard.type('xyz');
    await expectFile(page, `xyz${file}`);
    const elements = await content(page).evaluate((root) => root.querySelectorAll('*').length);
    expect(elements).toBeLessThan(MAX_ELEMENTS);
  });
});
