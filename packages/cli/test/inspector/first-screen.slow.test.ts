/** The first screen: who may use the site, what is no robots.txt, the question, and the ways in which a file comes onto the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { later } from '../../../../test/support/later.js';
import { describeWith } from '../../../../test/support/needs.js';
import type { FetchSite } from '../../src/inspect/fetch-endpoint.js';
import type { OpeningMessage } from '../../src/inspect/messages.js';
import { readPage } from '../../src/inspect/page.js';
import { type RunningServer, serveInspector } from '../../src/inspect/server.js';
import { answered, ask, cell, crawlerField, openFile, panelOf, readAs, urlField } from './support/actions.js';
import { builtInspector } from './support/built-inspector.js';
import { content } from './support/editor.js';
import { type OpenOptions, useInspector } from './support/inspector.js';
import { holdFile } from './support/slow-page.js';

const FILE = `user-agent: *
disallow: /a/*.pdf$

user-agent: GPTBot
user-agent: CCBot
disallow: /
`;

describeWith(CHROMIUM_NEED, 'the first screen', () => {
  const openInspector = useInspector();

  test('says in one sentence who may use the site, and who is the exception; only everything is green', async () => {
    const page = await openInspector();
    await openFile(page, FILE);
    const headline = page.locator('.headline');
    await headline
      .filter({ hasText: /^Search, AI training and AI answers may use all but a few paths\.$/ })
      .waitFor();
    await page.locator('.exceptions').filter({ hasText: 'Except for GPTBot and CCBot: nothing.' }).waitFor();
    expect(await page.locator('.truth .word.allowed').count()).toBe(0);
    await page.getByRole('button', { name: 'See each crawler' }).click();
    await panelOf(page, 'Crawlers')
      .getByRole('rowheader', { name: /^GPTBot/ })
      .waitFor();

    await openFile(page, 'user-agent: *\ndisallow: /\nallow: /ads.txt\n');
    await headline.filter({ hasText: 'a few paths only' }).waitFor();
    expect(await page.locator('.truth .word.allowed').count()).toBe(0);
    await openFile(page, 'user-agent: *\nallow: /\n');
    await headline.filter({ hasText: /may use everything\.$/ }).waitFor();
    expect(await headline.locator('.word.allowed').allInnerTexts()).toEqual(['everything']);
    await openFile(page, 'user-agent: *\ncontent-signal: ai-train=no\nallow: /\n');
    await headline
      .filter({ hasText: /may use everything, but the file asks AI training not to\.$/ })
      .waitFor();
    expect(await page.locator('.truth .word.allowed').count()).toBe(0);
  });

  test('lists what is wrong, the worst first, each with its fix; notes are folded', async () => {
    const page = await openInspector();
    await openFile(page, 'user-agent: *\ndisalow: /a\ndisallow: b\nuser-agent: GPTBot\ndisallow: /\n');
    await answered(page);
    const findings = page.getByRole('region', { name: '1 error and 1 warning' });
    expect(await findings.locator('.finding:visible .severity').allTextContents()).toEqual([
      'error',
      'warning',
    ]);
    await findings.getByText(/^\d notes?$/).click();
    await findings.locator('.finding:visible .severity', { hasText: 'note' }).first().waitFor();
    await findings.getByRole('button', { name: 'Fix line 2: misspelled-field' }).click();
    await page.getByRole('heading', { name: '1 error', exact: true }).waitFor();
  });

  test('what is no robots.txt is said before anything else', async () => {
    const page = await openInspector();
    await openFile(page, '<!doctype html>\n<title>Not found</title>');
    const sentence = 'This is an HTML page, not a robots.txt.';
    await page.getByRole('alert').getByText(sentence).waitFor();
    expect(await page.locator('.truth').textContent()).toContain(sentence);
    await openFile(page, FILE, 'good.txt');
    await page.getByText(sentence).waitFor({ state: 'detached' });
  });

  test('a question has sets of crawlers by button, names that were meant, and faults that stop nothing else', async () => {
    const page = await openInspector();
    await openFile(page, FILE);
    await ask(page, { urls: ['not a URL', '/a/b.pdf'], crawlers: 'FooBot, GPT-Bot, @nobots' });
    await page.getByText('There is no set @nobots.').waitFor();
    await page.getByRole('cell', { name: /^This is neither an http, https or ftp URL/ }).waitFor();
    await cell(page, 'disallowed, line 2: FooBot, /a/b.pdf').waitFor();
    await page.getByRole('button', { name: 'Use GPTBot' }).click();
    await cell(page, 'disallowed, line 6: GPTBot, /a/b.pdf').waitFor();
    await page.getByRole('button', { name: /^@seo/ }).click();
    await page.getByRole('columnheader', { name: 'AhrefsBot', exact: true }).waitFor();
    expect(await crawlerField(page).inputValue()).toBe('FooBot, GPTBot, @nobots, @seo');
    await page.getByRole('button', { name: /^@seo/, pressed: true }).click();
    await page.getByRole('columnheader', { name: 'AhrefsBot', exact: true }).waitFor({ state: 'detached' });
  });

  test('a file brings its own URLs, opened or pasted, until a person has written some', async () => {
    const page = await openInspector();
    await openFile(page, FILE);
    await page.getByText('These paths are made from the rules of the file.').waitFor();
    expect(await urlField(page).inputValue()).toMatch(/^\/\n\/a\/.*\.pdf$/);
    await content(page).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('user-agent: *\ndisallow: /pasted/\n');
    await page.getByRole('button', { name: /^disallowed, line 2: GPTBot, \/pasted\// }).waitFor();
    await ask(page, { urls: ['/mine'] });
    await openFile(page, FILE, 'third.txt');
    await answered(page);
    expect(await urlField(page).inputValue()).toBe('/mine');
  });

  test('prints the whole file, in light colours', async () => {
    const page = await openInspector({ colorScheme: 'dark' });
    const lines = Array.from(
      { length: 1000 },
      (_, line) => `disallow: /${line}/ # ${'long '.repeat(line % 50)}\n`,
    );
    await openFile(page, lines.join(''), 'long.txt');
    await answered(page);
    const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
    // 1,000 lines, of which some are longer than the paper is wide; some 60 lines fit on a page.
    expect(paper.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(16);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const printed = page.locator('.printed-file > li');
    await printed.last().waitFor();
    expect((await printed.allTextContents()).slice(0, 1000)).toEqual(lines.map((line) => line.slice(0, -1)));
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).color)).toBe(
      'rgb(27, 28, 30)',
    );
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    await printed.first().waitFor({ state: 'detached' });
  });

  test('fits 1440 × 900 without scrolling', async () => {
    const page = await openInspector({ viewport: { width: 1440, height: 900 } });
    await content(page).waitFor();
    await answered(page);
    const size = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth, scrollHeight];
    });
    expect(size).toEqual([1440, 900]);
  });

  test('a file is dropped anywhere; one above the limit is refused visibly', async () => {
    const page = await openInspector();
    await drop(page, 'huge.txt', 8 * 1024 * 1024 + 1);
    const refusal = page.getByRole('alert').filter({ hasText: 'huge.txt has 8,388,609 bytes' });
    await refusal.waitFor();
    expect(await legible(refusal)).toBe(true);
    await page.getByRole('heading', { name: 'robots.txt', exact: true }).waitFor();
    await drop(page, 'small.txt', 27);
    await page.getByRole('heading', { name: 'small.txt' }).waitFor();
    await refusal.waitFor({ state: 'detached' });
  });

  test('of two files, the one that was chosen last is shown, even if it is read first', async () => {
    const page = await openInspector();
    const release = await holdFile(page, 'slow.txt');
    await page
      .getByLabel('Open a robots.txt')
      .setInputFiles({ name: 'slow.txt', mimeType: 'text/plain', buffer: Buffer.from('user-agent: slow') });
    await openFile(page, FILE, 'quick.txt');
    await release();
    expect(await page.getByRole('heading', { name: 'quick.txt' }).count()).toBe(1);
  });
});

describeWith(CHROMIUM_NEED, 'the page that the command serves', () => {
  const NOTHING: OpeningMessage = { file: null, url: null, agents: [], profile: null };
  const OCTETS = Buffer.from('User-agent: *\nDisallow: /caf\xe9\r\n\0', 'latin1').toString('base64url');
  const servers: RunningServer[] = [];
  // Registered first, so that it runs last: pages would complain about servers that are gone.
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  const openInspector = useInspector();
  let built: Buffer;
  beforeAll(async () => {
    built = readFileSync(join(await builtInspector(), 'inspector.html'));
  });

  async function open(
    opening: Partial<OpeningMessage>,
    fetchSite: FetchSite,
    options: OpenOptions = {},
  ): Promise<Page> {
    const served = { page: await readPage(built), opening: { ...NOTHING, ...opening }, fetchSite };
    const server = await serveInspector(served, 0);
    servers.push(server);
    return openInspector({ ...options, from: new URL(server.address) });
  }

  const status = (page: Page) => page.getByRole('form', { name: 'Robots.txt of a site' }).getByRole('status');

  test('opens with what the command line says', async () => {
    const page = await open(
      {
        file: { name: 'site/robots.txt', octets: OCTETS, notes: ['From the disk of the test.'] },
        url: 'https://a.example/caf%E9',
        agents: ['FooBot', 'Googlebot'],
        profile: 'google',
      },
      () => Promise.reject(new Error('the test fetches nothing')),
    );
    await page.getByText('From the disk of the test.').waitFor();
    await page.getByRole('heading', { level: 2, name: 'site/robots.txt' }).waitFor();
    await page.getByText('32 bytes').waitFor();
    expect(await urlField(page).inputValue()).toBe('https://a.example/caf%E9');
    expect(await crawlerField(page).inputValue()).toBe('FooBot, Googlebot');
    expect(await readAs(page).inputValue()).toBe('google');
  });

  test('asks about the paths of a file that it opens with', async () => {
    const octets = Buffer.from('User-agent: *\nDisallow: /mine/\n').toString('base64url');
    const page = await open({ file: { name: 'robots.txt', octets, notes: [] } }, () =>
      Promise.reject(new Error('the test fetches nothing')),
    );
    await page.getByRole('button', { name: /^disallowed, line 2: GPTBot, \/mine\// }).waitFor();
    expect(await urlField(page).inputValue()).toMatch(/^\/\n\/mine\//);
    await urlField(page).fill('/other');
    await page.reload();
    await answered(page);
    expect(await urlField(page).inputValue()).toBe('/other');
  });

  describe('gets the robots.txt of a site', () => {
    test('with its notes, or says why there is none, or that the command has ended', async () => {
      const answers = [
        { name: 'https://b.example/robots.txt', octets: OCTETS, notes: ['Fetched just now.'] },
        { name: 'https://b.example/robots.txt', octets: null, notes: ['Allowed: (status 404).'] },
      ];
      const asked: object[] = [];
      const page = await open(
        {},
        async (message) => {
          asked.push(message);
          const answer = answers.shift();
          if (answer === undefined) throw new Error('the test has no answer left');
          return answer;
        },
        { mayDoAnything: true },
      );
      const heading = page.getByRole('heading', { level: 2, name: 'https://b.example/robots.txt' });
      await page.getByLabel('Site', { exact: true }).fill(' b.example/x ');
      await page.keyboard.press('Enter');
      await status(page).getByText('Fetched just now.').waitFor();
      await heading.waitFor();
      expect(asked).toEqual([{ url: 'https://b.example/x', profile: null }]);
      await page.keyboard.press('Enter');
      await status(page).getByText('(status 404)').waitFor();
      await heading.waitFor();
      await page.keyboard.press('Enter');
      await status(page).getByText('the test has no answer left').waitFor();
      await servers.pop()?.close();
      await page.keyboard.press('Enter');
      await status(page).getByText('There is no connection to robotstream inspect.').waitFor();
    });

    test('until the person cancels, which aborts the fetch', async () => {
      const begun = later();
      const aborted = later();
      const page = await open({}, (_, signal) => {
        begun.resolve();
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted.resolve();
            reject(signal.reason);
          });
        });
      });
      await page.getByLabel('Site', { exact: true }).fill('http://b.example/');
      await page.keyboard.press('Enter');
      await begun.promise;
      await page.getByRole('button', { name: 'Cancel' }).click();
      await aborted.promise;
      // The button keeps the focus.
      await page.getByRole('button', { name: 'Get robots.txt' }).and(page.locator(':focus')).waitFor();
    });
  });
});

/** Drops a file of so many octets on the page's header. */
async function drop(page: Page, name: string, octets: number): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (file) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(file.octets).fill(0x23)], file.name));
      return transfer;
    },
    { name, octets },
  );
  await page.dispatchEvent('header', 'dragover', { dataTransfer });
  await page.getByText('Drop a robots.txt to open it').waitFor();
  await page.dispatchEvent('header', 'drop', { dataTransfer });
}

/** Whether an element has the width of a few words: what only screen readers say has one pixel. */
async function legible(element: Locator): Promise<boolean> {
  return ((await element.boundingBox())?.width ?? 0) > 100;
}
