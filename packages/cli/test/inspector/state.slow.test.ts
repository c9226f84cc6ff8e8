/** The state of the page in its address and in the browser's history, by user actions. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import { noise } from '../../../../test/support/noise.js';
import { decodeLink } from '../../inspector/state/link-code.js';
import { openFile } from './support/actions.js';
import { content } from './support/editor.js';
import { linkedState, octetsText } from './support/file-actions.js';
import { useInspector } from './support/inspector.js';
import { useStaticServer } from './support/static-server.js';

/** A byte order mark, a CR, octets that are not UTF-8, and a NUL. */
const OCTETS = Buffer.from('\xef\xbb\xbfUser-agent: *\rDisallow: /caf\xe9\nAllow: /a\x00b\r\n', 'latin1');

const alerted = (page: Page, text: string) => page.getByRole('alert').getByText(text).waitFor();

describeWith(CHROMIUM_NEED, 'the state of the page', () => {
  const openInspector = useInspector();
  // Chromium sometimes reloads a page from disk with an empty session storage, which has what was typed just before.
  const address = useStaticServer();

  test('is in a link, which shows another person the same file, question and choice', async () => {
    const page = await openInspector();
    await openFile(page, OCTETS, 'marked.txt');
    await page.getByLabel('May these URLs be fetched?').fill('/caf%C3%A9');
    await page.getByLabel('By which crawlers?').fill('MyBot');
    await page.getByRole('radio', { name: 'Google' }).check();
    await page.getByRole('button', { name: /MyBot, \/caf/ }).click();
    const state = await linkedState(page, ({ chosen }) => chosen !== null);
    expect(Buffer.from(state.file).equals(OCTETS)).toBe(true);

    const other = await openInspector({ hash: new URL(page.url()).hash, from: 'single-file' });
    await other.getByRole('heading', { name: 'marked.txt' }).waitFor();
    await other.getByRole('heading', { name: /MyBot \/caf%C3%A9/ }).waitFor();
    expect(await other.getByRole('radio', { name: 'Google' }).isChecked()).toBe(true);
    expect(await linkedState(other, () => true)).toEqual(state);
  });

  test('goes back and forward through choices; a reload keeps what was typed last', async () => {
    const page = await openInspector({ from: address() });
    const path = page.getByLabel('Path', { exact: true });
    await page.getByRole('tab', { name: 'Crawlers' }).click();
    await page.getByRole('radio', { name: 'Google' }).check();
    await path.fill('/mine');
    await page.goBack();
    await page.getByRole('radio', { name: 'Each its own', checked: true }).waitFor();
    await page.goBack();
    await page.getByRole('tab', { name: 'Verdicts', selected: true }).waitFor();
    await page.goForward();
    await page.getByRole('tab', { name: 'Crawlers', selected: true }).waitFor();
    await page.goForward();
    await page.getByRole('radio', { name: 'Google', checked: true }).waitFor();
    expect(await path.inputValue()).toBe('/mine');
    await path.fill('/other');
    await page.reload();
    await page.getByRole('tab', { name: 'Crawlers', selected: true }).waitFor();
    await path.waitFor();
    expect(await path.inputValue()).toBe('/other');
  });

  test('keeps what was typed last, also if its pause ends after a reload has begun', async () => {
    const page = await openInspector({ from: address() });
    await page.evaluate(() => {
      let endPause = (): void => {};
      Object.assign(window, {
        setTimeout(callback: () => void, ms: number) {
          if (ms === 400) endPause = callback;
          return 1;
        },
      });
      addEventListener('beforeunload', () => endPause());
    });
    const crawlers = page.getByLabel('By which crawlers?');
    await crawlers.fill('OtherBot');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await crawlers.inputValue()).toBe('OtherBot');
  });

  test('keeps what was typed into the file just before a reload', async () => {
    const page = await openInspector({ from: address() });
    const text = content(page);
    await text.press('Control+Home');
    // No timer of the page ends before the reload.
    await page.evaluate('window.setTimeout = () => 1');
    await page.keyboard.type('# typed last');
    await page.reload();
    await content(page).getByText('# typed last').waitFor();
  });

  describe('a link that cannot be read', () => {
    test.each([
      ['v1.eJwdamaged', 'This link is damaged'],
      ['v7.abc', 'has format 7, and this page reads format 1'],
      ['v1.too-large', 'too large for this link'],
    ])('says why, and stays in the history: %s', async (hash, message) => {
      const page = await openInspector({ hash });
      await alerted(page, message);
      await page.getByRole('tab', { name: 'Usage' }).click();
      await linkedState(page, ({ panel }) => panel === 'usage');
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await page.getByRole('alert').waitFor({ state: 'detached' });
      await page.goBack();
      await alerted(page, message);
      expect(new URL(page.url()).hash).toBe(`#${hash}`);
    });
  });

  test('with a file too large for a link is in this tab alone, and the page says so', async () => {
    const page = await openInspector();
    const large = noise(100_000);
    await openFile(page, large, 'large.txt');
    await page.getByRole('button', { name: 'Copy link', disabled: true }).first().waitFor();
    await openFile(page, 'User-agent: *\n', 'small.txt');
    await linkedState(page, ({ fileName }) => fileName === 'small.txt');
    await page.goBack();
    await page.getByText(octetsText(large.length)).waitFor();
    await page.reload();
    await page.getByText(octetsText(large.length)).waitFor();
    await page.getByRole('tab', { name: 'Export' }).click();
    await page.getByText('The files are too large for a link.').waitFor();
  });

  test('can be copied as a link, also what was typed just now', async () => {
    const page = await openInspector();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByLabel('May these URLs be fetched?').fill('/typed');
    await page.getByRole('button', { name: 'Copy link' }).first().click();
    await page.getByRole('status').getByText('The link is copied.').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(await decodeLink(new URL(link).hash)).toMatchObject({ kind: 'state', state: { urls: '/typed' } });
  });
});
