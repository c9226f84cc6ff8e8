/** Turns in Redis: a real server, by its own clock. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { describeWith } from '../../../../test/support/needs.js';
import { redisStore } from '../../src/store/redis-store.js';
import type { TurnRule, Turns } from '../../src/store/store.js';
import { REDIS_NEED, type RedisServer, startRedis } from '../store/support/redis-server.js';

/** Longer than any test takes. */
const LONG_MS = 600_000;

const rule = (changes: Partial<TurnRule> = {}): TurnRule => ({
  delayMs: 0,
  perHost: 1,
  lasts: false,
  ttlMs: LONG_MS,
  queues: true,
  ...changes,
});

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
    return { turns: store.turns as Turns, host: `host ${hosts++}`, client };
  }

  /** Resolves once a turn was taken. */
  async function taken(turns: Turns, host: string, token: string, changes: Partial<TurnRule>): Promise<void> {
    while ((await turns.take(host, token, rule(changes))) !== 0);
  }

  test('come one after another, at once where there is no delay', async () => {
    const { turns, host } = await turnsOf();
    for (const token of ['a', 'b', 'c']) expect(await turns.take(host, token, rule())).toBe(0);
  });

  describe('after the clock of the server was set back', () => {
    const ahead = () => Date.now() + 100 * LONG_MS;

    test('the next turn is due after the longest delay at most', async () => {
      const { turns, host, client } = await turnsOf();
      expect(await turns.take(host, 'a', rule({ delayMs: LONG_MS, lasts: true }))).toBe(0);
      const key = `robotstream::${host}`;
      await client.hSet(key, 'next', ahead());
      expect(await turns.take(host, 'b', rule({ delayMs: 1, perHost: 2 }))).toBeLessThanOrEqual(LONG_MS);
      await client.hSet(key, 'next', ahead());
      await turns.end(host, 'a', LONG_MS);
      const next = Number(await client.hGet(key, 'next'));
      expect(next).toBeLessThan(ahead() - LONG_MS);
      expect(await turns.due(host, 1)).toBeGreaterThan(LONG_MS / 2);
    });

    test('a turn and a place of processes that died expire after their time to live at most', async () => {
      const { turns, host, client } = await turnsOf();
      const key = `robotstream::${host}`;
      expect(await turns.take(host, 'a', rule({ lasts: true }))).toBe(0);
      expect(await turns.take(host, 'b', rule({ lasts: true }))).toBeUndefined();
      await client.hSet(key, { 'h a': ahead(), 'w b': `1:${ahead()}` });
      await turns.due(host, 1);
      const bound = ahead() - LONG_MS;
      const [turn, place] = await client.hmGet(key, ['h a', 'w b']);
      expect([Number(turn) < bound, Number(place?.split(':')[1]) < bound]).toEqual([true, true]);
    });
  });

  test('are as far apart as the rule says, and the first that waits learns how long', async () => {
    const { turns, host } = await turnsOf();
    const delayMs = LONG_MS;
    expect(await turns.take(host, 'a', rule({ delayMs }))).toBe(0);
    const dueMs = await turns.take(host, 'b', rule({ delayMs }));
    expect(dueMs).toBeGreaterThan(0);
    expect(dueMs).toBeLessThanOrEqual(delayMs);
    expect(Number.isInteger(dueMs)).toBe(true);
    expect(await turns.take(host, 'c', rule({ delayMs }))).toBeUndefined();
    expect(await turns.take(host, 'b', rule({ delayMs }))).toBeLessThanOrEqual(Number(dueMs));
  });

  test('of one host do not delay another, nor those of another fleet', async () => {
    const { turns, host } = await turnsOf();
    const others = await turnsOf('others');
    expect(await turns.take(host, 'a', rule({ delayMs: LONG_MS }))).toBe(0);
    expect(await turns.take(`${host} b`, 'b', rule())).toBe(0);
    expect(await others.turns.take(host, 'c', rule())).toBe(0);
  });

  test('are taken in the order in which they were asked for, without those that gave up', async () => {
    const { turns, host } = await turnsOf();
    const lasts = true;
    expect(await turns.take(host, 'a', rule({ lasts }))).toBe(0);
    for (const token of ['b', 'c', 'd']) expect(await turns.take(host, token, rule())).toBeUndefined();
    await turns.leave(host, 'b');
    await turns.end(host, 'a', 0);
    expect(await turns.take(host, 'd', rule())).toBeUndefined();
    await taken(turns, host, 'c', {});
    await taken(turns, host, 'd', {});
  });

  test.each([1, 2, Infinity])('that last are limited to perHost at once: %d', async (perHost) => {
    const { turns, host } = await turnsOf();
    const changes = { perHost, lasts: true };
    const count = Math.min(perHost, 20);
    for (let i = 0; i < count; i++) expect(await turns.take(host, `${i}`, rule(changes))).toBe(0);
    if (perHost === Infinity) return;
    expect(await turns.take(host, 'one more', rule(changes))).toBeUndefined();
    await turns.end(host, '0', 0);
    await taken(turns, host, 'one more', changes);
  });

  test('that last have the delay count from their end', async () => {
    const { turns, host } = await turnsOf();
    expect(await turns.take(host, 'a', rule({ lasts: true }))).toBe(0);
    await turns.end(host, 'a', LONG_MS);
    expect(await turns.take(host, 'b', rule())).toBeGreaterThan(LONG_MS / 2);
  });

  test('that last end by themselves after their time, and so does a place in the queue', async () => {
    const { turns, host } = await turnsOf();
    expect(await turns.take(host, 'dead', rule({ lasts: true, ttlMs: 1 }))).toBe(0);
    await taken(turns, host, 'a', { lasts: true });
    expect(await turns.take(host, 'dead as well', rule({ ttlMs: 1 }))).toBeUndefined();
    await turns.end(host, 'a', 0);
    await taken(turns, host, 'b', {});
  });

  test('that last go on when they are extended', async () => {
    const { turns, host, client } = await turnsOf();
    const expiry = async () => Number(await client.hGet(`robotstream::${host}`, 'h a'));
    expect(await turns.take(host, 'a', rule({ lasts: true, ttlMs: LONG_MS }))).toBe(0);
    const before = await expiry();
    await turns.extend(host, 'a', 2 * LONG_MS);
    expect(await expiry()).toBeGreaterThanOrEqual(before + LONG_MS);
    expect(await client.pTTL(`robotstream::${host}`)).toBeGreaterThan(2 * LONG_MS);
    expect(await turns.take(host, 'b', rule())).toBeUndefined();
  });

  test('that have ended are not extended', async () => {
    const { turns, host, client } = await turnsOf();
    await turns.extend(host, 'never taken', LONG_MS);
    expect(await client.exists(`robotstream::${host}`)).toBe(0);
    expect(await turns.take(host, 'a', rule({ lasts: true }))).toBe(0);
    await turns.end(host, 'a', 0);
    await turns.extend(host, 'a', LONG_MS);
    await taken(turns, host, 'b', { lasts: true });
  });

  test('leave nothing in the server forever', async () => {
    const { turns, host, client } = await turnsOf();
    const ttl = () => client.pTTL(`robotstream::${host}`);
    const delayMs = 2 * LONG_MS;
    expect(await turns.take(host, 'a', rule({ delayMs, lasts: true }))).toBe(0);
    expect(await ttl()).toBeGreaterThan(delayMs);
    expect(await turns.take(host, 'b', rule({ delayMs }))).toBeUndefined();
    await turns.leave(host, 'b');
    await turns.end(host, 'a', delayMs);
    expect(await ttl()).toBeGreaterThan(delayMs / 2);
    expect(await client.hGetAll(`robotstream::${host}`)).toEqual({
      delay: String(delayMs),
      last: '1',
      next: expect.stringMatching(/^\d+(\.\d+)?$/),
      ttl: String(LONG_MS),
    });
  });

  test('without a place in the queue are taken at once, or not at all', async () => {
    const { turns, host, client } = await turnsOf();
    const delayMs = LONG_MS;
    const atOnce = rule({ delayMs, queues: false });
    expect(await turns.take(host, 'a', atOnce)).toBe(0);
    const dueMs = await turns.take(host, 'b', atOnce);
    expect(dueMs).toBeGreaterThan(0);
    expect(dueMs).toBeLessThanOrEqual(delayMs);
    expect((await client.hKeys(`robotstream::${host}`)).sort()).toEqual(['delay', 'next']);
    expect(await turns.take(host, 'c', rule({ delayMs }))).toBeLessThanOrEqual(Number(dueMs));
    // Now one waits that has its turn first.
    expect(await turns.take(host, 'b', atOnce)).toBeGreaterThan(delayMs);
  });

  test('without a place come after those that wait', async () => {
    const { turns, host } = await turnsOf();
    expect(await turns.take(host, 'a', rule({ lasts: true }))).toBe(0);
    expect(await turns.take(host, 'b', rule())).toBeUndefined();
    await turns.end(host, 'a', 0);
    expect(await turns.take(host, 'c', rule({ queues: false }))).toBeUndefined();
    await taken(turns, host, 'b', {});
    await taken(turns, host, 'c', { queues: false });
  });

  test('are due when the delay has passed, and after the turns that last and the requests that wait', async () => {
    const { turns, host, client } = await turnsOf();
    const delayMs = LONG_MS;
    expect(await turns.due(host, 1)).toBe(0);
    expect(await client.exists(`robotstream::${host}`)).toBe(0);
    expect(await turns.take(host, 'a', rule({ delayMs, lasts: true }))).toBe(0);
    expect(await turns.due(host, 1)).toBe(delayMs);
    const dueMs = await turns.due(host, 2);
    expect(dueMs).toBeGreaterThan(0);
    expect(dueMs).toBeLessThanOrEqual(delayMs);
    expect(await turns.due(host, Infinity)).toBeLessThanOrEqual(delayMs);
    expect(await turns.take(host, 'b', rule({ delayMs }))).toBeUndefined();
    expect(await turns.due(host, 1)).toBe(2 * delayMs);
  });

  test.each([4e9, 3.6e15, 0.5])('keep a delay of %d ms', async (delayMs) => {
    const { turns, host, client } = await turnsOf();
    expect(await turns.take(host, 'a', rule({ delayMs }))).toBe(0);
    const dueMs = Number((await turns.take(host, 'b', rule({ delayMs, queues: false }))) ?? 0);
    expect(dueMs).toBeLessThanOrEqual(Math.ceil(delayMs));
    expect(dueMs).toBeGreaterThanOrEqual(Math.floor(delayMs - LONG_MS));
    expect(await client.pTTL(`robotstream::${host}`)).toBeGreaterThan(delayMs - LONG_MS);
  });

  test('are not forgotten because another process has a shorter time', async () => {
    const { turns, host, client } = await turnsOf();
    expect(await turns.take(host, 'a', rule({ lasts: true }))).toBe(0);
    expect(await turns.take(host, 'b', rule({ ttlMs: 1, queues: false }))).toBeUndefined();
    expect(await client.pTTL(`robotstream::${host}`)).toBeGreaterThan(LONG_MS / 2);
  });
});
