/**
 * Any Keyv as a store.
 */
import type { RobotsStore } from './store.js';

/** What a store needs of a Keyv, of version 5 or later. */
export interface KeyvLike {
  get(key: string): Promise<unknown>;
  set(key: string, value: string, ttlMs?: number): Promise<unknown>;
  delete(key: string): Promise<unknown>;
  disconnect(): Promise<unknown>;
}

/**
 * Keeps records in a Keyv that the caller has made, with any of its storage adapters. Give it a namespace of its own.
 *
 * Keyv hides failures unless it is made with `throwOnErrors: true`: then they are counted and reported, otherwise they look
 * as if nothing were stored. Either way no verdict depends on them.
 *
 * @throws {TypeError} if it is no Keyv
 */
export function keyvStore(keyv: KeyvLike): RobotsStore {
  for (const method of ['get', 'set', 'delete', 'disconnect'] as const) {
    if (typeof keyv?.[method] !== 'function') {
      throw new TypeError(`keyv has no method ${method}; a Keyv (https://keyv.org) is expected`);
    }
  }
  return {
    get: (key) => keyv.get(key),
    set: async (key, text, ttlMs) => {
      // What Keyv hides, it says here.
      if ((await keyv.set(key, text, ttlMs)) === false) throw new Error('Keyv could not keep the entry');
    },
    delete: async (key) => {
      await keyv.delete(key);
    },
    close: async () => {
      await keyv.disconnect();
    },
  };
}

/** Text as Keyv wraps it for adapters. What others have left there is handed on as it is, to be recognised as foreign. */
export const KEYV_OPTIONS = {
  serialize: JSON.stringify,
  deserialize: (text: string) => {
    try {
      return JSON.parse(text);
    } catch {
      return { value: text };
    }
  },
  throwOnErrors: true,
  emitErrors: false,
} as const;

/** The namespace of the stores made here. */
export const NAMESPACE = 'robotstream';
