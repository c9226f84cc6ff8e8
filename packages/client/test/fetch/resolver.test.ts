/** Resolving names by c-ares, with a name server on loopback. Nothing is asked of the network. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ManualClock, rest, SECOND } from '../../../../test/support/manual-clock.js';
import { NameResolver, queryDns, type ResolverOptions } from '../../src/fetch/resolver.js';
import { lookupThat } from './support/fetching.js';
import { type DnsReply, NameServer, NEVER_AGAIN_MS } from './support/name-server.js';
import { newSockets, until } from './support/sockets.js';

/** Takes the place of the system's lookup in tests that must not call it. */
const unexpectedLookup: LookupFunction = (hostname) => {
  throw new Error(`the system was asked for ${hostname}`);
};

/** A system that does not know any name. */
const unknowing: LookupFunction = (hostname, _options, callback) => {
  callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' }), []);
};

/** A resolver that knows one name server, which answers from a table; it never answers for other names. */
async function resolverWith(names: Readonly<Record<string, DnsReply>>, options: ResolverOptions = {}) {
  const server = await NameServer.start((name) => names[name] ?? 'silence');
  const clock = new ManualClock();
  const resolver = new NameResolver({
    servers: [server.address],
    firstTryMs: NEVER_AGAIN_MS,
    hostsFile: '/nonexistent',
    systemLookup: unexpectedLookup,
    clock,
    ...options,
  });
  /** The addresses that a name resolves to. */
  const resolve = async (name: string, family: 0 | 4 | 6 = 0): Promise<string[]> =>
    (await resolver.resolve(name, family, new AbortController().signal)).map(({ address }) => address);
  /** The code of the error that a name resolves to. */
  const failure = (name: string): Promise<string> =>
    resolve(name).then(
      (addresses) => `resolved to ${addresses}`,
      (error: { code: string }) => error.code,
    );
  return { server, clock, resolver, resolve, failure };
}

describe('a name', () => {
  test('resolves to the addresses of both families', async () => {
    const { resolve } = await resolverWith({ 'a.example': { a: ['127.0.0.1', '127.0.0.2'], aaaa: ['::1'] } });
    expect((await resolve('a.example')).sort()).toEqual(['127.0.0.1', '127.0.0.2', '::1']);
    expect(await resolve('a.example', 4)).toEqual(['127.0.0.1', '127.0.0.2']);
    expect(await resolve('a.example', 6)).toEqual(['::1']);
  });

  test('that has many addresses resolves to sixteen of them', async () => {
    const a = Array.from({ length: 17 }, (_, i) => `127.0.0.${i + 1}`);
    const { resolve } = await resolverWith({ 'a.example': { a } });
    expect((await resolve('a.example')).length).toBe(16);
  });

  test('that has addresses of one family resolves to those', async () => {
    const { resolve } = await resolverWith({
      'a.example': { a: ['127.0.0.1'] },
      'b.example': { aaaa: ['::1'] },
    });
    expect(await resolve('a.example')).toEqual(['127.0.0.1']);
    expect(await resolve('b.example')).toEqual(['::1']);
  });

  test('does not wait for the addresses of a family that are never sent (RFC 8305 §3)', async () => {
    const { server, clock, resolve } = await resolverWith({
      'a.example': { a: ['127.0.0.1'], aaaa: 'silence' },
    });
    const found = resolve('a.example');
    await until(() => server.asked('a.example') === 2 && clock.pending === 2);
    await clock.advance(50);
    expect(await found).toEqual(['127.0.0.1']);
    expect(clock.pending).toBe(0);
  });

  test('without addresses fails, with the answer that says more than that there are none', async () => {
    const { clock, failure } = await resolverWith({ 'a.example': {}, 'b.example': { aaaa: 'servfail' } });
    expect(await failure('a.example')).toBe('ENODATA');
    expect(await failure('b.example')).toBe('ESERVFAIL');
    expect(clock.pending).toBe(0);
  });
});

describe('a name that is never answered', () => {
  test('fails by the time limit of the resolver, and closes its sockets', async () => {
    const { server, clock, resolver, resolve } = await resolverWith({});
    const opened = newSockets();
    const message = 'no name server answered within 5000 ms for silent.example';
    const failed = expect(resolve('silent.example')).rejects.toMatchObject({ message, code: 'ETIMEOUT' });
    await until(() => server.asked('silent.example') === 2);
    expect(opened()).toBeGreaterThan(0);
    await clock.advance(5 * SECOND);
    await failed;
    expect(resolver.pending).toBe(0);
    await until(() => opened() === 0);
  });

  test('does not delay other names, however many there are', async () => {
    const { server, resolver, resolve } = await resolverWith({ 'good.example': { a: ['127.0.0.1'] } });
    const opened = newSockets();
    const controllers = Array.from({ length: 100 }, () => new AbortController());
    const silent = controllers.map(({ signal }, i) =>
      expect(resolver.resolve(`silent${i}.example`, 0, signal)).rejects.toThrow('enough'),
    );
    await until(() => server.questions.length === 200);
    expect(await resolve('good.example')).toEqual(['127.0.0.1']);
    for (const controller of controllers) controller.abort(new Error('enough'));
    await Promise.all(silent);
    expect(resolver.pending).toBe(0);
    await until(() => opened() === 0);
  });

  test('is cancelled when the last caller stops waiting, and asked for again by the next one', async () => {
    const names: Record<string, DnsReply> = {};
    const { server, clock, resolver, resolve } = await resolverWith(names);
    const opened = newSockets();
    const [first, second] = [new AbortController(), new AbortController()];
    const waits = [first, second].map(({ signal }) =>
      expect(resolver.resolve('silent.example', 0, signal)).rejects.toThrow('enough'),
    );
    await until(() => server.asked('silent.example') === 2);
    first.abort(new Error('enough'));
    await waits[0];
    await rest();
    expect(resolver.pending).toBe(1);
    second.abort(new Error('enough'));
    await Promise.all(waits);
    expect([resolver.pending, clock.pending]).toEqual([0, 0]);
    await until(() => opened() === 0);
    names['silent.example'] = { a: ['127.0.0.1'] };
    expect(await resolve('silent.example')).toEqual(['127.0.0.1']);
  });
});

test('names wait for their turn in the order in which they came, and can be given up meanwhile', async () => {
  const { server, clock, resolver, resolve, failure } = await resolverWith(
    { 'good.example': { a: ['127.0.0.1'] } },
    { concurrency: 1 },
  );
  const silent = failure('silent.example');
  await until(() => server.asked('silent.example') === 2);
  const controller = new AbortController();
  const givenUp = expect(resolver.resolve('b.example', 0, controller.signal)).rejects.toThrow('enough');
  const good = resolve('good.example');
  controller.abort(new Error('enough'));
  await givenUp;
  expect(server.asked('good.example')).toBe(0);
  await clock.advance(5 * SECOND);
  expect(await silent).toBe('ETIMEOUT');
  expect(await good).toEqual(['127.0.0.1']);
  expect(server.asked('b.example')).toBe(0);
});

describe('the cache', () => {
  test.each<[string, DnsReply, number]>([
    ['as long as the name server says', { a: ['127.0.0.1'], ttl: 30 }, 30],
    ['until the first family expires', { a: ['127.0.0.1'], aaaa: ['::1'], ttl: 60, aaaaTtl: 20 }, 20],
    ['for five minutes at most', { a: ['127.0.0.1'], ttl: 86_400 }, 300],
  ])('keeps addresses %s, even if the clock is set back', async (_, reply, seconds) => {
    const { server, clock, resolve } = await resolverWith({ 'a.example': reply });
    await resolve('a.example');
    clock.set(-1000 * SECOND);
    for (const [ms, asked] of [
      [seconds * SECOND - 1, 2],
      [1, 4],
    ]) {
      await clock.advance(ms);
      await resolve('a.example');
      expect(server.asked('a.example')).toBe(asked);
    }
  });

  test.each(['nxdomain', 'servfail', 'refused'] as const)(
    'keeps a failure for ten seconds: %s',
    async (reply) => {
      const { server, clock, failure } = await resolverWith(
        { 'a.example': reply },
        { systemLookup: unknowing },
      );
      const code = await failure('a.example');
      expect(code).toMatch(/^E(NOTFOUND|SERVFAIL|REFUSED)$/);
      const { length } = server.questions;
      await clock.advance(10 * SECOND - 1);
      expect(await failure('a.example')).toBe(code);
      expect(server.questions).toHaveLength(length);
      await clock.advance(1);
      expect(await failure('a.example')).toBe(code);
      expect(server.questions.length).toBeGreaterThan(length);
    },
  );

  test('forgets the oldest of too many names', async () => {
    const { server, resolve } = await resolverWith(
      {
        'a.example': { a: ['127.0.0.1'] },
        'b.example': { a: ['127.0.0.2'] },
        'c.example': { a: ['127.0.0.3'] },
      },
      { maxNames: 2 },
    );
    for (const name of ['a', 'b', 'c', 'b', 'c', 'a']) await resolve(`${name}.example`, 4);
    expect(['a', 'b', 'c'].map((name) => server.asked(`${name}.example`))).toEqual([2, 1, 1]);
  });

  test('makes one lookup for many callers at the same time', async () => {
    const { server, resolve } = await resolverWith({ 'a.example': { a: ['127.0.0.1'] } });
    await Promise.all(Array.from({ length: 100 }, () => resolve('a.example')));
    expect(server.asked('a.example')).toBe(2);
  });
});

describe('before the DNS is asked', () => {
  test('a name that the hosts file has, in its current version, is looked up by the system', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'robotstream-hosts-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const hostsFile = join(folder, 'hosts');
    writeFileSync(hostsFile, '# comment\n \t127.0.0.7\tmine.example Other.Example # more\r\n');
    const asked: string[] = [];
    const systemLookup: LookupFunction = (hostname, { family }, callback) => {
      asked.push(`${hostname} ${family}`);
      callback(null, [{ address: '127.0.0.7', family: 4 }]);
    };
    const names = { 'mine.example': { a: ['127.0.0.9'] }, 'new.example': { a: ['127.0.0.9'] } };
    const { server, clock, resolve } = await resolverWith(names, { hostsFile, systemLookup });
    expect(await resolve('MINE.example.')).toEqual(['127.0.0.7']);
    expect(await resolve('mine.example', 4)).toEqual(['127.0.0.7']);
    expect(await resolve('other.example')).toEqual(['127.0.0.7']);
    expect(asked).toEqual(['mine.example 0', 'mine.example 4', 'other.example 0']);
    expect(server.questions).toEqual([]);
    writeFileSync(hostsFile, '127.0.0.7 new.example\n');
    expect(await resolve('new.example')).toEqual(['127.0.0.7']);
    rmSync(hostsFile);
    clock.elapse(30 * SECOND);
    expect(await resolve('new.example')).toEqual(['127.0.0.9']);
  });

  test.each(['localhost', 'a.localhost', 'LOCALHOST.'])('%s is loopback (RFC 6761 §6.3)', async (name) => {
    const { server, resolve } = await resolverWith({});
    expect((await resolve(name)).sort()).toEqual(['127.0.0.1', '::1']);
    expect([await resolve(name, 4), await resolve(name, 6)]).toEqual([['127.0.0.1'], ['::1']]);
    expect(server.questions).toEqual([]);
  });

  test.each([
    ['linux', 'localhost'],
    ['win32', 'mine.example'],
  ])('a name of the hosts file of the system is looked up by the system, on %s', async (platform, name) => {
    const folder = mkdtempSync(join(tmpdir(), 'robotstream-windows-'));
    // A backslash is no separator where the tests run.
    writeFileSync(join(folder, 'Windows\\System32\\drivers\\etc\\hosts'), '127.0.0.7 mine.example');
    vi.stubEnv('SystemRoot', join(folder, 'Windows'));
    const platformOf = vi.spyOn(process, 'platform', 'get').mockReturnValue(platform as 'linux');
    onTestFinished(() => {
      platformOf.mockRestore();
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    });
    const systemLookup = lookupThat('127.0.0.7');
    const { resolve } = await resolverWith({}, { hostsFile: undefined, systemLookup });
    expect(await resolve(name)).toEqual(['127.0.0.7']);
  });
});

describe('the system is asked after the DNS, for names that the DNS does not know', () => {
  /** Knows every name. */
  const knowing: LookupFunction = (_hostname, options, callback) => {
    expect(options.all).toBe(true);
    callback(null, [{ address: '127.0.0.5', family: 4 }]);
  };

  test('such as those of a search domain', async () => {
    const { clock, resolve } = await resolverWith({ intranet: 'nxdomain' }, { systemLookup: knowing });
    expect(await resolve('intranet')).toEqual(['127.0.0.5']);
    expect(clock.pending).toBe(0);
  });

  test('such as those that the DNS cannot carry', async () => {
    const { server, resolve } = await resolverWith({}, { systemLookup: knowing });
    expect(await resolve('a..b')).toEqual(['127.0.0.5']);
    expect(server.questions).toEqual([]);
  });

  test('if no name server is there', async () => {
    const { resolve } = await resolverWith({}, { servers: ['127.0.0.1:1'], systemLookup: knowing });
    expect(await resolve('a.example')).toEqual(['127.0.0.5']);
  });

  test.each(['servfail', 'silence'] as const)('but not after %s', async (reply) => {
    const { server, clock, failure } = await resolverWith({ 'a.example': reply }, { systemLookup: knowing });
    const failed = failure('a.example');
    await until(() => server.asked('a.example') >= 2);
    await clock.advance(5 * SECOND);
    expect(await failed).toMatch(/^E(SERVFAIL|TIMEOUT)$/);
  });

  test('which looks up two names at once, and frees the others by the time limit', async () => {
    const asked: string[] = [];
    const hanging: LookupFunction = (hostname) => {
      asked.push(hostname);
    };
    const names = ['a', 'b', 'c', 'd'];
    const { clock, failure } = await resolverWith(
      Object.fromEntries(names.map((name) => [name, 'nxdomain'] as const)),
      { systemLookup: hanging },
    );
    const failed = names.map(failure);
    await until(() => asked.length === 2);
    await clock.advance(5 * SECOND);
    expect(await Promise.all(failed)).toEqual(['ETIMEOUT', 'ETIMEOUT', 'ETIMEOUT', 'ETIMEOUT']);
    expect(asked).toHaveLength(2);
  });
});

const neverAborted = (): AbortSignal => new AbortController().signal;

test('the name servers of the system are asked by default', async () => {
  // This name is never sent, because it is not valid.
  const query = queryDns('a..b', 0, { servers: undefined, clock: new ManualClock() }, neverAborted());
  await expect(query).rejects.toMatchObject({ code: 'EBADNAME' });
});

test('a family that fails does not shorten the wait for the other', async () => {
  let answer = (_addresses: readonly string[]): void => {};
  const a = new Promise<readonly string[]>((resolve) => {
    answer = resolve;
  });
  const server = await NameServer.start(() => ({ a, aaaa: 'servfail' }));
  const clock = new ManualClock();
  const options = { servers: [server.address], clock, firstTryMs: NEVER_AGAIN_MS };
  const found = queryDns('a.example', 0, options, neverAborted());
  await until(() => server.asked('a.example') > 1);
  await rest();
  // No timer runs for the addresses that have not arrived.
  expect(clock.pending).toBe(0);
  answer(['127.0.0.1']);
  expect((await found).addresses).toEqual([{ address: '127.0.0.1', family: 4 }]);
});
