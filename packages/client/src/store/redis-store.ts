/**
 * A store in Redis or Valkey, shared by any number of machines, with leases so that one of them fetches for all.
 */

import {
  aString,
  aWholeNumber,
  checkOptions,
  isArray,
  misshapen,
  type OptionCheck,
  optionTable,
  SECOND_MS,
  urlOrNull,
} from 'robotstream/internal';
import { MAX_TIMER_MS } from '../fetch/clock.js';
import { isRecord } from '../fetch/option-table.js';
import { optionalPackage } from '../fetch/optional-package.js';
import { type RunScript, redisLeases, redisTurns } from './redis-scripts.js';
import type { RobotsStore } from './store.js';

/** Where the server is, by exactly one of `url`, `cluster` and `sentinel`, and how to use it. */
export interface RedisStoreOptions {
  /** One server: `redis://[user:password@]host[:port][/database]`, or `rediss://` for TLS. */
  readonly url?: string | undefined;
  /** With `url`: further options of `createClient` of `@redis/client`, such as `socket` with TLS certificates. */
  readonly clientOptions?: Readonly<Record<string, unknown>> | undefined;
  /** A Redis Cluster: the options of `createCluster` of `@redis/client`. `rootNodes` is required. */
  readonly cluster?: Readonly<Record<string, unknown>> | undefined;
  /** Servers under Sentinel: the options of `createSentinel` of `@redis/client`. `name` and `sentinelRootNodes` are required. */
  readonly sentinel?: Readonly<Record<string, unknown>> | undefined;
  /** The prefix of all keys, before `::`; one for each fleet that shares answers. Default: `robotstream`. */
  readonly namespace?: string | undefined;
  /** The time limit of one operation, in milliseconds. Default: 500. */
  readonly timeoutMs?: number | undefined;
  /** How long a process that dies while it fetches, or has a turn, delays the others, in milliseconds. Default: 5,000. */
  readonly leaseMs?: number | undefined;
}

/** The time limit for connecting, in milliseconds. */
const CONNECT_MS = 2 * SECOND_MS;

/** The value is the URL of a Redis or Valkey server. */
export const aRedisUrl: OptionCheck = (value, name) => {
  if (typeof value === 'string' && /^rediss?:\/\//.test(value) && urlOrNull(value) !== null) return;
  throw misshapen(value, name, 'redis://host:port or rediss://host:port');
};

const someOptions: OptionCheck = (value, name) => {
  if (isRecord(value)) return;
  throw misshapen(value, name, 'an object with options');
};

const withNodes =
  (field: string): OptionCheck =>
  (value, name) => {
    someOptions(value, name);
    const nodes = (value as Readonly<Record<string, unknown>>)[field];
    if (isArray(nodes) && nodes.length > 0) return;
    throw misshapen(nodes, `${name}.${field}`, 'a list of at least one server');
  };

const aTimeLimit = aWholeNumber(1, MAX_TIMER_MS, 'milliseconds');

const REDIS_OPTIONS = optionTable<RedisStoreOptions>({
  url: aRedisUrl,
  clientOptions: someOptions,
  cluster: withNodes('rootNodes'),
  sentinel: withNodes('sentinelRootNodes'),
  namespace: aString,
  timeoutMs: aTimeLimit,
  leaseMs: aTimeLimit,
});

/**
 * A store in a Redis or Valkey server, a Redis Cluster, or servers under Sentinel. Needs the package `@redis/client`. It
 * connects when the first operation needs it, and again after a connection was lost; while no server can be reached, each
 * operation fails.
 *
 * @throws {TypeError} (rejects) if an option is unknown or malformed, or the server is given in no way, or in several
 * @throws {RobotsError} (rejects) `store-package-missing`
 * @example
 * ```js
 * // The site that it asks is `site.mjs` of docs/crawl.md.
 * import { createClient, redisStore } from '@robotstream/client';
 *
 * const store = await redisStore({ url: 'redis://127.0.0.1:6379' });
 * const client = createClient({ userAgent: 'FooBot/1.0', agents: 'FooBot', store });
 * console.log(await client.isAllowed('http://localhost:8124/shop/cart')); // → false
 * await client.close();
 * ```
 */
export async function redisStore(options: RedisStoreOptions): Promise<RobotsStore> {
  checkOptions('redisStore', options, REDIS_OPTIONS);
  checkPlace(options);
  const redis = await optionalPackage('@redis/client', 'A Redis store', () => import('@redis/client'));
  const { client, connected } = connectionTo(options, redis);
  const { namespace = 'robotstream', timeoutMs, leaseMs } = options;
  const named = (key: string): string => `${namespace}::${key}`;
  const run: RunScript = async (script, key, ...values) =>
    (await connected()).eval(script, { keys: [named(key)], arguments: values });
  return {
    get: async (key) => {
      try {
        return (await (await connected()).get(named(key))) ?? undefined;
      } catch (error) {
        // Another program's list, hash or set. It is not a text, but that is not a failure.
        if (error instanceof Error && error.message.startsWith('WRONGTYPE')) return null;
        throw error;
      }
    },
    set: async (key, text, ttlMs) => {
      const expiration = { type: 'PX', value: Math.ceil(ttlMs) } as const;
      await (await connected()).set(named(key), text, { expiration });
    },
    delete: async (key) => {
      await (await connected()).del(named(key));
    },
    leases: redisLeases(run),
    turns: redisTurns(run),
    timeoutMs,
    leaseMs,
    close: async () => {
      if (client.isOpen) await client.destroy();
    },
  };
}

/** @throws {TypeError} unless there is exactly one way to the server */
function checkPlace({ url, cluster, sentinel, clientOptions }: RedisStoreOptions): void {
  const ways = Object.entries({ url, cluster, sentinel }).filter(([, way]) => way !== undefined);
  if (ways.length !== 1) {
    const given = ways.length === 0 ? 'none' : ways.map(([name]) => name).join(' and ');
    throw new TypeError(`redisStore: one of url, cluster and sentinel is expected; given: ${given}`);
  }
  if (clientOptions !== undefined && url === undefined) {
    throw new TypeError(
      'redisStore: clientOptions goes with url; use cluster.defaults or sentinel.nodeClientOptions instead',
    );
  }
}

type RedisPackage = typeof import('@redis/client');

/** What a store uses of a client, which may be that of a server, of a cluster, or of servers under Sentinel. */
interface RedisClient {
  readonly isOpen: boolean;
  connect(): Promise<unknown>;
  destroy(): unknown;
  on(event: 'error', listener: () => void): unknown;
  get(key: string): Promise<unknown>;
  set(key: string, text: string, options: { expiration: { type: 'PX'; value: number } }): Promise<unknown>;
  del(key: string): Promise<unknown>;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** A client, and a way to get it connected. */
interface Connection {
  readonly client: RedisClient;
  /** @throws (rejects) the error of the connection if there is none */
  connected(): Promise<RedisClient>;
}

/** A command without a connection fails at once: by the time there is one, its question has been answered. */
const NO_QUEUE = { disableOfflineQueue: true } as const;

function connectionTo(
  { url, clientOptions = {}, cluster, sentinel }: RedisStoreOptions,
  { createClient, createCluster, createSentinel }: RedisPackage,
): Connection {
  if (cluster !== undefined) {
    const { defaults, ...others } = cluster as unknown as NonNullable<Parameters<typeof createCluster>[0]>;
    const client = createCluster({
      ...others,
      defaults: { ...NO_QUEUE, ...defaults, socket: socketOf(defaults) },
    });
    return connection(client, () => client.isOpen);
  }
  if (sentinel !== undefined) {
    const { nodeClientOptions, sentinelClientOptions, ...others } = sentinel as unknown as Parameters<
      typeof createSentinel
    >[0];
    const client = createSentinel({
      // By default, the client writes each failed attempt to standard output, and makes many before it gives up.
      maxCommandRediscovers: 0,
      ...others,
      nodeClientOptions: { ...NO_QUEUE, ...nodeClientOptions, socket: socketOf(nodeClientOptions) },
      sentinelClientOptions: { ...sentinelClientOptions, socket: socketOf(sentinelClientOptions) },
    });
    return connection(client, () => client.isReady);
  }
  const client = createClient({
    ...(url === undefined ? {} : { url }),
    ...NO_QUEUE,
    ...clientOptions,
    // It connects again when an operation needs it, not by timers that would keep an idle process alive.
    socket: { reconnectStrategy: false, ...socketOf(clientOptions) },
  });
  client.unref();
  return connection(client, () => client.isReady);
}

function socketOf(options: { readonly socket?: unknown } | undefined): object {
  return { connectTimeout: CONNECT_MS, ...(options?.socket as object | undefined) };
}

/** Connects a client whenever an operation needs it and it is not connected. */
function connection(client: RedisClient, isConnected: () => boolean): Connection {
  let connecting: Promise<void> | undefined;
  // Operations report their errors. Without a listener, an error between them would end the process.
  client.on('error', () => {});
  const connect = async (): Promise<void> => {
    try {
      await client.connect();
    } catch (error) {
      // Under Sentinel a client that failed to connect counts as open, and would not connect again.
      if (client.isOpen) await client.destroy();
      throw error;
    } finally {
      connecting = undefined;
    }
  };
  const connected = async (): Promise<RedisClient> => {
    if (!isConnected()) {
      connecting ??= connect();
      await connecting;
    }
    return client;
  };
  return { client, connected };
}
