/** The examples of docs/client.md do what they say, against real servers. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'node:util';
import { Agent, type Dispatcher } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import * as robotstream from '../../src/index.js';
import { REDIS_PROGRAM, startRedis } from '../cache/support/redis-server.js';
import { startSite } from './support/site.js';

const PAGE = readFileSync('docs/client.md', 'utf8');
const EXAMPLES = [...PAGE.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);

test.each(EXAMPLES.map((code, i) => [i + 1, code]))('example %i', async (_, code) => {
  if (code.includes('redisStore') && REDIS_PROGRAM === undefined) {
    console.log('skipped: an example of docs/client.md (needs redis-server or valkey-server)');
    return;
  }
  const site = await startSite();
  site.answer({ body: 'User-agent: *\nCrawl-delay: 5\nDisallow: /shop/cart\n' });
  const dispatcher = dispatcherTo(site.origin);
  const printed: string[] = [];
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
  await run(code, {
    robotstream: there,
    console: { log: (...values: unknown[]) => printed.push(format(...values)) },
  });
  expect(printed).toEqual(Array.from(code.matchAll(/\/\/ → (.*)$/gm), ([, promised]) => promised));
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

/** Runs a module's code, its imports taken from `names`. */
async function run(code: string, names: { [name: string]: unknown }): Promise<void> {
  const body = code.replace(/^import (\{.*?\}) from 'robotstream';$/gms, 'const $1 = robotstream;');
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<void>;
  await new AsyncFunction(...Object.keys(names), body)(...Object.values(names));
}
