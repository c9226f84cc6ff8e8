/**
 * Takes the pictures of the inspector that the README shows, from the built page: `npm run build && node scripts/screenshots.mjs`.
 * `ROBOTSTREAM_CHROMIUM` names the browser if it is not at Debian's path.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright';

/** What the pictures show: CSS pixels, and device pixels for each. */
const VIEWPORT = { width: 1280, height: 1110 };
const DEVICE_SCALE_FACTOR = 1.25;

/** The WebP quality, up to 100. At this one, text stays sharp. */
const QUALITY = 82;

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));
const address = pathToFileURL(fileURLToPath(new URL('../packages/cli/dist/inspector.html', import.meta.url)));

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.ROBOTSTREAM_CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const colorScheme of ['light', 'dark']) {
  const page = await browser.newPage({
    viewport: VIEWPORT,
    deviceScaleFactor: DEVICE_SCALE_FACTOR,
    colorScheme,
    reducedMotion: 'reduce',
  });
  await page.goto(address.href);
  await page.getByText('Samples').click();
  await page.getByRole('button', { name: 'News site and AI' }).click();
  await page
    .getByRole('button', { name: 'disallowed, line 12: GPTBot, /2026/11/storm', exact: true })
    .click();
  await page.locator('.robots-deciding-part').last().waitFor();
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement?.blur());
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  writeFileSync(`${folder}inspector-${colorScheme}.webp`, Buffer.from(data, 'base64'));
  await page.close();
}
await browser.close();
