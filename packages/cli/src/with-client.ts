/**
 * A client for as long as a sub-command needs it.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import {
  type AddressPolicy,
  createClient,
  type RobotsClient,
  type RobotsStore,
  type StoreMessage,
  sqliteStore,
} from '@robotstream/client';
import { getProxyForUrl } from 'proxy-from-env';
import { RobotsError } from 'robotstream';
import { urlOrNull } from 'robotstream/crawlers/internal';
import type { CommandContext } from '../../command-line/src/command.js';
import { InputError } from '../../command-line/src/exit.js';
import type { ClientRequest } from './network-options.js';
import { note } from './notes.js';

/**
 * The proxy that the environment sets for a URL; null for none. FTP does not use proxies.
 *
 * @throws {InputError} if it is not an http or https URL
 */
export function environmentProxy({ protocol, href }: URL): string | null {
  const found = protocol === 'ftp:' ? '' : getProxyForUrl(href);
  if (found === '') return null;
  // The package gives a proxy without a scheme that of the URL. It is an http proxy, as for curl.
  const proxy = protocol === 'https:' && isSchemeless(found) ? found.replace('https:', 'http:') : found;
  if (/^https?:$/.test(urlOrNull(proxy)?.protocol ?? '')) return proxy;
  // It may have a password, so it is not repeated.
  throw new InputError(
    `the proxy that the environment sets for ${protocol} URLs is not an http or https URL`,
  );
}

/** Whether the environment names the proxy of an https URL without its scheme. */
function isSchemeless(proxy: string): boolean {
  const { https_proxy, HTTPS_PROXY, all_proxy, ALL_PROXY } = process.env;
  return proxy === `https://${https_proxy || HTTPS_PROXY || all_proxy || ALL_PROXY}`;
}

/**
 * The addresses to which a URL that a file names may lead: a file must not make this machine ask one that only it can reach. Behind a proxy, the
 * proxy decides what may be reached.
 *
 * @param own the hosts that the command line names, which may be asked in any case
 */
export function addressesFor(url: URL, own: ReadonlySet<string>): AddressPolicy | undefined {
  return own.has(url.hostname) || environmentProxy(url) !== null ? undefined : 'public';
}

/**
 * Makes a client, passes it to `use`, and closes it.
 *
 * @throws {InputError} (rejects) if the file of `cache` cannot be used, or with the message of a {@link RobotsError} that `use` throws
 * @throws (rejects) what else `use` throws
 */
export async function withClient<Value>(
  request: ClientRequest,
  context: Pick<CommandContext, 'stderr'>,
  use: (client: RobotsClient) => Promise<Value>,
): Promise<Value> {
  const { cache } = request;
  const store =
    cache === undefined ? undefined : await asInputError(sqliteStore({ file: cache }), '--cache: ');
  const client = clientOf(request, store);
  const stopReporting = reportStoreFailure(cache, context);
  try {
    return await asInputError(use(client));
  } finally {
    await client.close().finally(stopReporting);
  }
}

/**
 * Waits for work of the library.
 *
 * @throws {InputError} (rejects) with the message of a {@link RobotsError}
 */
export async function asInputError<Value>(work: Promise<Value>, start = ''): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof RobotsError ? new InputError(start + error.message, { cause: error }) : error;
  }
}

function clientOf(request: ClientRequest, store: RobotsStore | undefined): RobotsClient {
  const { userAgent, agents, profile, maxOctets, totalMs, addresses } = request;
  const client = createClient({
    userAgent,
    agents: '*',
    profile,
    maxOctets,
    // A file larger than this bound would be fetched again for the next URL.
    memoryOctets: maxOctets === undefined ? undefined : Infinity,
    timeouts: totalMs === undefined ? undefined : { totalMs },
    proxy: environmentProxy,
    addresses,
    store,
  });
  // --user-agent may differ from --agent on purpose; the command prints a note.
  return client.as({ agents, profile });
}

/** Prints a note when the store first fails. A failing store never changes a verdict, so the command continues. */
function reportStoreFailure(cache: string | undefined, context: Pick<CommandContext, 'stderr'>): () => void {
  let isReported = false;
  const onMessage = (message: unknown): void => {
    const { error } = message as StoreMessage;
    if (error === null || isReported) return;
    isReported = true;
    note(context, `${cache}: ${error.message}; continuing without it`);
  };
  subscribe('robotstream:store', onMessage);
  return () => unsubscribe('robotstream:store', onMessage);
}
