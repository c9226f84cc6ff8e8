/**
 * The entry point `@robotstream/client/node-fetch`: makes the `fetch` of node-fetch, or another function like it, obey robots.txt.
 */
import { aFunction } from 'robotstream/internal';
import type { RobotsClient } from '../client/client.js';
import { type FetchLike, robotsFetch } from '../client/obey/robots-fetch.js';
import { type AdapterOptions, obedienceOf } from './obedience.js';

export type { AdapterOptions } from './obedience.js';

type Send = (input: unknown, init?: object) => ReturnType<FetchLike>;

/**
 * Makes a `fetch` that sends only requests that robots.txt allows, under the name of the client's crawler, and waits for the host's turn before
 * each. It checks the target of each redirect before it follows it.
 *
 * It rejects with a `RefusalError` if a URL is not allowed. Everything else is as {@link robotsFetch} says.
 *
 * @param fetch sends the requests, such as `fetch` of node-fetch
 * @throws {TypeError} if `client` is not a client, `fetch` is not a function, or an option is unknown or malformed
 * @example
 * ```js
 * import { createClient } from '@robotstream/client';
 * import { robotsNodeFetch } from '@robotstream/client/node-fetch';
 * import nodeFetch from 'node-fetch';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://foo.example/bot)', agents: 'FooBot' });
 * const fetch = robotsNodeFetch(client, nodeFetch);
 * const response = await fetch('https://example.com/');
 * console.log(response.status); // → 200
 * await client.close();
 * ```
 */
export function robotsNodeFetch<Fetch extends FetchLike>(
  client: RobotsClient,
  fetch: Fetch,
  options: AdapterOptions = {},
): Fetch {
  const { userAgent, pace } = obedienceOf('robotsNodeFetch', client, options);
  aFunction(fetch, 'fetch');
  const send = fetch as unknown as Send;
  const named: Send = (input, init) =>
    send(input, { ...init, headers: namedHeaders(input, init ?? {}, userAgent) });
  return robotsFetch(client, named, { pace }) as unknown as Fetch;
}

/** The headers of a request, taken from the options or else from a `Request`, with the User-Agent header replaced. */
function namedHeaders(input: unknown, init: object, userAgent: string): Record<string, string> {
  const { headers: ofRequest } = Object(input) as { headers?: Headers };
  const { headers = ofRequest } = init as { headers?: Headers };
  const named = new Headers(headers);
  named.set('user-agent', userAgent);
  return Object.fromEntries(named);
}
