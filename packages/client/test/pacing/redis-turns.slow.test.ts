/** Turns in Redis: a real server, by its own clock. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { describeWith } from '../../../../test/support/needs.js';
import { redisStore } from '../../src/store/redis-store.js';
import type { Turns } from '../../src/store/store.js';
import { REDIS_NEED, type RedisServer, startRedis } from '../store/support/redis-server.js';

/** Longer than any test takes. */
const LONG_MS = 600_000;

/** A turn that is over at once, without a delay. */
const AT_ONCE = { delayMs: 0, holdMs: 0 };

/** A turn that lasts. */
const LASTING = { delayMs: 0, holdMs: LONG_MS };

describeWith(REDIS_NEED, 'turns in Redis', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  let hosts = 0;
  /** The turns of a host of the test’s own, and the client of the store. */
  async function turnsOf(namespace?: string) {
    const { createClient } = await import('@redis/client');
    const client = createClient({ url: server.url });
    await client.connect();
    const store = await redisStore({ url: server.url, namespace });
    onTestFinished(async () => {
      client.destroy();
      await store.close();
    });
    const host = `host ${hosts++}`;
    return { turns: store.turns as Turns, host, client, key: `robotstream::${host}` };
  }

  test('are as far apart as the rule says, and whoever asks learns how long', async () => {
    const { turns, host } = await turnsOf();
    const rule = { delayMs: LONG_MS, holdMs: 0 };
    expect(await turns.take(host, 'a', rule)).toBe(0);
    for (const dueMs of [await turns.take(host, 'b', rule), await turns.due(host)]) {
      expect(dueMs).toBeGreaterThan(LONG_MS / 2);
      expect(dueMs).toBeLessThanOrEqual(LONG_MS);
      expect(Number.isInteger(dueMs)).toBe(true);
    }
  });

  test('that last hold the next one back until they end, and the delay counts from their end', async () => {
    const { turns, host } = await turnsOf();
    expect(await turns.take(host, 'a', { delayMs: 7, holdMs: LONG_MS })).toBe(0);
    expect(await turns.take(host, 'b', LASTING)).toBeUndefined();
    expect(await turns.due(host)).toBe(7);
    await turns.end(host, 'another', 0);
    expect(await turns.take(host, 'b', LASTING)).toBeUndefined();
    await turns.end(host, 'a', 0);
    expect(await turns.take(host, 'b', LASTING)).toBe(0);
    await turns.end(host, 'b', LONG_MS);
    expect(await turns.take(host, 'c', AT_ONCE)).toBeGreaterThan(LONG_MS / 2);
  });

  test('end by themselves after their time, and later when they are extended', async () => {
    const { turns, host, client, key } = await turnsOf();
    expect(await turns.take(host, 'dead', { delayMs: 0, holdMs: 1 })).toBe(0);
    while ((await turns.take(host, 'a', { delayMs: 0, holdMs: LONG_MS })) !== 0);
    await turns.extend(host, 'dead', 5 * LONG_MS);
    await turns.extend(host, 'a', 2 * LONG_MS);
    expect(await client.pTTL(key)).toBeGreaterThan(1.5 * LONG_MS);
    expect(await client.pTTL(key)).toBeLessThanOrEqual(2 * LONG_MS + 1);
    expect(await turns.take(host, 'b', AT_ONCE)).toBeUndefined();
    await turns.end(host, 'a', 0);
    await turns.extend(host, 'a', LONG_MS);
    expect(await turns.take(host, 'b', AT_ONCE)).toBe(0);
  });

  test('leave nothing in the server forever', async () => {
    const { turns, host, client, key } = await turnsOf();
    await turns.extend(host, 'never taken', LONG_MS);
    expect(await client.exists(key)).toBe(0);
    expect(await turns.take(host, 'a', { delayMs: 2 * LONG_MS, holdMs: LONG_MS })).toBe(0);
    expect(await client.pTTL(key)).toBeGreaterThan(LONG_MS);
    await turns.end(host, 'a', 2 * LONG_MS);
    expect(await client.pTTL(key)).toBeGreaterThan(LONG_MS);
    expect((await client.hKeys(key)).sort()).toEqual(['delay', 'next', 'span']);
  });

  test.each([4e9, 3.6e15, 0.5])('keep a delay of %d ms', async (delayMs) => {
    const { turns, host, client, key } = await turnsOf();
    expect(await turns.take(host, 'a', { delayMs, holdMs: 0 })).toBe(0);
    const dueMs = Number(await turns.take(host, 'b', { delayMs, holdMs: 0 }));
    expect(dueMs).toBeLessThanOrEqual(Math.ceil(delayMs));
    expect(dueMs).toBeGreaterThanOrEqual(Math.floor(delayMs - LONG_MS));
    expect(await client.pTTL(key)).toBeGreaterThan(delayMs - LONG_MS);
  });

  describe('after the clock of the server was set back', () => {
    /** The time that was the server's before. */
    const AHEAD_MS = 1000 * LONG_MS;

    test.each([
      ['a delay', { delayMs: LONG_MS, holdMs: 0 }],
      ['a turn in progress', { delayMs: 0, holdMs: LONG_MS }],
    ])('%s lasts no longer than it did before', async (_, rule) => {
      const { turns, host, client, key } = await turnsOf();
      expect(await turns.take(host, 'a', rule)).toBe(0);
      await client.hIncrByFloat(key, 'next', AHEAD_MS);
      await turns.take(host, 'b', AT_ONCE);
      const next = Number(await client.hGet(key, 'next'));
      expect(next).toBeLessThanOrEqual(Date.now() + LONG_MS + 1000);
      // It is bounded once, and does not move on with the time.
      await turns.due(host);
      expect(Number(await client.hGet(key, 'next'))).toBe(next);
      await turns.end(host, 'a', 0);
      if (rule.holdMs > 0) expect(await turns.take(host, 'b', AT_ONCE)).toBe(0);
    });
  });
});
