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
  method,
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

const aClient = arg('client', robotsClient);

export const OF_CLIENT: Readonly<Record<string, Target>> = {
  addressGuard: target(client.addressGuard, arg('policy', 'public', anyFunction), options),
  createClient: target(
    (given: never) => client.createClient(given).close(),
    requiring('agents', { userAgent: 'ExampleBot', agents: 'ExampleBot' }),
  ),
  fetchRobots: target(
    client.fetchRobots,
    arg('url', 'http://127.0.0.1:1/'),
    requiring('userAgent', { userAgent: 'a' }),
  ),
  isPublicAddress: target(
    client.isPublicAddress,
    arg('address', '127.0.0.1', same('false for what is no address', 'empty text', 'text')),
  ),
  openUrl: target(
    client.openUrl,
    arg('url', 'http://127.0.0.1:1/'),
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
    ofUrl.map((name) => [`RobotsClient.${name}`, method(robotsClient, name, absoluteUrl, options)]),
  ),
  'RobotsClient.areAllowed': method(
    robotsClient,
    'areAllowed',
    arg('urls', ['https://example.com'], nothing),
    options,
  ),
  'RobotsClient.as': method(robotsClient, 'as', arg('crawler', 'OtherBot', aName)),
  'RobotsClient.inTurn': method(
    robotsClient,
    'inTurn',
    absoluteUrl,
    arg('act', () => () => 5, anyFunction),
    options,
  ),
  'RobotsClient.tryInTurn': method(
    robotsClient,
    'tryInTurn',
    absoluteUrl,
    arg('act', () => () => 5, anyFunction),
    options,
  ),
  'RobotsClient.hostsFree': target((given: never) => robotsClient.hostsFree(given).return(), options),
  'RobotsClient.prefetch': method(
    robotsClient,
    'prefetch',
    arg('urls', ['https://example.com'], nothing),
    options,
  ),
  'RobotsClient.put': method(
    robotsClient,
    'put',
    absoluteUrl,
    file,
    arg('facts', () => ({}), { ...absent, ...noOption }),
  ),
  'RobotsClient.forget': method(robotsClient, 'forget', absoluteUrl),
  'RobotsClient.peek': method(robotsClient, 'peek', absoluteUrl),
  'RobotsClient.about': method(robotsClient, 'about', arg('url', 'http://127.0.0.1:1/'), options),
  'RobotsClient.licenses': method(robotsClient, 'licenses', absoluteUrl, options),
  'RobotsClient.sitemaps': method(robotsClient, 'sitemaps', absoluteUrl, options),
  'Site.check': method(site, 'check', absoluteUrl),
  'Site.isAllowed': method(site, 'isAllowed', absoluteUrl),
};
