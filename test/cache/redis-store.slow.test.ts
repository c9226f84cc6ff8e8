/** The store in Redis: a real server. */
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { redisStore } from '../../src/cache/redis-store.js';
import type { RobotsStore } from '../../src/cache/store.js';
import { describeWith } from '../support/needs.js';
import { REDIS_NEED, type RedisServer, startRedis } from './support/redis-server.js';

const FAR = 1e9;

test('what is no address of a Redis server is refused', async () => {
  for (const url of ['', 'localhost:6379', 'http://localhost', undefined]) {
    await expect(redisStore({ url: url as string })).rejects.toThrow(TypeError);
  }
});

test('a server that is not there: each operation fails at once, and closing leaves nothing open', async () => {
  const store = await redisStore({ url: 'redis://127.0.0.1:1' });
  await expect(store.get('a')).rejects.toThrow('ECONNREFUSED');
  await expect(store.set('a', 'b', FAR)).rejects.toThrow('ECONNREFUSED');
  await expect(store.delete('a')).rejects.toThrow('ECONNREFUSED');
  await expect(store.leases?.acquire('a', 'token', 1000)).rejects.toThrow('ECONNREFUSED');
  await store.close();
});

test('one that was never asked anything closes', async () => {
  await (await redisStore({ url: 'redis://127.0.0.1:1' })).close();
});

describeWith(REDIS_NEED, 'a store in Redis', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());
  beforeEach(() => server.restart());

  async function open(namespace?: string): Promise<RobotsStore> {
    const store = await redisStore({ url: server.url, namespace });
    onTestFinished(() => store.close());
    return store;
  }

  /** A client that looks past the store. */
  async function bare() {
    const { createClient } = await import('@keyv/redis');
    const client = createClient({ url: server.url });
    await client.connect();
    onTestFinished(() => client.destroy());
    return client;
  }

  test('keeps, replaces and forgets, for all who share it', async () => {
    const [store, other] = [await open(), await open()];
    expect(await store.get('a')).toBeUndefined();
    await store.set('a', 'one', FAR);
    await store.set('b', 'é\0\n"', FAR);
    await other.set('a', 'two', FAR);
    expect([await store.get('a'), await other.get('b')]).toEqual(['two', 'é\0\n"']);
    await store.delete('a');
    expect(await other.get('a')).toBeUndefined();
  });

  test('a namespace keeps fleets apart, and its keys can be told', async () => {
    const [store, other] = [await open(), await open('others')];
    await store.set('rfc9309 https://example.com/robots.txt', 'mine', FAR);
    expect(await other.get('rfc9309 https://example.com/robots.txt')).toBeUndefined();
    const client = await bare();
    expect(await client.keys('*')).toEqual(['robotstream::rfc9309 https://example.com/robots.txt']);
    expect(await client.pTTL('robotstream::rfc9309 https://example.com/robots.txt')).toBeGreaterThan(
      FAR - 60_000,
    );
  });

  test('what others have left under a key is foreign, not an error, and can be replaced', async () => {
    const [store, client] = [await open(), await bare()];
    await client.set('robotstream::text', 'not json {');
    await client.set('robotstream::json', '{"a":1}');
    await client.lPush('robotstream::list', ['a']);
    expect(await store.get('text')).toBe('not json {');
    expect(await store.get('json')).toBeUndefined();
    expect(await store.get('list')).toBeNull();
    await store.set('list', 'mine', FAR);
    expect(await store.get('list')).toBe('mine');
  });

  test('a lease has one holder, who alone extends it and gives it back', async () => {
    const [one, two] = [(await open()).leases, (await open()).leases];
    expect(await one?.acquire('a', 'of one', 60_000)).toBe(true);
    expect(await two?.acquire('a', 'of two', 60_000)).toBe(false);
    expect(await two?.extend('a', 'of two', 60_000)).toBe(false);
    await two?.release('a', 'of two');
    expect(await one?.extend('a', 'of one', 120_000)).toBe(true);
    expect(await (await bare()).pTTL('robotstream::a')).toBeGreaterThan(100_000);
    await one?.release('a', 'of one');
    expect(await two?.acquire('a', 'of two', 60_000)).toBe(true);
    expect(await one?.extend('a', 'of one', 60_000)).toBe(false);
  });

  test('a lease ends by itself', async () => {
    const { leases } = await open();
    expect(await leases?.acquire('a', 'of the dead', 1)).toBe(true);
    let taken: boolean | undefined = false;
    while (!taken) taken = await leases?.acquire('a', 'of the living', 60_000);
    expect(taken).toBe(true);
  });

  test('a server that goes away: operations fail at once, and work again when it is back', async () => {
    const store = await open();
    await store.set('a', 'one', FAR);
    await server.kill();
    await expect(store.get('a')).rejects.toThrow();
    await expect(store.get('a')).rejects.toThrow();
    await server.restart();
    let value: unknown;
    while (value === undefined) {
      await store.set('a', 'two', FAR).catch(() => {});
      value = await store.get('a').catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(value).toBe('two');
  });
});
