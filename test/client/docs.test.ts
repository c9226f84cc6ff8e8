/** The examples of docs/client.md do what they say, against real servers. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, type Dispatcher } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import * as robotstream from '../../src/index.js';
import { REDIS_PROGRAM, startRedis } from '../cache/support/redis-server.js';
import { examplesOf, runExample } from '../support/examples.js';
import { startSite } from './support/site.js';

const PAGE = readFileSync('docs/client.md', 'utf8');
const EXAMPLES = examplesOf('docs/client.md');

test.each(EXAMPLES.map((code, i) => [i + 1, code]))('example %i', async (_, code) => {
  if (code.includes('redisStore') && REDIS_PROGRAM === undefined) {
    console.log('skipped: an example of docs/client.md (needs redis-server or valkey-server)');
    return;
  }
  const site = await startSite();
  site.answer({ body: 'User-agent: *\nCrawl-delay: 5\nDisallow: /shop/cart\n' });
  const dispatcher = dispatcherTo(site.origin);
  const redis = code.includes('redisStore') ? await startRedis() : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-docs-'));
  onTestFinished(async () => {
    await dispatcher.close();
    await site.close();
    await redis?.stop();
    rmSync(folder, { recursive: true });
  });
  const there: typeof robotstream = {
    ...robotstream,
    createClient: (options) => robotstream.createClient({ ...options, dispatcher }),
    sqliteStore: ({ file }) => robotstream.sqliteStore({ file: join(folder, file) }),
    redisStore: (options) => robotstream.redisStore({ ...options, url: redis?.url ?? options.url }),
  };
  await runExample(code, there);
  expect(site.requests.map(({ url }) => url)).toEqual(['/robots.txt']);
});

test('every channel and reason is on the page', () => {
  for (const name of [...Object.keys(robotstream.CHANNELS), ...Object.keys(robotstream.ACCESS_REASONS)]) {
    expect(PAGE).toContain(`\`${name}\``);
  }
});

/** Sends whatever is asked of any site to one. */
function dispatcherTo(origin: string): Dispatcher {
  return new Agent().compose((dispatch) => (options, handler) => dispatch({ ...options, origin }, handler));
}
