/** The examples of docs/client.md and docs/crawl.md, and servers for them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, type Dispatcher } from 'undici';
import { expect, onTestFinished } from 'vitest';
import { examplesOf, robotsTxtOf, runExample } from '../../../../../test/support/examples.js';
import {
  type ClientOptions,
  createClient,
  type RedisStoreOptions,
  redisStore,
  type SqliteStoreOptions,
  sqliteStore,
} from '../../../src/index.js';
import { startSite } from './site.js';

const PAGES = ['docs/client.md', 'docs/crawl.md'];

export const CLIENT_EXAMPLES = PAGES.flatMap(examplesOf);

/** Both pages show the same. */
const [ROBOTS_TXT] = new Set(PAGES.map(robotsTxtOf));

export function needsRedis(code: string): boolean {
  return code.includes('redisStore');
}

/**
 * Runs an example, and expects it to print what its comments say, and to request one robots.txt if it makes a client.
 *
 * @param redisUrl the server that the example's `redisStore` uses
 */
export async function runAgainstServers(code: string, redisUrl?: string): Promise<void> {
  const site = await startSite();
  site.answer({ body: ROBOTS_TXT });
  const dispatcher = dispatcherTo(site.origin);
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-docs-'));
  onTestFinished(async () => {
    await dispatcher.close();
    await site.close();
    rmSync(folder, { recursive: true });
  });
  await runExample(code, {
    createClient: (options: ClientOptions) => createClient({ ...options, dispatcher }),
    sqliteStore: ({ file }: SqliteStoreOptions) => sqliteStore({ file: join(folder, file) }),
    redisStore: (options: RedisStoreOptions) => redisStore({ ...options, url: redisUrl ?? options.url }),
  });
  const requested = code.includes('createClient') ? ['/robots.txt'] : [];
  expect(site.requests.map(({ url }) => url)).toEqual(requested);
}

/** Sends every request to one site. */
function dispatcherTo(origin: string): Dispatcher {
  return new Agent().compose((dispatch) => (options, handler) => dispatch({ ...options, origin }, handler));
}
