/** The examples of docs/migrating.md, and a site for them. */
import { onTestFinished } from 'vitest';
import { createClient, type RobotsClient } from '../../../packages/client/src/index.js';
import { startSite, withoutFavicon } from '../../../packages/client/test/client/support/site.js';
import { examplesOf, robotsTxtOf, runExample } from '../../support/examples.js';

export const MIGRATING_EXAMPLES = examplesOf('docs/migrating.md');

const ROBOTS_TXT = robotsTxtOf('docs/migrating.md');

/** The package beside robotstream that an example imports; undefined if it imports none. */
export function peerOf(code: string): string | undefined {
  const imported = Array.from(code.matchAll(/ from '([^']+)';$/gm), ([, name]) => name);
  return imported.find((name) => !/^(robotstream|node:)/.test(name));
}

/**
 * Runs an example against a real site in place of https://example.com, and expects it to print what it promises.
 *
 * @param replacements what it gets in place of what it imports from another package
 * @returns what the site has been asked for, and how many turns the example's clients have taken
 */
export async function runMigratingExample(
  code: string,
  replacements: { readonly [name: string]: unknown } = {},
): Promise<{
  readonly requests: readonly { readonly url: string; readonly userAgent: string | undefined }[];
  readonly turns: number;
}> {
  const site = await startSite();
  onTestFinished(() => site.close());
  site.answer((request, response) => {
    if (request.url === '/moved') {
      response.writeHead(302, { location: '/shop/cart' }).end();
      return;
    }
    const isRobotsTxt = request.url === '/robots.txt';
    response.setHeader('content-type', isRobotsTxt ? 'text/plain' : 'text/html');
    response.end(isRobotsTxt ? ROBOTS_TXT : '<title>page</title>');
  });
  const runnable = code
    .replaceAll('https://example.com', site.origin)
    .replace(/^import .* from '(?!robotstream|node:).*';$/m, '');
  const clients: RobotsClient[] = [];
  const newClient: typeof createClient = (options) => {
    const client = createClient(options);
    clients.push(client);
    return client;
  };
  await runExample(runnable, { createClient: newClient, ...replacements });
  const requests = withoutFavicon(site.requests).map(({ url, headers }) => ({
    url,
    userAgent: headers['user-agent'],
  }));
  return { requests, turns: clients.reduce((sum, client) => sum + client.stats().turns, 0) };
}
