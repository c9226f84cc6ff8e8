/** The store in Redis: a real server. */
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { describeWith } from '../../../../test/support/needs.js';
import { type RedisStoreOptions, redisStore } from '../../src/store/redis-store.js';
import type { RobotsStore } from '../../src/store/store.js';
import { newClient, until } from '../client/support/clients.js';
import { startSite } from '../client/support/site.js';
import { REDIS_NEED, type RedisServer, startRedis, startSentinel } from './support/redis-server.js';

const FAR = 1e9;

test.each<[unknown, RegExp]>([
  [undefined, /^redisStore: options is undefined/],
  ['redis://127.0.0.1', /^redisStore: options is "redis:/],
  [{}, /^redisStore: one of url, cluster and sentinel is expected; given: none/],
  [{ url: '' }, /^url is ""; redis:\/\/host:port or rediss:\/\/host:port is expected$/],
  [{ url: ['redis://127.0.0.1'] }, /^url is an array of 1; redis:/],
  [{ url: ' redis://127.0.0.1' }, /^url is " redis/],
  [{ url: 'redis://127.0.0.1:99999' }, /^url is "redis:.*99999"; redis:\/\/host:port/],
  [{ url: 'localhost:6379' }, /^url is "localhost:6379"/],
  [{ url: 'http://localhost' }, /^url is "http/],
  [{ uri: 'redis://127.0.0.1' }, /unknown option uri; did you mean url/],
  [{ url: 'redis://127.0.0.1', namespace: 7 }, /^namespace is 7/],
  [{ url: 'redis://127.0.0.1', cluster: { rootNodes: [{}] } }, /given: url and cluster/],
  ...['no object', null, () => {}].map((cluster): [unknown, RegExp] => [
    { cluster },
    /^cluster is ("no object"|null|a function); an object with options is expected$/,
  ]),
  [{ url: 'redis://127.0.0.1', clientOptions: [] }, /^clientOptions is an empty array; an object with/],
  [{ cluster: { rootNodes: [] } }, /^cluster\.rootNodes is an empty array; a list of at least one server/],
  [{ cluster: { rootNodes: 'redis://127.0.0.1' } }, /^cluster\.rootNodes is "redis:/],
  [{ cluster: { rootNodes: [{}] }, clientOptions: {} }, /clientOptions goes with url/],
  [{ sentinel: { name: 'main' } }, /^sentinel\.sentinelRootNodes is undefined/],
])('invalid options are refused: %j', async (options, message) => {
  const promise = redisStore(options as RedisStoreOptions);
  await expect(promise).rejects.toThrow(TypeError);
  await expect(promise).rejects.toThrow(message);
});

test('a server that is not there: each operation fails at once, and closing leaves nothing open', async () => {
  const store = await redisStore({ url: 'redis://127.0.0.1:1' });
  await expect(store.get('a')).rejects.toThrow('ECONNREFUSED');
  await expect(store.set('a', 'b', FAR)).rejects.toThrow('ECONNREFUSED');
  await expect(store.delete('a')).rejects.toThrow('ECONNREFUSED');
  await expect(store.leases?.acquire('a', 'token', 1000)).rejects.toThrow('ECONNREFUSED');
  await store.close();
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

  const bare = () => connect(server.url);

  test('keeps, replaces and forgets, for all who share it', async () => {
    const [store, other] = [await open(), await open()];
    expect(await store.get('a')).toBeUndefined();
    await store.set('a', 'one', FAR);
    await store.set('b', 'é\0\n"', FAR - 0.5);
    expect(await (await bare()).pTTL('robotstream::b')).toBeGreaterThan(0);
    await other.set('a', 'two', FAR);
    expect([await store.get('a'), await other.get('b')]).toEqual(['two', 'é\0\n"']);
    await store.delete('a');
    expect(await other.get('a')).toBeUndefined();
  });

  test('another program’s value under a key is foreign, not an error, and can be replaced', async () => {
    const [store, client] = [await open(), await bare()];
    await client.set('robotstream::text', 'not json {');
    await client.set('robotstream::json', '{"a":1}');
    await client.lPush('robotstream::list', ['a']);
    expect(await store.get('text')).toBe('not json {');
    expect(await store.get('json')).toBe('{"a":1}');
    expect(await store.get('list')).toBeNull();
    await store.set('list', 'mine', FAR);
    expect(await store.get('list')).toBe('mine');
  });

  test('a store has the options of its client, and no connection once it is closed', async () => {
    const admin = await bare();
    const store = await redisStore({ url: server.url, clientOptions: { name: 'a-fleet' } });
    const isConnected = async () =>
      String(await admin.sendCommand(['CLIENT', 'LIST'])).includes('name=a-fleet');
    await store.set('a', 'one', FAR);
    expect(await isConnected()).toBe(true);
    await store.close();
    while (await isConnected());
    await store.close();
  });

  test('a lease has one holder, and only the holder extends and releases it', async () => {
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
    await working(store);
  });
});

describeWith(REDIS_NEED, 'a server that is full', () => {
  test('still answers what it has, and goes on answering while writes fail', async () => {
    const server = await startRedis();
    onTestFinished(() => server.stop());
    const site = await startSite();
    onTestFinished(() => site.close());
    site.answer({ body: 'User-agent: *\nDisallow: /private\n' });
    const first = newClient({ store: await redisStore({ url: server.url }) });
    await first.isAllowed(site.origin);
    await first.close();
    const admin = await connect(server.url);
    await admin.sendCommand(['CONFIG', 'SET', 'maxmemory', '1']);
    const other = await startSite();
    onTestFinished(() => other.close());
    const client = newClient({ store: await redisStore({ url: server.url }) });
    expect(await client.isAllowed(other.origin)).toBe(true);
    await until(() => client.stats().storeFailures > 0 && client.stats().pending === 0);
    expect(await client.check(`${site.origin}/private`)).toMatchObject({
      allowed: false,
      provenance: { source: 'store' },
    });
  });
});

describeWith(REDIS_NEED, 'a Redis Cluster', () => {
  test('keeps entries and leases on the node that has their slot', async () => {
    const nodes = [
      await startRedis('--cluster-enabled', 'yes'),
      await startRedis('--cluster-enabled', 'yes'),
    ];
    for (const node of nodes) onTestFinished(() => node.stop());
    const [one, two] = await Promise.all(nodes.map(({ url }) => connect(url)));
    await one.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', '0', '8191']);
    await two.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', '8192', '16383']);
    await one.sendCommand(['CLUSTER', 'MEET', '127.0.0.1', String(nodes[1].port)]);
    for (const node of [one, two]) {
      let info = '';
      while (!info.includes('cluster_state:ok') || !info.includes('cluster_known_nodes:2')) {
        info = String(await node.sendCommand(['CLUSTER', 'INFO']));
      }
    }
    const store = await redisStore({
      cluster: { rootNodes: [{ url: nodes[0].url }], defaults: { name: 'a-fleet' } },
    });
    onTestFinished(() => store.close());
    const keys = Array.from({ length: 20 }, (_, i) => `key ${i}`);
    for (const key of keys) await store.set(key, `of ${key}`, FAR);
    for (const key of keys) expect(await store.get(key)).toBe(`of ${key}`);
    for (const node of [one, two]) {
      expect(String(await node.sendCommand(['CLIENT', 'LIST']))).toContain('name=a-fleet');
    }
    const sizes = await Promise.all([one, two].map((node) => node.sendCommand(['DBSIZE'])));
    expect(sizes.map(Number).reduce((sum, size) => sum + size)).toBe(20);
    expect(sizes.map(Number).every((size) => size > 0)).toBe(true);
    for (const key of keys) {
      expect(await store.leases?.acquire(`lease ${key}`, 'mine', 60_000)).toBe(true);
      expect(await store.leases?.acquire(`lease ${key}`, 'yours', 60_000)).toBe(false);
      expect(await store.leases?.extend(`lease ${key}`, 'mine', 60_000)).toBe(true);
      await store.leases?.release(`lease ${key}`, 'mine');
      await store.delete(key);
      expect(await store.get(key)).toBeUndefined();
    }
  });

  test('that is not there: each operation fails, and closing leaves nothing open', async () => {
    const store = await redisStore({ cluster: { rootNodes: [{ url: 'redis://127.0.0.1:1' }] } });
    await expect(store.get('a')).rejects.toThrow();
    await expect(store.set('a', 'b', FAR)).rejects.toThrow();
    await store.close();
  });
});

describeWith(REDIS_NEED, 'servers under Sentinel', () => {
  test('keep entries and leases, also once another server has taken over', async () => {
    const master = await startRedis();
    const replica = await startRedis('--replicaof', '127.0.0.1', String(master.port));
    const sentinel = await startSentinel(master);
    onTestFinished(async () => {
      await sentinel.stop();
      await replica.stop();
      await master.stop();
    });
    const watching = await connect(`redis://127.0.0.1:${sentinel.port}`);
    const state = async () => String(await watching.sendCommand(['SENTINEL', 'replicas', 'main']));
    while (!(await state()).includes('master-link-status,ok')) await turnOfLoop();
    const store = await redisStore({
      sentinel: {
        name: 'main',
        sentinelRootNodes: [{ host: '127.0.0.1', port: sentinel.port }],
        nodeClientOptions: { name: 'a-fleet' },
        sentinelClientOptions: { name: 'a-watcher' },
      },
    });
    onTestFinished(() => store.close());
    await store.set('a', 'one', FAR);
    expect(await store.get('a')).toBe('one');
    expect(await store.leases?.acquire('lease a', 'mine', 60_000)).toBe(true);
    expect(await store.leases?.acquire('lease a', 'yours', 60_000)).toBe(false);
    const admin = await connect(master.url);
    expect(String(await admin.sendCommand(['CLIENT', 'LIST']))).toContain('name=a-fleet');
    expect(String(await watching.sendCommand(['CLIENT', 'LIST']))).toContain('name=a-watcher');
    await admin.sendCommand(['WAIT', '1', '0']);
    await master.kill();
    await watching.sendCommand(['SENTINEL', 'SET', 'main', 'down-after-milliseconds', '500']);
    await working(store);
    const role = await (await connect(replica.url)).sendCommand(['ROLE']);
    expect(Array.isArray(role) && role[0]).toBe('master');
  });
});

/** Resolves once a store keeps what it is given. */
async function working(store: RobotsStore): Promise<void> {
  let value: unknown;
  while (value !== 'two') {
    await store.set('a', 'two', FAR).catch(() => {});
    value = await store.get('a').catch(() => undefined);
    await turnOfLoop();
  }
}

/** Resolves when the event loop turns. */
const turnOfLoop = () => new Promise((resolve) => setImmediate(resolve));

/** A client of the server’s own. */
async function connect(url: string) {
  const { createClient } = await import('@redis/client');
  const client = createClient({ url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => {
    if (client.isOpen) client.destroy();
  });
  return client;
}
