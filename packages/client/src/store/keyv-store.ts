/**
 * Any Keyv as a store.
 */
import { isObject, shown } from 'robotstream/internal';
import type { RobotsStore } from './store.js';

/** The part of a Keyv, of version 5 or later, that a store uses. */
export interface KeyvLike {
  get(key: string): Promise<unknown>;
  set(key: string, value: string, ttlMs?: number): Promise<unknown>;
  delete(key: string): Promise<unknown>;
  disconnect(): Promise<unknown>;
}

/**
 * A store in your Keyv, with any of its storage adapters. Give it its own namespace.
 *
 * Create the Keyv with `throwOnErrors: true`. Without it, a failure looks like an empty store; with it, failures are counted
 * and reported. No verdict depends on either.
 *
 * @throws {TypeError} if it is not a Keyv
 * @example
 * ```js
 * import { createClient, keyvStore } from '@robotstream/client';
 * import Keyv from 'keyv';
 *
 * const store = keyvStore(new Keyv({ namespace: 'robots', throwOnErrors: true }));
 * const client = createClient({ userAgent: 'FooBot/1.0', agents: 'FooBot', store });
 * console.log(await client.isAllowed('https://example.com/private/a')); // → false
 * await client.close();
 * ```
 */
export function keyvStore(keyv: KeyvLike): RobotsStore {
  for (const method of ['get', 'set', 'delete', 'disconnect'] as const) {
    if (!isObject(keyv) || typeof keyv[method] !== 'function') {
      throw new TypeError(
        `keyv is ${shown(keyv)}, which has no method ${method}; a Keyv (https://keyv.org) is expected`,
      );
    }
  }
  return {
    get: (key) => keyv.get(key),
    set: async (key, text, ttlMs) => {
      // The one failure that Keyv does not hide.
      if ((await keyv.set(key, text, ttlMs)) === false) throw new Error('Keyv could not store the entry');
    },
    delete: async (key) => {
      await keyv.delete(key);
    },
    close: async () => {
      await keyv.disconnect();
    },
  };
}
