/** The page in its address, in the browser's history, and in what it saves: what another person, a reload and the command get. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import { noise } from '../../../../test/support/noise.js';
import { count } from '../../inspector/page/words.js';
import { decodeLink } from '../../inspector/state/link-code.js';
import { useCommand } from '../support/command.js';
import { ask, cell, openFile, readAs, showPanel, urlField } from './support/actions.js';
import { content, eventually } from './support/editor.js';
import { useInspector } from './support/inspector.js';
import { linkedState } from './support/linked-state.js';
import { useStaticServer } from './support/static-server.js';

/** A byte order mark, a CR, octets that are not UTF-8, and a NUL. */
const OCTETS = Buffer.from('\xef\xbb\xbfUser-agent: *\rDisallow: /caf\xe9\nAllow: /a\x00b\r\n', 'latin1');

describeWith(CHROMIUM_NEED, 'the state of the page', () => {
  const openInspector = useInspector();
  const command = useCommand();
  // Chromium sometimes reloads a page from disk with an empty session storage, which has what was typed just before.
  const address = useStaticServer();

  test('is in the link, which shows another person the same file, question and choice', async () => {
    const page = await openInspector();
    await openFile(page, OCTETS, 'marked.txt');
    await ask(page, { urls: ['/caf%C3%A9'], crawlers: 'MyBot' });
    await readAs(page).selectOption('Google');
    await page.getByRole('button', { name: /MyBot, \/caf/ }).click();
    const state = await linkedState(page, ({ chosen }) => chosen !== null);
    expect(Buffer.from(state.file).equals(OCTETS)).toBe(true);

    const other = await openInspector({ hash: new URL(page.url()).hash });
    await other.getByRole('heading', { name: 'marked.txt' }).waitFor();
    await other.getByRole('heading', { name: /MyBot \/caf%C3%A9/ }).waitFor();
    expect(await readAs(other).inputValue()).toBe('google');
    expect(await linkedState(other, () => true)).toEqual(state);
  });

  test('can be copied, with what was typed just now', async () => {
    const page = await openInspector();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await urlField(page).fill('/typed');
    await page.getByRole('button', { name: 'Copy link' }).first().click();
    const copied = page.getByRole('status').getByText('The link is copied.');
    await copied.waitFor();
    // What only screen readers say has one pixel.
    expect((await copied.boundingBox())?.width).toBeGreaterThan(100);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(await decodeLink(new URL(link).hash)).toMatchObject({ kind: 'state', state: { urls: '/typed' } });
  });

  test('goes back and forward through choices and files; a reload keeps what was typed last', async () => {
    const page = await openInspector({ from: address() });
    await openFile(page, 'user-agent: *\n', 'one.txt');
    await showPanel(page, 'Crawlers');
    await readAs(page).selectOption('Google');
    await page.goBack();
    await eventually(() => readAs(page).inputValue(), '');
    await page.goBack();
    await page.getByRole('button', { name: 'Crawlers', expanded: false }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'robots.txt', exact: true }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { name: 'one.txt' }).waitFor();
    await content(page).press('Control+Home');
    // No timer of the page ends before the reload.
    await page.evaluate('window.setTimeout = () => 1');
    await page.keyboard.type('# typed last');
    await page.reload();
    await content(page).getByText('# typed last').waitFor();
  });

  test.each([
    ['v1.eJwdamaged', 'This link is damaged'],
    ['v7.abc', 'has format 7, and this page reads format 1'],
    ['v1.too-large', 'too large for this link'],
  ])('in a link that cannot be read says why, and stays in the history: %s', async (hash, message) => {
    const page = await openInspector({ hash });
    const alert = page.getByRole('alert').getByText(message);
    await alert.waitFor();
    await showPanel(page, 'Crawlers');
    await linkedState(page, ({ panel }) => panel === 'crawlers');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await alert.waitFor({ state: 'detached' });
    await page.goBack();
    await alert.waitFor();
    expect(new URL(page.url()).hash).toBe(`#${hash}`);
  });

  test('with a file too large for a link is in this tab alone, and the page says so', async () => {
    const page = await openInspector();
    const large = noise(100_000);
    await openFile(page, large, 'large.txt');
    const copy = page.getByRole('button', { name: 'Copy link', disabled: true });
    expect(await copy.getAttribute('title')).toBe('The files are too large for a link. Share them as files.');
    await openFile(page, 'User-agent: *\n', 'small.txt');
    await linkedState(page, ({ fileName }) => fileName === 'small.txt');
    await page.goBack();
    await page.getByText(count(large.length, 'byte')).waitFor();
  });

  test('is saved: the file, octet for octet, and expectations that the command finds met', async () => {
    const page = await openInspector();
    await openFile(page, OCTETS, 'my shop.txt');
    await ask(page, { urls: ['/', '/with space', '/a#fragment', 'no url'], crawlers: 'ClaudeBot, *, @none' });
    await cell(page, 'allowed, no rule decides: ClaudeBot, /').waitFor();
    await showPanel(page, 'Export');
    expect(await saved(page, 'Save robots.txt')).toBe('my-shop.txt');
    expect(readFileSync(join(command.folder, 'my-shop.txt')).equals(OCTETS)).toBe(true);
    expect(await saved(page, 'Save expectations')).toBe('my-shop.expected');
    const run = await command.run(['test', 'my-shop.txt', 'my-shop.expected']);
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toContain('4 expectations met');
  });

  /** Saves what a button offers in the folder of the command. Returns the name. */
  async function saved(page: Page, button: string): Promise<string> {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const file = await download;
    await file.saveAs(join(command.folder, file.suggestedFilename()));
    return file.suggestedFilename();
  }
});
