/** Axe finds nothing, in both themes; the page needs no sideways scrolling; forced colours keep what colours say. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { byEffort } from '../../../../test/support/effort.js';
import { describeWith } from '../../../../test/support/needs.js';
import { answered, ask, cell, explanation, openFile, panelTitles, showPanel } from './support/actions.js';
import { axeFindings } from './support/axe.js';
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
  await explanation(page).getByText('Which rules match').waitFor();
  await page.locator('.robots-finding-warning').first().waitFor();
}

describeWith(CHROMIUM_NEED, 'accessibility', () => {
  const openInspector = useInspector();

  test.each(byEffort({ quick: ['light'], full: ['light', 'dark'] } as const))(
    'axe finds nothing on any panel: %s',
    async (colorScheme) => {
      const page = await openInspector({ colorScheme });
      await fill(page);
      for (const panel of await panelTitles(page)) {
        await showPanel(page, panel);
        expect([panel, await axeFindings(page)]).toEqual([panel, []]);
      }
    },
  );

  test.each([320, 768])('a page of %i pixels does not scroll sideways', async (width) => {
    const page = await openInspector({ viewport: { width, height: 700 } });
    await fill(page);
    for (const panel of await panelTitles(page)) {
      await showPanel(page, panel);
      expect([panel, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
        panel,
        width,
      ]);
    }
  });

  test('a long name of a crawler makes no panel scroll sideways', async () => {
    const page = await openInspector({ viewport: { width: 320, height: 700 } });
    const name = 'x'.repeat(300);
    await openFile(page, `user-agent: *\ndisallow: /a$\nuser-agent: ${name}\nallow: /\n`);
    await ask(page, { urls: ['/a'], crawlers: `FooBot, ${name}` });
    const widths: [string, number][] = [];
    for (const panel of await panelTitles(page)) {
      await showPanel(page, panel);
      widths.push([panel, await page.evaluate(() => document.documentElement.scrollWidth)]);
    }
    await showPanel(page, 'Verdicts');
    await page.locator('.cm-lineNumbers').getByText('4', { exact: true }).click();
    await explanation(page).getByText('obeys this group').waitFor();
    widths.push(['line', await page.evaluate(() => document.documentElement.scrollWidth)]);
    expect(widths.filter(([, width]) => width > 320)).toEqual([]);
  });

  test.each([320, 768, 1100])('the samples are on a page of %i pixels as a whole', async (width) => {
    const page = await openInspector({ viewport: { width, height: 700 } });
    await page.getByText('Samples').click();
    const box = await page.locator('.menu ul').boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  });

  test('a narrow page shows the name of every panel', async () => {
    const page = await openInspector({ viewport: { width: 320, height: 700 } });
    // With the numbers after the names.
    await answered(page);
    const ends = await page
      .getByRole('tab')
      .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().right));
    expect(Math.max(...ends)).toBeLessThanOrEqual(320);
  });

  test('forced colours: verdicts differ by sign, and the chosen one is framed or filled', async () => {
    const page = await openInspector({ forcedColors: 'active' });
    await fill(page);
    const chosen = cell(page, 'disallowed, line 2: FooBot, /search?q=1');
    const other = cell(page, 'allowed, no rule decides: FooBot, /');
    expect(await chosen.textContent()).toContain('✕');
    expect(await other.textContent()).toContain('✓');
    const [background, otherBackground] = await Promise.all(
      [chosen, other].map((one) => one.evaluate((element) => getComputedStyle(element).backgroundColor)),
    );
    expect(background).not.toBe(otherBackground);
    const [line, text] = await page
      .getByRole('tab', { name: 'Findings', selected: false })
      .evaluate((element) => [getComputedStyle(element).borderBottomColor, getComputedStyle(element).color]);
    expect(line, 'the line under a tab that is not chosen').not.toBe(text);
  });

  test.each(['none', 'active'] as const)(
    'a disabled button looks disabled, forced colours: %s',
    async (forcedColors) => {
      const page = await openInspector({ forcedColors });
      await page.getByRole('tab', { name: 'Compare' }).click();
      const [disabled, enabled] = await Promise.all(
        ['Compare with this text', 'Keep the current text to compare with'].map((name) =>
          page.getByRole('button', { name }).evaluate((element) => getComputedStyle(element).color),
        ),
      );
      expect(disabled).not.toBe(enabled);
    },
  );
});
