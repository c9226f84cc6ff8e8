/** Axe finds nothing and nothing scrolls sideways, at two widths in both themes; forced colours keep what colours say. */
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import {
  answered,
  ask,
  cell,
  explanation,
  openFile,
  panelTitles,
  showPanel,
  showSteps,
} from './support/actions.js';
import { axeFindings } from './support/axe.js';
import { content } from './support/editor.js';
import { useInspector } from './support/inspector.js';

const FILE = `user-agent: *
disallow: /search
content-signal: ai-train=no
disalow: /tmp

user-agent: GPTBot
disallow: /
`;

/** A page with a bit of everything: verdicts, a URL and a crawler that cannot be judged, and an explanation. */
async function fill(page: Page): Promise<void> {
  await openFile(page, FILE);
  await ask(page, { urls: ['/', '/search?q=1', 'not a URL'], crawlers: 'FooBot, @ai, @none' });
  await cell(page, 'disallowed, line 2: FooBot, /search?q=1').click();
  await showSteps(page);
  await explanation(page).getByText('Which rules match').waitFor();
  await page.locator('.robots-finding-warning').first().waitFor();
}

describeWith(CHROMIUM_NEED, 'accessibility', () => {
  const openInspector = useInspector();

  test.each([
    { width: 1440, colorScheme: 'light' },
    { width: 1440, colorScheme: 'dark' },
    { width: 360, colorScheme: 'light' },
    { width: 360, colorScheme: 'dark' },
  ] as const)(
    'axe finds nothing on any panel, and none scrolls sideways: $width, $colorScheme',
    async (how) => {
      const page = await openInspector({
        colorScheme: how.colorScheme,
        viewport: { width: how.width, height: 740 },
      });
      await fill(page);
      for (const panel of await panelTitles(page)) {
        await showPanel(page, panel);
        expect([panel, await axeFindings(page)]).toEqual([panel, []]);
        expect([panel, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
          panel,
          how.width,
        ]);
      }
      await content(page).press('Control+f');
      await page.locator('.cm-search').waitFor();
      expect(await axeFindings(page)).toEqual([]);
    },
  );

  test('a narrow page shows all samples, the answer on its second screen at the latest, and a low editor', async () => {
    const page = await openInspector({ viewport: { width: 360, height: 740 } });
    await content(page).waitFor();
    await answered(page);
    const grid = await page.locator('.grid').boundingBox();
    expect((grid?.y ?? 0) + (grid?.height ?? 0)).toBeLessThan(2 * 740);
    await page.getByText('Samples').click();
    const samples = await page.locator('.menu ul').boundingBox();
    expect(samples?.x).toBeGreaterThanOrEqual(0);
    expect((samples?.x ?? 0) + (samples?.width ?? 0)).toBeLessThanOrEqual(360);
    await openFile(page, `Disallow: /${'a'.repeat(3000)}\n`.padEnd(500 * 1024, 'a\n'), 'long.txt');
    const text = await page.locator('.file-text').boundingBox();
    expect(text?.height).toBeLessThanOrEqual(740 / 2);
  });

  test('forced colours: verdicts differ by sign, the chosen one by its frame, and a disabled button looks so', async () => {
    const page = await openInspector({ forcedColors: 'active' });
    await fill(page);
    const chosen = cell(page, 'disallowed, line 2: FooBot, /search?q=1');
    const other = cell(page, 'allowed, no rule decides: FooBot, /');
    expect(await chosen.textContent()).toContain('✕');
    expect(await other.textContent()).toContain('✓');
    const style = (of: Locator, name: 'color' | 'backgroundColor') =>
      of.evaluate((element, property) => getComputedStyle(element)[property], name);
    expect(await style(chosen, 'backgroundColor')).not.toBe(await style(other, 'backgroundColor'));
    await showPanel(page, 'Compare');
    const disabled = page.getByRole('button', { name: 'Compare with this text' });
    const enabled = page.getByRole('button', { name: 'Keep the current text to compare with' });
    expect(await style(disabled, 'color')).not.toBe(await style(enabled, 'color'));
  });
});
