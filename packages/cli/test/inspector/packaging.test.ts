/** The inspector works from disk as a folder and as a single file, and asks for nothing but its own files. */
import { expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import { useInspector } from './support/inspector.js';

describeWith(CHROMIUM_NEED, 'the inspector from disk', () => {
  const openInspector = useInspector();

  test.each(['folder', 'single-file'] as const)('judges the first file: %s', async (from) => {
    const page = await openInspector({ from });
    await page.getByText('disallowed').first().waitFor();
    expect(await page.locator('table').count()).toBeGreaterThan(0);
  });
});
