/** The functions of `@robotstream/client` and the methods of its objects, with their arguments and what each takes. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { robotsCrawlee } from '../../packages/client/src/adapters/crawlee.js';
import { robotsPlaywright } from '../../packages/client/src/adapters/playwright.js';
import * as client from '../../packages/client/src/index.js';
import {
  absent,
  absoluteUrl,
  aName,
  anyFunction,
  arg,
  file,
  noOption,
  nothing,
  options,
  requiring,
  same,
  target,
} from './accepted-arguments.js';
import type { Target } from './argument-misuse.js';

/** A client that knows what it is asked, and fetches nothing. */
export const robotsClient = client.createClient({
  userAgent: 'ExampleBot/1.0',
  agents: 'ExampleBot',
  pacing: { defaultDelayMs: 0 },
});
await robotsClient.put('https://example.com/', '');
export const site = await robotsClient.site('https://example.com/');

/** Where a call that accepts the name of a file writes it: the working directory of the test. */
export const folder = mkdtempSync(join(tmpdir(), 'robotstream-arguments-'));

const ignore = () => undefined;

const aClient = arg('client', () => robotsClient);

export const OF_CLIENT: Readonly<Record<string, Target>> = {
  addressGuard: target(
    client.addressGuard,
    arg('policy', () => 'public', anyFunction),
    options,
  ),
  createClient: target(
    (given: never) => client.createClient(given).close(),
    requiring('agents', { userAgent: 'ExampleBot', agents: 'ExampleBot' }),
  ),
  fetchRobots: target(
    client.fetchRobots,
    arg('url', () => 'http://127.0.0.1:1/'),
    requiring('userAgent', { userAgent: 'a' }),
  ),
  isPublicAddress: target(
    client.isPublicAddress,
    arg('address', () => '127.0.0.1', same('false for what is no address', 'empty text', 'text')),
  ),
  openUrl: target(
    client.openUrl,
    arg('url', () => 'http://127.0.0.1:1/'),
    requiring('userAgent', { userAgent: 'a' }),
  ),
  redisStore: target(client.redisStore, requiring('url', { url: 'redis://127.0.0.1:1' })),
  robotsInterceptor: target(client.robotsInterceptor, aClient, options),
  robotsFetch: target(client.robotsFetch, aClient, options),
  robotsCrawlee: target(robotsCrawlee, aClient, options),
  robotsPlaywright: target(
    robotsPlaywright,
    arg('page', () => ({ route: ignore, goto: ignore, context: () => ({ route: ignore }) })),
    aClient,
    options,
  ),
  sqliteStore: target(
    async (given: never) => (await client.sqliteStore(given)).close(),
    requiring('file', { file: join(folder, 'a') }),
  ),
};
const ofUrl = [
  'check',
  'crawlDelay',
  'host',
  'isAllowed',
  'nextTurnAt',
  'refresh',
  'requestRate',
  'robots',
  'site',
  'tryTurn',
  'turn',
  'turnKey',
  'visitTime',
] as const;
export const METHODS_OF_CLIENT: Readonly<Record<string, Target>> = {
  ...Object.fromEntries(
    ofUrl.map((name) => [
      `RobotsClient.${name}`,
      target((...given: [never, never]) => robotsClient[name](...given), absoluteUrl, options),
    ]),
  ),
  'RobotsClient.areAllowed': target(
    (...given: [never, never]) => robotsClient.areAllowed(...given),
    arg('urls', () => ['https://example.com'], nothing),
    options,
  ),
  'RobotsClient.as': target(
    (given: never) => robotsClient.as(given),
    arg('crawler', () => 'OtherBot', aName),
  ),
  'RobotsClient.inTurn': target(
    (...given: [never, never, never]) => robotsClient.inTurn(...given),
    absoluteUrl,
    arg('act', () => () => 5, anyFunction),
    options,
  ),
  'RobotsClient.tryInTurn': target(
    (...given: [never, never, never]) => robotsClient.tryInTurn(...given),
    absoluteUrl,
    arg('act', () => () => 5, anyFunction),
    options,
  ),
  'RobotsClient.hostsFree': target((given: never) => robotsClient.hostsFree(given).return(), options),
  'RobotsClient.prefetch': target(
    (...given: [never, never]) => robotsClient.prefetch(...given),
    arg('urls', () => ['https://example.com'], nothing),
    options,
  ),
  'RobotsClient.put': target(
    (...given: [never, never, never]) => robotsClient.put(...given),
    absoluteUrl,
    file,
    arg('facts', () => ({}), { ...absent, ...noOption }),
  ),
  'RobotsClient.forget': target((given: never) => robotsClient.forget(given), absoluteUrl),
  'RobotsClient.peek': target((given: never) => robotsClient.peek(given), absoluteUrl),
  'RobotsClient.about': target(
    (...given: [never, never]) => robotsClient.about(...given),
    arg('url', () => 'http://127.0.0.1:1/'),
    options,
  ),
  'RobotsClient.licenses': target(
    (...given: [never, never]) => robotsClient.licenses(...given),
    absoluteUrl,
    options,
  ),
  'RobotsClient.sitemaps': target(
    (...given: [never, never]) => robotsClient.sitemaps(...given),
    absoluteUrl,
    options,
  ),
  'Site.check': target((given: never) => site.check(given), absoluteUrl),
  'Site.isAllowed': target((given: never) => site.isAllowed(given), absoluteUrl),
};
