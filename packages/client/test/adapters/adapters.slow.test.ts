/** The adapters make the real packages obey: Crawlee and Playwright. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { CHROMIUM, CHROMIUM_FLAGS, CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import { robotsCrawlee } from '../../src/adapters/crawlee.js';
import { robotsPlaywright } from '../../src/adapters/playwright.js';
import { newClient } from '../client/support/clients.js';
import { startSite, withoutFavicon } from '../client/support/site.js';
import { until } from '../fetch/support/sockets.js';
import { expectObedience } from './support/obedience.js';
import { GOT_AND_CRAWLEE } from './support/packages.js';

describeWith(GOT_AND_CRAWLEE, 'with the real package', () => {
  test('Crawlee', async () => {
    const crawlee = await load(GOT_AND_CRAWLEE.folder, '@crawlee/http');
    await expectObedience((client) => {
      const options = robotsCrawlee(client);
      return (url) => crawled(crawlee, options, url);
    });
  });

  test('Crawlee gets decoded bodies, cookies and headers', async () => {
    const crawlee = await load(GOT_AND_CRAWLEE.folder, '@crawlee/http');
    const site = await startSite();
    onTestFinished(() => site.close());
    site.answer({
      headers: { 'content-type': 'text/html', 'set-cookie': 'a=b' },
      body: '<title>page</title>',
    });
    const client = newClient();
    await client.put(site.origin, '');
    const seen: unknown[] = [];
    const crawler = quietCrawler(crawlee, {
      ...robotsCrawlee(client, { pace: false }),
      requestHandler: async ({ body, response, contentType, sendRequest }: Context) => {
        seen.push(String(body), response.headers['set-cookie'], contentType.type);
        seen.push((await sendRequest({ url: `${site.origin}/more` })).body);
      },
    });
    await crawler.run([`${site.origin}/page`]);
    expect(seen).toEqual(['<title>page</title>', ['a=b'], 'text/html', '<title>page</title>']);
    expect(site.requests.map(({ url, headers }) => [url, headers['user-agent']])).toEqual([
      ['/page', 'ExampleBot/1.0'],
      ['/more', 'ExampleBot/1.0'],
    ]);
  });
});

describeWith(CHROMIUM_NEED, 'with the real browser', () => {
  test('Playwright', async () => {
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [...CHROMIUM_FLAGS],
      timeout: 0,
    });
    onTestFinished(() => browser.close());
    const shown: string[] = [];
    await expectObedience(async (client) => {
      const page = await browser.newPage({ userAgent: client.userAgent });
      page.on('framenavigated', (frame) => shown.push(frame.url()));
      const open = await robotsPlaywright(page, client);
      return async (url) => (await open(url, { timeout: 0 }))?.status() ?? 0;
    });
    // No error page, which could come late and interrupt the next navigation.
    expect(shown.map((url) => url.replace(/^.*(?=\/)/, ''))).toEqual(['/news', '/landing']);
  });

  test('a redirect leads to http and https alone, as Fetch defines it, and keeps the fragment', async () => {
    const { site, page, open } = await startPage();
    const location = (status: number, target: string) => ({ status, headers: { location: target } });
    const elsewhere = [
      'file:///etc/passwd',
      'data:text/html,x',
      'chrome://version',
      'about:blank',
      'http://a@b.example/',
    ];
    for (const target of elsewhere) {
      site.answer(location(302, target));
      await expect(open(`${site.origin}/moved`)).rejects.toThrow(/redirects to/);
    }
    site.answer(({ url = '' }, response) => {
      const status = Number(url.slice(1, 4));
      if (status >= 300) response.writeHead(status, { location: `/200?after=${status}` });
      response.end('<title>page</title>');
    });
    const asked = () => site.requests.splice(0).map(({ url }) => url);
    asked();
    for (const status of [301, 302, 303, 307, 308]) {
      await open(`${site.origin}/${status}#part`);
      const target = `/200?after=${status}`;
      expect([page.url(), asked()]).toEqual([`${site.origin}${target}#part`, [`/${status}`, target]]);
    }
    for (const status of [300, 304, 305]) {
      await open(`${site.origin}/${status}`).catch(() => {});
      expect(asked()).toEqual([`/${status}`]);
    }
  });

  test('a popup and a frame ask for allowed URLs alone, under the name of the crawler', async () => {
    const { site, page, open } = await startPage();
    site.answer({ headers: { 'content-type': 'text/html' }, body: '<title>page</title>' });
    await open(`${site.origin}/news`);
    for (const path of ['/private/popup', '/popup'])
      await page.evaluate(`void window.open(${JSON.stringify(path)})`);
    for (const path of ['/private/frame', '/frame'])
      await page.evaluate(
        `document.body.append(Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(path)} }))`,
      );
    const asked = () => withoutFavicon(site.requests).map(({ url }) => url);
    await until(() => asked().length === 3);
    expect(new Set(asked())).toEqual(new Set(['/news', '/popup', '/frame']));
    expect(new Set(site.requests.map(({ headers }) => headers['user-agent']))).toEqual(
      new Set(['ExampleBot/1.0']),
    );
  });
});

/** A page that obeys, in a browser with a name of its own, and a site that forbids /private. */
async function startPage() {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...CHROMIUM_FLAGS], timeout: 0 });
  onTestFinished(() => browser.close());
  const site = await startSite();
  onTestFinished(() => site.close());
  const client = newClient();
  await client.put(site.origin, 'User-agent: *\nDisallow: /private\n');
  const page = await browser.newPage();
  const open = await robotsPlaywright(page, client, { pace: false });
  return { site, page, open: (url: string) => open(url, { timeout: 0 }) };
}

// biome-ignore-start lint/suspicious/noExplicitAny: the packages are not installed where types are checked.
type Context = any;

/** Opens one URL with a new crawler. */
async function crawled(crawlee: any, options: object, url: string): Promise<number> {
  let outcome: number | Error = new Error('nothing has happened');
  const crawler = quietCrawler(crawlee, {
    ...options,
    requestHandler: ({ response }: Context) => {
      outcome = response.statusCode;
    },
    failedRequestHandler: ({ request }: Context, error: Error) => {
      expect(request.retryCount).toBe(0);
      outcome = error;
    },
  });
  await crawler.run([url]);
  if (typeof outcome === 'number') return outcome;
  throw outcome;
}

/** A crawler that writes nothing to the disk and logs nothing. */
function quietCrawler({ Configuration, HttpCrawler, log }: any, options: object): any {
  log.setLevel(log.LEVELS.OFF);
  return new HttpCrawler(options, new Configuration({ persistStorage: false, availableMemoryRatio: 0.9 }));
}

function load(folder: string, name: string): Promise<any> {
  const require = createRequire(join(folder, 'package.json'));
  return import(/* @vite-ignore */ pathToFileURL(require.resolve(name)).href);
}
// biome-ignore-end lint/suspicious/noExplicitAny: see above
