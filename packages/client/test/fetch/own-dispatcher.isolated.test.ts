/**
 * The dispatcher of Node's own `fetch`. It is taken before the package is imported, because importing undici replaces it. That needs a
 * process of its own.
 */
import { expect, test } from 'vitest';
import type { DispatcherLike } from '../../src/index.js';

/** Where undici keeps the dispatcher of the process. */
const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1');

test("Node's own dispatcher fetches a file, whichever version of undici it has", async () => {
  expect(GLOBAL_DISPATCHER in globalThis).toBe(false);
  await fetch('data:,');
  const { [GLOBAL_DISPATCHER]: dispatcher } = globalThis as unknown as {
    [GLOBAL_DISPATCHER]: DispatcherLike & { destroy(): Promise<void> };
  };
  expect(dispatcher).toHaveProperty('dispatch');
  const { FILE, get, inWords, mayFetch } = await import('./support/fetching.js');
  const { always, Peer } = await import('./support/peer.js');
  const peer = await Peer.start(always(200, FILE));
  const result = await get(peer.robotsUrl, { dispatcher });
  expect(inWords(result)).toBe('success, rules');
  expect(mayFetch(result, '/private')).toBe(false);
  await dispatcher.destroy();
});
