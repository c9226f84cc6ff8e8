/** The page as `robotstream inspect` serves it: what it opens with, and the robots.txt of sites. */
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { later } from '../../../../test/support/later.js';
import { describeWith } from '../../../../test/support/needs.js';
import { until } from '../../../../test/support/until.js';
import type { FetchSite } from '../../src/inspect/fetch-endpoint.js';
import type { OpeningMessage } from '../../src/inspect/messages.js';
import { readPage } from '../../src/inspect/page.js';
import { type RunningServer, serveInspector } from '../../src/inspect/server.js';
import { useSites } from '../support/sites.js';
import { openFile } from './support/actions.js';
import { builtInspector } from './support/built-inspector.js';
import { type OpenOptions, useInspector } from './support/inspector.js';

const NOTHING: OpeningMessage = { file: null, url: null, agents: [], profile: null };
const OCTETS = Buffer.from('User-agent: *\nDisallow: /caf\xe9\r\n\0', 'latin1').toString('base64url');

describeWith(CHROMIUM_NEED, 'the served inspector', () => {
  const servers: RunningServer[] = [];
  // Registered first, so that it runs last: pages would complain about servers that are gone.
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  const site = useSites();
  const openInspector = useInspector();
  let folder = '';
  beforeAll(async () => {
    folder = join(await builtInspector(), 'inspector');
  });

  async function open(
    opening: Partial<OpeningMessage> = {},
    fetchSite: FetchSite = () => Promise.reject(new Error('the test fetches nothing')),
    options: OpenOptions = {},
  ): Promise<Page> {
    const served = { page: await readPage(folder), opening: { ...NOTHING, ...opening }, fetchSite };
    const server = await serveInspector(served, 0);
    servers.push(server);
    return openInspector({ ...options, from: new URL(server.address) });
  }

  const heading = (page: Page) => page.getByRole('heading', { level: 2 }).first();
  const status = (page: Page) => page.getByRole('form', { name: 'Robots.txt of a site' }).getByRole('status');

  test('opens with the file, the URL, the crawlers and the profile of the command line', async () => {
    const page = await open({
      file: { name: 'site/robots.txt', octets: OCTETS, notes: ['From the disk of the test.'] },
      url: 'https://a.example/caf%E9',
      agents: ['FooBot', 'Googlebot'],
      profile: 'google',
    });
    await page.getByText('From the disk of the test.').waitFor();
    expect(await heading(page).textContent()).toBe('site/robots.txt');
    expect(await page.getByLabel('May these URLs be fetched?').inputValue()).toBe('https://a.example/caf%E9');
    expect(await page.getByLabel('By which crawlers?').inputValue()).toBe('FooBot, Googlebot');
    await page.getByText('32 octets').waitFor();
    expect(await page.getByRole('radio', { checked: true }).getAttribute('value')).toBe('google');
  });

  test('gets the robots.txt of a site, https unless the URL says otherwise, and back brings the file before', async () => {
    const asked: object[] = [];
    const page = await open({}, async (message) => {
      asked.push(message);
      return { name: 'https://b.example/robots.txt', octets: OCTETS, notes: ['Fetched just now.'] };
    });
    const before = await heading(page).textContent();
    await page.getByLabel('Site', { exact: true }).fill(' b.example/x ');
    await page.getByRole('button', { name: 'Get robots.txt' }).click();
    await status(page).getByText('Fetched just now.').waitFor();
    expect(await heading(page).textContent()).toBe('https://b.example/robots.txt');
    await page.getByText('32 octets').waitFor();
    expect(asked).toEqual([{ url: 'https://b.example/x', profile: null }]);
    await page.goBack();
    await page.getByRole('heading', { name: before ?? '', exact: true }).waitFor();
  });

  test('a note about a file is shown with that file alone', async () => {
    const file = { name: 'https://b.example/robots.txt', octets: OCTETS, notes: ['Fetched just now.'] };
    const page = await open({ file });
    const note = status(page).getByText('Fetched just now.');
    await note.waitFor();
    await openFile(page, '# other', 'other.txt');
    await note.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'other.txt' }).waitFor();
    expect(await note.count()).toBe(0);
    await page.goBack();
    await note.waitFor();
  });

  test('says why there is no file, and keeps the one it has', async () => {
    const notes = ['Allowed: there is no robots.txt for this crawler (status 404).'];
    const page = await open({}, async () => ({ name: 'https://b.example/robots.txt', octets: null, notes }));
    const before = await heading(page).textContent();
    await page.getByLabel('Site', { exact: true }).fill('http://b.example/');
    await page.keyboard.press('Enter');
    await status(page).getByText('(status 404)').waitFor();
    expect(await heading(page).textContent()).toBe(before);
  });

  test('shows the error of the command, and one of its own if the command has ended', async () => {
    const page = await open({}, undefined, { mayDoAnything: true });
    await page.getByLabel('Site', { exact: true }).fill('http://b.example/');
    await page.keyboard.press('Enter');
    await status(page).getByText('the test fetches nothing').waitFor();
    await servers.pop()?.close();
    await page.keyboard.press('Enter');
    await status(page).getByText('There is no connection to robotstream inspect.').waitFor();
  });

  test('copies a link whose end opens on another inspector page, and says so', async () => {
    const page = await open({ file: { name: 'site/robots.txt', octets: OCTETS, notes: [] } });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('status').getByText('works on this machine while the command runs').waitFor();
    const { hash } = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    const other = await openInspector();
    await other.goto(other.url().replace(/#.*|$/s, hash));
    await other.getByRole('heading', { name: 'site/robots.txt' }).waitFor();
  });

  test('a fetch that the person cancels, or whose page goes, is aborted', async () => {
    const begun = [later(), later()];
    const aborted = [later(), later()];
    let count = 0;
    const page = await open({}, (_, signal) => {
      const index = count++;
      begun[index]?.resolve();
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          aborted[index]?.resolve();
          reject(signal.reason);
        });
      });
    });
    await page.getByLabel('Site', { exact: true }).fill('http://b.example/');
    await page.keyboard.press('Enter');
    await begun[0]?.promise;
    await page.getByRole('button', { name: 'Cancel' }).click();
    await aborted[0]?.promise;
    // The button keeps the focus.
    await page.getByRole('button', { name: 'Get robots.txt' }).and(page.locator(':focus')).press('Enter');
    await begun[1]?.promise;
    await page.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
    await page.goto('about:blank');
    await aborted[1]?.promise;
    expect(count).toBe(2);
  });

  test.each(['127.0.0.1', 'localhost'])(
    'a page of another server on %s cannot read it, have it fetch, or show it',
    async (host) => {
      const asked: object[] = [];
      const page = await open({}, async (message) => {
        asked.push(message);
        return { name: '', octets: null, notes: [] };
      });
      const address = page.url();
      const { port } = await site({ headers: { 'content-type': 'text/html' }, body: '<h1>Attacker</h1>' });
      const from = new URL(`http://${host}:${port}/`);
      const attacker = await openInspector({ from, mayDoAnything: true });
      const results = await attacker.evaluate(async (target) => {
        const outcome = (promise: Promise<unknown>): Promise<string> =>
          promise.then(
            (value) => `gets ${value}`,
            () => 'refused',
          );
        const body = '{"url":"http://a.example/","profile":"rfc9309"}';
        const post = (mode: RequestMode, type: string): Promise<string> =>
          outcome(
            fetch(`${target}fetch`, { method: 'POST', mode, headers: { 'content-type': type }, body }).then(
              ({ type }) => type,
            ),
          );
        const frame = document.createElement('iframe');
        frame.src = target;
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
        document.body.append(frame);
        await loaded;
        return [
          await outcome(fetch(`${target}opening`).then((response) => response.text())),
          await post('cors', 'application/json'),
          await post('no-cors', 'text/plain'),
        ];
      }, address);
      expect(results.slice(0, 2)).toEqual(['refused', 'refused']);
      expect(asked).toEqual([]);
      // The browser may report the address of the frame after its page has.
      await until(() => attacker.frames()[1]?.url().startsWith('chrome-error:') === true);
    },
  );
});
