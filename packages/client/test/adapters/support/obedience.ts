/** What every adapter must do, over a real server: the name, the rules, redirects, turns. */
import type { ServerResponse } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { ManualClock } from '../../../../../test/support/manual-clock.js';
import { RefusalError, type RobotsClient } from '../../../src/index.js';
import { newClient } from '../../client/support/clients.js';
import { startSite, withoutFavicon } from '../../client/support/site.js';
import { until } from '../../fetch/support/sockets.js';

/** Opens a URL by the package that is adapted. Resolves with the status of the response. */
export type Visit = (url: string) => Promise<number>;

const REDIRECTS: Readonly<Record<string, string>> = { '/moved': '/private', '/hop': '/landing' };

const DELAY_MS = 2000;

/**
 * Expects that an adapter sends the client's name, sends no request for a refused URL, neither at first nor after a redirect, and waits for a turn
 * before each request.
 *
 * @param adapt makes the function that visits
 */
export async function expectObedience(
  adapt: (client: RobotsClient) => Promise<Visit> | Visit,
): Promise<void> {
  const site = await startSite();
  onTestFinished(() => site.close());
  site.answer(({ url = '' }, response) => answer(url, response));
  const clock = new ManualClock();
  const client = newClient({ clock });
  await client.put(site.origin, `User-agent: *\nDisallow: /private\nCrawl-delay: ${DELAY_MS / 1000}\n`);
  const visit = await adapt(client);
  const pages = (): string[] => withoutFavicon(site.requests).map(({ url }) => url);

  /** Lets the next turn come, which must not come earlier. */
  const nextTurn = async (): Promise<void> => {
    await until(() => client.stats().waiting === 1);
    const before = pages();
    await clock.advance(DELAY_MS - 1);
    expect([client.stats().waiting, pages()]).toEqual([1, before]);
    await clock.advance(1);
  };

  expect(await visit(`${site.origin}/news`)).toBe(200);
  const refused = await visit(`${site.origin}/private`).catch((error) => error);
  expect(refused).toBeInstanceOf(RefusalError);
  expect(refused).toMatchObject({ code: 'disallowed', url: `${site.origin}/private` });

  const moved = visit(`${site.origin}/moved`).catch((error) => error);
  await nextTurn();
  expect(await moved).toBeInstanceOf(RefusalError);
  expect(await moved).toMatchObject({ code: 'disallowed', url: `${site.origin}/private` });

  const hop = visit(`${site.origin}/hop`);
  await nextTurn();
  await until(() => pages().includes('/hop'));
  await nextTurn();
  expect(await hop).toBe(200);

  expect(pages()).toEqual(['/news', '/moved', '/hop', '/landing']);
  expect(new Set(site.requests.map(({ headers }) => headers['user-agent']))).toEqual(
    new Set(['ExampleBot/1.0']),
  );
  expect(client.stats().turns).toBe(4);
}

function answer(url: string, response: ServerResponse): void {
  const location = REDIRECTS[url];
  if (location !== undefined) response.writeHead(302, { location }).end();
  else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>page</title>');
}
