/**
 * Typing in a hostile file costs the page's thread about as much as typing in an ordinary one of the same size, where a key takes
 * some 10 ms: it never takes the 100 ms above which a page feels slow. Compared is processor time of that thread, so neither a
 * slow nor a busy machine matters.
 */
import type { CDPSession, Page } from 'playwright';
import { expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import { count } from '../../inspector/page/words.js';
import { content } from './support/editor.js';
import { HOSTILE_FILES, ORDINARY_FILE } from './support/hostile-files.js';
import { useInspector } from './support/inspector.js';

/** How many times as long a key, or opening the file, may take. Both take up to twice as long. */
const MAX_RATIO = 12;

const KEYS = 20;

/** Processor time of the page's thread, in milliseconds. */
interface Cost {
  /** For opening the file, until the page says what it has. */
  readonly openingMs: number;
  /** For each key, until the page has the file with all keys. */
  readonly keyMs: number;
}

describeWith(CHROMIUM_NEED, 'typing in a hostile file', () => {
  const openInspector = useInspector();
  let ordinary: Promise<Cost> | undefined;

  test.for(HOSTILE_FILES)('%s', async ([, file], { annotate }) => {
    ordinary ??= costOf(await openInspector(), ORDINARY_FILE);
    const usual = await ordinary;
    const cost = await costOf(await openInspector(), file);
    await annotate(`${inWords(cost)}; an ordinary file: ${inWords(usual)}`);
    expect(cost.keyMs / usual.keyMs).toBeLessThan(MAX_RATIO);
    expect(cost.openingMs / usual.openingMs).toBeLessThan(MAX_RATIO);
  });
});

function inWords({ keyMs, openingMs }: Cost): string {
  return `${keyMs.toFixed(1)} ms a key, ${openingMs.toFixed(0)} ms to open`;
}

async function costOf(page: Page, file: string): Promise<Cost> {
  await content(page).waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const buffer = Buffer.from(file);
  /** Waits until the page says how many octets and lines the file has. */
  const shown = (octets: number) =>
    page
      .locator('.facts')
      .filter({ hasText: new RegExp(`^${count(octets, 'octet')} · [\\d,]+ lines?\\b`) })
      .waitFor();

  const before = await workedMs(devtools);
  await page
    .getByLabel('Open a robots.txt')
    .setInputFiles({ name: 'hostile.txt', mimeType: 'text/plain', buffer });
  await shown(buffer.length);
  const opened = await workedMs(devtools);
  await content(page).press('Control+Home');
  const start = await workedMs(devtools);
  await page.keyboard.type('x'.repeat(KEYS));
  await shown(buffer.length + KEYS);
  return { openingMs: opened - before, keyMs: ((await workedMs(devtools)) - start) / KEYS };
}

/** The processor time that the page's thread has spent in tasks. */
async function workedMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}
