/**
 * A store in Redis or Valkey, shared by any number of machines; with leases, so that one of them fetches for all.
 */
import { KEYV_OPTIONS, keyvStore, NAMESPACE } from './keyv-store.js';
import { optionalPackage } from './optional-package.js';
import type { Leases, RobotsStore } from './store.js';

export interface RedisStoreOptions {
  /** Where the server is: `redis://[user:password@]host[:port][/database]`, or `rediss://` for TLS. */
  readonly url: string;
  /** What keys begin with, before `::`; one for each fleet that shares answers. Default `robotstream`. */
  readonly namespace?: string | undefined;
  /** Further options of `createClient` of `@redis/client`, such as `socket` with TLS certificates. */
  readonly clientOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** The time limit for a connection, in milliseconds. */
const CONNECT_MS = 2000;

/** The longest wait before connecting is tried again, in milliseconds. */
const LONGEST_RECONNECT_MS = 5000;
const FIRST_RECONNECT_MS = 100;

/** Changes a lease only if it is still this holder's; KEYS: the lease, ARGV: the token, and for the first the time. */
const EXTEND = `return redis.call('get', KEYS[1]) == ARGV[1] and redis.call('pexpire', KEYS[1], ARGV[2]) or 0`;
const RELEASE = `return redis.call('get', KEYS[1]) == ARGV[1] and redis.call('del', KEYS[1]) or 0`;

/**
 * A store in a Redis or Valkey server. Needs the package `@keyv/redis`. A server that is down is tried again and again in
 * the background; meanwhile every operation fails at once.
 *
 * @throws {TypeError} (rejects) if the URL is none of redis or rediss
 * @throws {RobotsError} (rejects) `store-package-missing`
 */
export async function redisStore(options: RedisStoreOptions): Promise<RobotsStore> {
  const { url, namespace = NAMESPACE, clientOptions } = options;
  if (typeof url !== 'string' || !/^rediss?:\/\//.test(url)) {
    throw new TypeError(`url is ${JSON.stringify(url)}; redis://host:port or rediss://host:port is expected`);
  }
  const { default: KeyvRedis, createClient } = await optionalPackage(
    '@keyv/redis',
    'A Redis store',
    () => import('@keyv/redis'),
  );
  const { socket, ...others } = clientOptions ?? {};
  const client = createClient({
    url,
    // What cannot be sent now is not kept for later: by then the question has been answered.
    disableOfflineQueue: true,
    ...others,
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy: (attempts: number) =>
        Math.min(FIRST_RECONNECT_MS * 2 ** attempts, LONGEST_RECONNECT_MS),
      ...(socket as object | undefined),
    },
  });
  const connected = connector(client);
  const { default: Keyv } = await import('keyv');
  const adapter = new KeyvRedis<string>(client, { namespace, throwOnErrors: true });
  const keyv = keyvStore(new Keyv({ store: adapter, namespace, useKeyPrefix: false, ...KEYV_OPTIONS }));
  return {
    get: async (key) => {
      await connected();
      try {
        return await keyv.get(key);
      } catch (error) {
        // A list, a hash or a set of somebody else's: no text, but nothing failed.
        if (error instanceof Error && error.message.startsWith('WRONGTYPE')) return null;
        throw error;
      }
    },
    set: async (key, text, ttlMs) => {
      await connected();
      await keyv.set(key, text, Math.ceil(ttlMs));
    },
    delete: async (key) => {
      await connected();
      await keyv.delete(key);
    },
    leases: leasesOf(connected, namespace),
    close: async () => {
      if (client.isOpen) client.destroy();
    },
  };
}

/** As much of a Redis client as connecting needs. */
interface Connectable {
  readonly isOpen: boolean;
  readonly isReady: boolean;
  connect(): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'ready', listener: () => void): unknown;
}

/** Connects when first asked to, and from then on tells at once whether there is a connection. */
function connector<Client extends Connectable>(client: Client): () => Promise<Client> {
  let failure: Error | undefined;
  let firstAttempt: Promise<void> | undefined;
  const begin = (): Promise<void> =>
    new Promise((resolve) => {
      client.on('ready', () => {
        failure = undefined;
        resolve();
      });
      // Without a listener an error of the connection would end the process.
      client.on('error', (error) => {
        failure = error;
        resolve();
      });
      client.connect().catch(() => {});
    });
  return async () => {
    firstAttempt ??= begin();
    await firstAttempt;
    if (client.isReady) return client;
    throw failure ?? new Error('There is no connection to the Redis server');
  };
}

/** As much of a Redis client as leases need. */
interface LeaseClient {
  set(key: string, value: string, options: { NX: true; PX: number }): Promise<unknown>;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

function leasesOf(connected: () => Promise<LeaseClient>, namespace: string): Leases {
  const named = (key: string): string => `${namespace}::${key}`;
  const change = async (script: string, key: string, ...values: string[]): Promise<boolean> => {
    const client = await connected();
    return (await client.eval(script, { keys: [named(key)], arguments: values })) === 1;
  };
  return {
    acquire: async (key, token, ttlMs) => {
      const client = await connected();
      return (await client.set(named(key), token, { NX: true, PX: Math.ceil(ttlMs) })) !== null;
    },
    extend: (key, token, ttlMs) => change(EXTEND, key, token, String(Math.ceil(ttlMs))),
    release: async (key, token) => {
      await change(RELEASE, key, token);
    },
  };
}
