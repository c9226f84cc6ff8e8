/**
 * The inspector in Chromium, for tests by user actions.
 *
 * Each page is watched: a test fails if its page logs an error, breaks its Content-Security-Policy, or requests anything that is not
 * its own.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { CHROMIUM, CHROMIUM_FLAGS } from '../../../../../test/support/chromium.js';
import { HUNG_AFTER_MS } from '../../../../../test/support/hung.js';
import { builtInspector } from './built-inspector.js';
import { delayWorkers, stickFirstWorker } from './slow-page.js';

/** How long a page may take to do what a step of a test waits for. After that, the step fails by its name, long before the test counts as hung. */
const PATIENCE_MS = Number(process.env.ROBOTSTREAM_BROWSER_PATIENCE_MS ?? HUNG_AFTER_MS);

/** How long a test pauses before each step. CONTRIBUTING.md says which pauses and delays find a flaw in a test. */
const PAUSE_MS = Number(process.env.ROBOTSTREAM_BROWSER_PAUSE_MS ?? 0);

/** How late the page's workers get each message. */
const LATE_MS = Number(process.env.ROBOTSTREAM_BROWSER_LATE_MS ?? 0);

export interface OpenOptions {
  /** The part of the address after `#`. */
  readonly hash?: string;
  /** The URL of the page. Default: that of the file on disk. */
  readonly from?: URL;
  readonly colorScheme?: 'light' | 'dark';
  readonly forcedColors?: 'active' | 'none';
  /** In CSS pixels. Default: 1280 × 800. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Whether the page's first worker never answers. */
  readonly isFirstWorkerStuck?: boolean;
  /** Whether the page may log errors and request anything: for tests of what goes wrong, and for pages of attackers. */
  readonly mayDoAnything?: boolean;
}

/** Opens the inspector in a browsing context of its own and waits until it shows its heading. */
export type OpenInspector = (options?: OpenOptions) => Promise<Page>;

/** One browser for the tests of a file. Pages are closed after each test. */
export function useInspector(): OpenInspector {
  let browser: Browser;
  let onDisk: URL;
  const contexts: BrowserContext[] = [];
  const problems: string[] = [];
  beforeAll(async () => {
    onDisk = pathToFileURL(join(await builtInspector(), 'inspector.html'));
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [...CHROMIUM_FLAGS],
      timeout: 0,
      slowMo: PAUSE_MS,
    });
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(problems.splice(0)).toEqual([]);
  });
  return async ({
    hash = '',
    from = onDisk,
    viewport,
    isFirstWorkerStuck = false,
    mayDoAnything = false,
    ...media
  } = {}) => {
    const context = await browser.newContext({
      ...media,
      // Colours change at once, so that a test never reads one of a transition.
      reducedMotion: 'reduce',
      ...(viewport !== undefined && { viewport }),
    });
    contexts.push(context);
    context.setDefaultTimeout(PATIENCE_MS);
    context.setDefaultNavigationTimeout(PATIENCE_MS);
    if (LATE_MS > 0) await delayWorkers(context, LATE_MS);
    if (isFirstWorkerStuck) await stickFirstWorker(context);
    const page = await context.newPage();
    if (!mayDoAnything) watch(page, from, problems);
    await page.goto(from.href + (hash === '' ? '' : `#${hash.replace(/^#/, '')}`));
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
}

/** Collects what a page must not do. */
function watch(page: Page, { href }: URL, problems: string[]): void {
  const folder = new URL('.', href).href;
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(folder) && !/^(?:data|blob):/.test(url)) problems.push(`request: ${url}`);
  });
}
