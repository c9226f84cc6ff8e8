/** The page opens from disk, judges a file and explains an answer, and asks for nothing. */
import { expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import { ask, cell, explanation, openFile, showPanel } from './support/actions.js';
import { useInspector } from './support/inspector.js';

describeWith(CHROMIUM_NEED, 'the inspector', () => {
  const openInspector = useInspector();

  test('judges a file', async () => {
    const page = await openInspector();
    await openFile(page, 'user-agent: *\ndisallow: /a\nallow: /a/b\n', 'mine.txt');
    await ask(page, { urls: ['/a', 'https://example.com/a/b'], crawlers: 'GPTBot, FooBot' });
    await cell(page, 'disallowed, line 2: GPTBot, /a').waitFor();
    await cell(page, 'allowed, line 3: FooBot, https://example.com/a/b').click();
    await explanation(page).getByText('line 3 decides: allow /a/b').waitFor();
    expect(await page.locator('.summary').textContent()).toContain('2 allowed, 2 disallowed');
    await showPanel(page, 'Readings');
    await page.getByText(/^(?:All|\d+ of) \d+ readers/).waitFor();
  });
});
