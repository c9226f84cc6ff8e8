/**
 * The site of the documentation, served below a path: every link leads somewhere, every page and public name is there, also as Markdown, and
 * people can search it, read it in the dark and on a phone, and try a file.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { axeFindings } from '../../packages/cli/test/inspector/support/axe.js';
import { ENTRY_POINTS, PUBLIC_ENTRIES } from '../../scripts/packages.mjs';
import { CHROMIUM, CHROMIUM_FLAGS, CHROMIUM_NEED } from '../support/chromium.js';
import { describeWith } from '../support/needs.js';
import { type BuiltSite, builtSite, SITE_NEED } from './support/built-site.js';
import { publicNames } from './support/public-names.js';

/** How long a page may take to do what a test waits for; 0 is forever, as in the tests of the inspector. */
const PATIENCE_MS = Number(process.env.ROBOTSTREAM_BROWSER_PATIENCE_MS ?? 0);

describeWith(SITE_NEED, 'the site', () => {
  let site: BuiltSite;
  beforeAll(async () => {
    site = await builtSite();
  });
  afterAll(() => site.close());

  const pages = (): string[] =>
    site.files.filter((file) => file.endsWith('.html') && !file.startsWith('inspector/'));

  test('every address of every page leads to a file of the site, and every anchor to a place on it', () => {
    const ids = new Map(pages().map((page) => [page, idsOf(site.text(page))]));
    expect(ids.size).toBeGreaterThan(300);
    const wrong = pages().flatMap((page) =>
      addressesOf(site.text(page)).filter((address) => {
        const [path = '', anchor] = address.split('#');
        if (path.startsWith('/')) return true;
        const file = path === '' ? page : posix.join(posix.dirname(page), decodeURI(path));
        if (!site.files.includes(file)) return true;
        return (
          anchor !== undefined && anchor !== '' && ids.get(file)?.has(decodeURIComponent(anchor)) !== true
        );
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('every page of docs is on it, as HTML and as it is', () => {
    const docs = readdirSync('docs').filter((name) => name.endsWith('.md'));
    expect(docs.length).toBeGreaterThan(20);
    for (const source of ['README.md', 'CHANGELOG.md', ...docs.map((name) => `docs/${name}`)]) {
      expect(site.text(source)).toBe(readFileSync(source, 'utf8'));
      expect(site.files).toContain(
        source.replace(/(README)?\.md$/, (_, readme) => `${readme ? 'index' : ''}.html`),
      );
    }
  });

  test.each(PUBLIC_ENTRIES)('every name of %s has a page, with its example', (entry) => {
    // A name that several entry points export has its page where it is first.
    const named = new Map(
      site.files
        .filter((file) => file.startsWith('api/') && file.endsWith('.md'))
        .map((file) => [posix.basename(file, '.md'), site.text(file)]),
    );
    for (const { name, kind } of publicNames(ENTRY_POINTS[entry] as string).values()) {
      // For `require`.
      if (name === 'module.exports') continue;
      expect([...named.keys()]).toContain(name);
      if (kind === 'function' || kind === 'class') expect(named.get(name), name).toContain('# Example');
    }
  });

  test('llms.txt lists the guide and the entry points by files that are there', () => {
    const text = site.text('llms.txt');
    expect(text).toMatch(/^# robotstream\n\n> \S.*\n\n(?:.*\n)+?\n## \S/);
    const links = Array.from(text.matchAll(/^- \[.+?\]\((.+?)\)/gm), ([, link]) => link);
    expect(links.filter((link) => !site.files.includes(link))).toEqual([]);
    const expected = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'README.md');
    expect(links).toEqual(expect.arrayContaining(expected.map((name) => `docs/${name}`)));
    expect(links).toEqual(expect.arrayContaining(PUBLIC_ENTRIES.map((entry) => `api/${entry}/README.md`)));
    expect(links.indexOf('docs/start.md')).toBe(0);
  });

  test('it is small enough to publish anywhere', () => {
    const octets = site.files.reduce((sum, file) => sum + statSync(join(site.folder, file)).size, 0);
    expect(octets).toBeLessThan(20 * 2 ** 20);
  });

  describeWith(CHROMIUM_NEED, 'in Chromium', () => {
    let browser: Browser;
    const problems: string[] = [];
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: CHROMIUM, args: [...CHROMIUM_FLAGS], timeout: 0 });
    });
    afterAll(() => browser.close());
    afterEach(async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
      expect(problems.splice(0)).toEqual([]);
    });

    /** Opens a page of the site. Whatever it logs, and every request that fails or leaves the site, is a problem. */
    async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
      context.setDefaultTimeout(PATIENCE_MS);
      context.setDefaultNavigationTimeout(PATIENCE_MS);
      const page = await context.newPage();
      page.on('console', (message) => problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('request', (request) => {
        const url = request.url();
        if (!/^(?:blob|data):/.test(url) && !url.startsWith(site.address)) problems.push(url);
      });
      page.on('response', (response) => {
        if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
      });
      await page.goto(site.address + path);
      return page;
    }

    test('the search finds a name first, and a word of a page', async () => {
      const page = await open('docs/client.html');
      await page.keyboard.press('/');
      const query = page.getByRole('searchbox', { name: 'Search for' });
      await query.fill('isallowed');
      await page
        .getByRole('dialog')
        .getByRole('link')
        .first()
        .filter({ hasText: 'isAllowed()robotstream' })
        .waitFor();
      await query.press('Enter');
      // Until its script has run, the button of the new page does nothing.
      await page.waitForURL(`${site.address}api/robotstream/functions/isAllowed.html`);
      await page.getByRole('heading', { level: 1, name: 'isAllowed()' }).waitFor();
      await page.getByRole('button', { name: 'Search' }).click();
      await query.fill('xyzzyplugh');
      await page.getByText('Nothing found').waitFor();
    });

    test('dark mode is that of the system, or the one chosen, also on the next page', async () => {
      const ground = 'getComputedStyle(document.body).backgroundColor';
      const page = await open('index.html', { colorScheme: 'dark' });
      const dark = await page.evaluate(ground);
      await page.getByRole('button', { name: 'Dark mode', pressed: true }).click();
      const light = await page.evaluate(ground);
      expect(light).toBe('rgb(255, 255, 255)');
      expect(dark).not.toBe(light);
      await page.getByRole('link', { name: 'API', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor();
      expect(await page.evaluate(ground)).toBe(light);
    });

    test('the playground judges a URL', async () => {
      const page = await open('playground.html');
      const inspector = page.frameLocator('iframe');
      await inspector.getByLabel('URLs', { exact: true }).fill('/search');
      await inspector.getByText('1 URL, 4 crawlers: 0 allowed, 4 disallowed.').waitFor();
    });

    test('the playground has the theme of the site, also when it is not that of the system', async () => {
      // A color scheme that Playwright emulates is that of every frame, so none is emulated.
      const page = await open('playground.html', { colorScheme: null });
      const [, inspector] = page.frames();
      const isDark = 'matchMedia("(prefers-color-scheme: dark)").matches';
      const before = await page.evaluate(isDark);
      expect(await inspector?.evaluate(isDark)).toBe(before);
      await page.getByRole('button', { name: 'Dark mode' }).click();
      await inspector?.waitForFunction(`${isDark} === ${!before}`);
      expect(await page.evaluate(isDark)).toBe(before);
    });

    test('the newcomer walks from the front page through the five pages', async () => {
      const page = await open('');
      await page.getByRole('link', { name: 'Guide', exact: true }).click();
      for (const name of ['start', 'crawl', 'check', 'archives', 'anywhere']) {
        await page.locator(`nav[aria-label=Pages] a[href$="${name}.html"]`).click();
        await page.waitForURL(`${site.address}docs/${name}.html`);
        await page.locator('nav[aria-label=Pages] a[aria-current=page]').waitFor();
      }
    });

    describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
      test.each([
        'index.html',
        'docs/client.html',
        'api/index.html',
        'api/@robotstream/client/classes/RefusalError.html',
        'api/robotstream/interfaces/RobotsDocument.html',
        'playground.html',
      ])('axe finds nothing on %s', async (path) => {
        expect(await axeFindings(await open(path, { colorScheme }))).toEqual([]);
      });

      test('axe finds nothing in the search', async () => {
        const page = await open('index.html', { colorScheme });
        await page.getByRole('button', { name: 'Search' }).click();
        await page.getByRole('searchbox').fill('crawl');
        await page.getByRole('dialog').getByRole('link').first().waitFor();
        expect(await axeFindings(page)).toEqual([]);
      });
    });

    test('no page of the guide is wider than a phone, and the menu opens', async () => {
      const page = await open('index.html', { viewport: { width: 360, height: 640 } });
      const wide = [];
      const paths = pages().filter(
        (path) => !path.startsWith('api/') || /RobotsClient|FetchOptions|README/.test(path),
      );
      expect(paths.length).toBeGreaterThan(25);
      for (const path of paths) {
        await page.goto(site.address + path, { waitUntil: 'domcontentloaded' });
        const width = await page.evaluate('document.documentElement.scrollWidth');
        if (width !== 360) wide.push([path, width]);
      }
      expect(wide).toEqual([]);
      await page.goto(`${site.address}docs/start.html`);
      await page.getByText('Pages', { exact: true }).click();
      await page.locator('nav[aria-label=Pages] a[href="crawl.html"]').click();
      await page.waitForURL(`${site.address}docs/crawl.html`);
    });
  });
});

/** The addresses that a page refers to in itself, without those of other sites. */
function addressesOf(html: string): string[] {
  const found = Array.from(html.matchAll(/\s(?:href|src|srcset)="([^"]*)"/g), ([, address]) => address);
  return found
    .filter((address) => !/^(?:https?|mailto|data):/.test(address))
    .map((address) => address.replaceAll('&amp;', '&'));
}

function idsOf(html: string): Set<string> {
  return new Set(Array.from(html.matchAll(/\sid="([^"]*)"/g), ([, id]) => id.replaceAll('&amp;', '&')));
}
