/** The dispatcher of Node's own `fetch`. It is in a file of its own, because importing undici replaces it. */
import { expect, test } from 'vitest';
import type { FetchOptions } from '../../src/client/index.js';
import { FILE, get, inWords, mayFetch } from './support/fetching.js';
import { always, Peer } from './support/peer.js';

/** Where undici keeps the dispatcher of the process. */
const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1');

test("Node's own dispatcher fetches a file, whatever undici it is of", async () => {
  expect(GLOBAL_DISPATCHER in globalThis).toBe(false);
  await fetch('data:,');
  const { [GLOBAL_DISPATCHER]: dispatcher } = globalThis as unknown as {
    [GLOBAL_DISPATCHER]: NonNullable<FetchOptions['dispatcher']>;
  };
  expect(dispatcher).toHaveProperty('dispatch');
  const peer = await Peer.start(always(200, FILE));
  const result = await get(peer.robotsUrl, { dispatcher });
  expect(inWords(result)).toBe('success, rules');
  expect(mayFetch(result, '/private')).toBe(false);
  await dispatcher.destroy();
});
