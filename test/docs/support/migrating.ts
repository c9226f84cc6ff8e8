/** The examples of docs/migrating.md, and a site for them. */
import { onTestFinished } from 'vitest';
import { createClient, type RobotsClient } from '../../../packages/client/src/index.js';
import { examplesOf, runExample, startShownSite } from '../../support/examples.js';

const PAGE = 'docs/migrating.md';

export const MIGRATING_EXAMPLES = examplesOf(PAGE);

/** The package beside robotstream that an example imports; undefined if it imports none. */
export function peerOf(code: string): string | undefined {
  const imported = Array.from(code.matchAll(/ from '([^']+)';$/gm), ([, name]) => name);
  return imported.find((name) => !/^(robotstream|node:)/.test(name));
}

/**
 * Runs an example against the page's site, and expects it to print what it promises.
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
  const site = await startShownSite(PAGE);
  onTestFinished(() => site.close());
  const runnable = site.asking(code).replace(/^import .* from '(?!robotstream|node:).*';$/m, '');
  const clients: RobotsClient[] = [];
  const newClient: typeof createClient = (options) => {
    const client = createClient(options);
    clients.push(client);
    return client;
  };
  await runExample(runnable, { createClient: newClient, ...replacements });
  // A browser may ask for this one beside what the program asks for.
  const requests = site.requests.filter(({ url }) => url !== '/favicon.ico');
  return { requests, turns: clients.reduce((sum, client) => sum + client.stats().turns, 0) };
}
