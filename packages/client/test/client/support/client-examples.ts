/** The examples of docs/client.md and docs/crawl.md, and servers for them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { examplesOf, runExample, startShownSite } from '../../../../../test/support/examples.js';
import {
  type RedisStoreOptions,
  redisStore,
  type SqliteStoreOptions,
  sqliteStore,
} from '../../../src/index.js';

/** Each example with its page. */
export const CLIENT_EXAMPLES = ['docs/client.md', 'docs/crawl.md'].flatMap((page) =>
  examplesOf(page).map((code) => ({ page, code })),
);

export type ClientExample = (typeof CLIENT_EXAMPLES)[number];

export function needsRedis({ code }: ClientExample): boolean {
  return code.includes('redisStore');
}

/**
 * Runs an example, and expects it to print what its comments say, and to request one robots.txt if it makes a client.
 *
 * @param redisUrl the server that the example's `redisStore` uses
 */
export async function runAgainstServers({ page, code }: ClientExample, redisUrl?: string): Promise<void> {
  const site = await startShownSite(page);
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-docs-'));
  onTestFinished(async () => {
    await site.close();
    rmSync(folder, { recursive: true });
  });
  await runExample(site.asking(code), {
    sqliteStore: ({ file }: SqliteStoreOptions) => sqliteStore({ file: join(folder, file) }),
    redisStore: (options: RedisStoreOptions) => redisStore({ ...options, url: redisUrl ?? options.url }),
  });
  const requested = code.includes('createClient') ? ['/robots.txt'] : [];
  expect(site.requests.map(({ url }) => url)).toEqual(requested);
}
