/** The examples of docs/migrating.md for Crawlee, got and Playwright, with the real packages. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';
import { expect, test } from 'vitest';
import { GOT_AND_CRAWLEE } from '../../packages/client/test/adapters/support/packages.js';
import type { Aside } from '../support/aside.js';
import { CHROMIUM, CHROMIUM_FLAGS, CHROMIUM_NEED } from '../support/chromium.js';
import { describeWith } from '../support/needs.js';
import { MIGRATING_EXAMPLES, peerOf, runMigratingExample } from './support/migrating.js';

test('Crawlee, got and Playwright have an example each', () => {
  expect(MIGRATING_EXAMPLES.map(peerOf).filter((peer) => peer !== undefined)).toEqual([
    '@crawlee/http',
    'got',
    'playwright',
  ]);
});

describeWith(GOT_AND_CRAWLEE, 'with the real package', () => {
  test('Crawlee', async () => {
    const { Configuration, HttpCrawler, log } = await load('@crawlee/http', GOT_AND_CRAWLEE);
    // Nothing of it on the disk, and no lines of its log among those of the tests.
    const configuration = new Configuration({ persistStorage: false, availableMemoryRatio: 0.9 });
    log.setLevel(log.LEVELS.OFF);
    const Quiet = class extends HttpCrawler {
      constructor(options: object) {
        super(options, configuration);
      }
    };
    expectObedience(await runMigratingExample(exampleOf('@crawlee/http'), { HttpCrawler: Quiet }), [
      '/news',
      '/moved',
    ]);
  });

  test('got', async () => {
    const { default: got } = await load('got', GOT_AND_CRAWLEE);
    expectObedience(await runMigratingExample(exampleOf('got'), { got }), ['/news', '/moved']);
  });
});

describeWith(CHROMIUM_NEED, 'with the real browser', () => {
  test('Playwright', async () => {
    const launch = () => chromium.launch({ executablePath: CHROMIUM, args: [...CHROMIUM_FLAGS], timeout: 0 });
    const seen = await runMigratingExample(exampleOf('playwright'), { chromium: { launch } });
    expectObedience(seen, ['/news', '/moved']);
  });
});

/** An example asks and fetches under one name, follows no redirect into a refused path, and takes a turn for each request. */
function expectObedience(
  { requests, turns }: Awaited<ReturnType<typeof runMigratingExample>>,
  pages: readonly string[],
): void {
  expect(requests.map(({ url }) => url)).toEqual(['/robots.txt', ...pages]);
  expect(new Set(requests.map(({ userAgent }) => userAgent))).toEqual(new Set(['ExampleBot/1.0']));
  expect(turns).toBe(pages.length);
}

function exampleOf(peer: string): string {
  return MIGRATING_EXAMPLES.find((code) => peerOf(code) === peer) ?? '';
}

// biome-ignore lint/suspicious/noExplicitAny: the package is not installed where types are checked.
function load(name: string, { folder }: Aside): Promise<any> {
  const require = createRequire(join(folder, 'package.json'));
  return import(/* @vite-ignore */ pathToFileURL(require.resolve(name)).href);
}
