/** The smaller parts of a fetch, each by itself. */
import { getEventListeners } from 'node:events';
import type { LookupFunction } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { abortable } from '../../src/access/abortable.js';
import { monotonicNow, systemClock } from '../../src/access/clock.js';
import { AccessError } from '../../src/access/faults.js';
import { keptHeaders } from '../../src/access/headers.js';
import { type AddressSearch, addressesOf, pinnedLookup } from '../../src/access/host-addresses.js';
import { InterimResponses } from '../../src/access/interim-responses.js';
import { Network } from '../../src/access/network.js';
import { octetLimits } from '../../src/access/octet-limits.js';
import { OctetQueue } from '../../src/access/octet-queue.js';
import { parseRawHeaders } from '../../src/access/raw-headers.js';
import { RecentSuccesses } from '../../src/access/recent-successes.js';
import { redirectTarget } from '../../src/access/redirects.js';
import { requestUrl } from '../../src/access/request-url.js';
import { lookupAll } from '../../src/access/resolver/resolver.js';
import { Semaphore } from '../../src/access/resolver/semaphore.js';
import { DEFAULT_TIMEOUTS } from '../../src/access/settings.js';
import { TimeLimits } from '../../src/access/time-limits.js';
import { ManualClock, MINUTE, rest } from '../support/manual-clock.js';

const forever = (): AbortSignal => new AbortController().signal;

describe('headers', () => {
  test('are kept if they matter, by lower-case name, lines of one header joined', () => {
    const all = { ETag: '"a"', 'x-powered-by': 'x', vary: ['a', 'b'], expires: undefined, Age: '0' };
    expect(keptHeaders(all)).toStrictEqual({ etag: '"a"', vary: 'a, b', age: '0' });
  });

  test('as octets are names and values in turn', () => {
    const raw = [
      Buffer.from('ETag'),
      Buffer.from('"\xe9"', 'latin1'),
      'Vary',
      'a',
      'vary',
      ['b', 'c'],
      'cut',
    ];
    expect(parseRawHeaders(raw)).toEqual({ etag: '"é"', vary: ['a', 'b', 'c'] });
    expect(parseRawHeaders([])).toEqual({});
  });
});

describe('a redirect leads', () => {
  const from = new URL('https://example.com/a/robots.txt');
  test.each<[string, string | string[] | undefined, string | null]>([
    ['to a path', '/b', 'https://example.com/b'],
    ['to a relative path', 'b', 'https://example.com/a/b'],
    ['to the first of two', ['/b', '/c'], 'https://example.com/b'],
    ['without user and fragment', 'https://u:p@example.org/b#c', 'https://example.org/b'],
    ['by FTP', 'ftp://example.org/b', 'ftp://example.org/b'],
    ['to UTF-8 octets', '/\xc3\xa9', 'https://example.com/%C3%A9'],
    ['to UTF-8 octets in the middle', '/\xc3\xa9/robots.txt', 'https://example.com/%C3%A9/robots.txt'],
    ['to text that was decoded already', '/\u01c3\u01a9', 'https://example.com/%C7%83%C6%A9'],
    ['to text beside octets', '/\xc3\xa9\u20ac', 'https://example.com/%C3%83%C2%A9%E2%82%AC'],
    [
      'to text that looks like octets but for its end',
      '/\xc3\xa9\u0141',
      'https://example.com/%C3%83%C2%A9%C5%81',
    ],
    ['to UTF-8 octets and a tab, which URLs do not have', '/\xc3\xa9\tb', 'https://example.com/%C3%A9b'],
    ['to Latin-1 octets', '/\xe9', 'https://example.com/%C3%A9'],
    ['nowhere', undefined, null],
    ['to another scheme', 'data:text/plain,a', null],
    ['to no URL', 'https://[', null],
  ])('%s', (_, location, target) => {
    expect(redirectTarget(from, { location })?.href ?? null).toBe(target);
  });
});

describe('the URL of a request', () => {
  test.each<[string, object, string | undefined, string | undefined]>([
    ['origin and path', { origin: 'https://a.example', path: '/b' }, undefined, 'https://a.example/b'],
    [
      'an origin with a slash',
      { origin: 'https://a.example/', path: '/b' },
      undefined,
      'https://a.example/b',
    ],
    [
      'an origin as a URL',
      { origin: new URL('http://a.example:81'), path: '/b' },
      undefined,
      'http://a.example:81/b',
    ],
    [
      'with a query',
      { origin: 'https://a.example', path: '/b', query: { c: 'd e' } },
      undefined,
      'https://a.example/b?c=d%20e',
    ],
    [
      'with an empty query',
      { origin: 'https://a.example', path: '/b', query: {} },
      undefined,
      'https://a.example/b',
    ],
    [
      'with a query that is none',
      { origin: 'https://a.example', path: '/b', query: 'c' },
      undefined,
      'https://a.example/b',
    ],
    [
      'with null as a query',
      { origin: 'https://a.example', path: '/b', query: null },
      undefined,
      'https://a.example/b',
    ],
    [
      'a whole URL as its path',
      { origin: 'https://proxy.example', path: 'HTTP://a.example/b' },
      undefined,
      'HTTP://a.example/b',
    ],
    ['a whole URL that is none', { origin: 'https://proxy.example', path: 'http://[' }, undefined, undefined],
    [
      'the origin of the dispatcher',
      { origin: 'https://a.example', path: '/b' },
      'https://c.example',
      'https://c.example/b',
    ],
    ['a tunnel', { origin: 'https://a.example', path: '/b', method: 'CONNECT' }, undefined, undefined],
    ['no path', { origin: 'https://a.example' }, undefined, undefined],
    [
      'the path of OPTIONS',
      { origin: 'https://a.example', path: '*', method: 'OPTIONS' },
      undefined,
      undefined,
    ],
    [
      'a path with a URL in it',
      { origin: 'https://a.example', path: '/?u=http://b.example' },
      undefined,
      'https://a.example/?u=http://b.example',
    ],
    ['an origin of another scheme', { origin: 'ws://http://', path: '/b' }, undefined, undefined],
    ['an origin that is none', { origin: 'https://[', path: '/b' }, undefined, undefined],
  ])('%s', (_, request, fixed, expected) => {
    expect(requestUrl(request as never, fixed)).toBe(expected);
  });

  test.each([undefined, null, ''])('is not known without an origin: %j', (origin) => {
    expect(() => requestUrl({ origin, path: '/b' } as never, undefined)).toThrow(
      'The request has no origin, because the dispatcher has one (a Client or a Pool): pass robots(client, { origin })',
    );
  });
});

describe('interim responses', () => {
  const skipped = (chunks: readonly string[], maxOctets = 100): (string | null)[] => {
    const interim = new InterimResponses(maxOctets);
    return [
      ...chunks.map((chunk) => interim.skip(Buffer.from(chunk))?.toString() ?? null),
      interim.rest().toString(),
    ];
  };

  test('are skipped, wherever they are cut', () => {
    const all =
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 103 Early\r\nlink: a\r\n\r\nHTTP/1.1 200 OK\r\n\r\nbody';
    const final = all.slice(all.indexOf('HTTP/1.1 200'));
    expect(skipped([all])).toEqual([final, '']);
    for (let at = 1; at < all.length; at++) {
      const parts = skipped([all.slice(0, at), all.slice(at)]);
      expect(parts.join('')).toBe(final);
    }
    expect(skipped([...all]).join('')).toBe(final);
  });

  test('a change of protocols, and what is no HTTP, is final', () => {
    for (const text of [
      'HTTP/1.1 101 Switching Protocols\r\n\r\n',
      'HTTP/2 100 Continue\r\n\r\n',
      'SSH-2.0-OpenSSH\r\n',
    ]) {
      expect(skipped([text])).toEqual([text, '']);
    }
  });

  test('one may take so many octets, and what follows it as many again', () => {
    const one = `HTTP/1.1 100 ${'a'.repeat(83)}\r\n\r\n`;
    expect(one.length).toBe(100);
    expect(skipped([one.slice(0, 99), '\n'])).toEqual(['', '', '']);
    expect(skipped([`${one}${one}HTTP/1.1 200`])).toEqual(['HTTP/1.1 200', '']);
    expect(skipped([`HTTP/1.1 100 ${'a'.repeat(87)}`])[0]).toBe('');
    expect(skipped([`HTTP/1.1 100 ${'a'.repeat(88)}`])[0]).toBe(null);
  });

  test('one that takes more octets is too long, however it is cut', () => {
    const one = `HTTP/1.1 100 ${'a'.repeat(84)}\r\n\r\n`;
    expect(one.length).toBe(101);
    for (let at = 0; at < one.length; at++) {
      const interim = new InterimResponses(100);
      const isTooLong = [one.slice(0, at), `${one.slice(at)}HTTP/1.1 200`].some(
        (chunk) => interim.skip(Buffer.from(chunk)) === null,
      );
      expect(isTooLong).toBe(true);
    }
  });

  test('what is left at the end is what has not become a response', () => {
    expect(skipped(['HTTP/1.1 1'])).toEqual(['', 'HTTP/1.1 1']);
    expect(skipped(['HTTP/1.1 200', ' OK'])).toEqual(['HTTP/1.1 200', ' OK', '']);
  });
});

describe('recent successes', () => {
  test('of others count for a minute', () => {
    let now = 1000;
    const successes = new RecentSuccesses(() => now);
    expect(successes.hasOther('a')).toBe(false);
    successes.note('a');
    expect([successes.hasOther('a'), successes.hasOther('b')]).toEqual([false, true]);
    now += MINUTE;
    expect(successes.hasOther('b')).toBe(true);
    now += 1;
    expect(successes.hasOther('b')).toBe(false);
  });

  test('of two are remembered, so that one that goes on hides no other', () => {
    let now = 0;
    const successes = new RecentSuccesses(() => now);
    successes.note('a');
    successes.note('b');
    successes.note('b');
    expect([successes.hasOther('a'), successes.hasOther('b')]).toEqual([true, true]);
    now += MINUTE + 1;
    successes.note('b');
    expect([successes.hasOther('a'), successes.hasOther('b')]).toEqual([true, false]);
  });

  test('of one are not those of another, however often it works', () => {
    const successes = new RecentSuccesses(() => 0);
    successes.note('a');
    successes.note('a');
    expect([successes.hasOther('a'), successes.hasOther('b')]).toEqual([false, true]);
    successes.note('b');
    successes.note('b');
    expect([successes.hasOther('a'), successes.hasOther('b')]).toEqual([true, true]);
  });

  test('of a network are kept apart by what reaches them', () => {
    const network = new Network();
    const lookups = [() => {}, () => {}] as never[];
    const dispatchers = [{}, {}] as never[];
    const all = [
      network.names(undefined),
      ...lookups.map((lookup) => network.names(lookup)),
      ...dispatchers.map((dispatcher) => network.origins(dispatcher)),
      network.addressesLike('1.1.1.1'),
      network.addressesLike('10.0.0.1'),
      network.addressesLike('2600::1'),
      network.addressesLike('1.1.1.1', '10.0.0.2'),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(network.names(undefined)).toBe(all[0]);
    expect(network.names(lookups[0])).toBe(all[1]);
    expect(network.addressesLike('8.8.8.8')).toBe(network.addressesLike('1.1.1.1', ''));
  });
});

test('a body may take twice the octets that it may decode to, and six times as many for its frames', () => {
  const { maxEncodedOctets, maxHeaderOctets, maxOctets } = octetLimits(500_000);
  expect([maxEncodedOctets, maxHeaderOctets]).toEqual([1_000_000, 16_384]);
  expect(maxOctets).toBe(6_000_000 + 4 * 16_384);
});

describe('a queue of octets', () => {
  const watch = () => {
    const log: string[] = [];
    return { log, waiting: () => void log.push('waiting'), arrived: () => void log.push('arrived') };
  };

  test('joins the chunks that wait, and reports when its reader waits', async () => {
    const queue = new OctetQueue();
    const watched = watch();
    const read = queue.read(watched);
    queue.push(Buffer.from('a'));
    queue.push(Buffer.from('b'));
    expect(Buffer.from((await read.next()).value as Uint8Array).toString()).toBe('ab');
    expect(watched.log).toEqual([]);
    const next = read.next();
    await rest();
    expect(watched.log).toEqual(['waiting']);
    const chunk = Buffer.from('c');
    queue.push(chunk);
    expect((await next).value).toBe(chunk);
    expect(watched.log).toEqual(['waiting', 'arrived']);
    queue.end();
    queue.push(Buffer.from('late'));
    expect((await read.next()).done).toBe(true);
    expect(queue.octets).toBe(3);
  });

  test('fails after what was pushed before, and only the first end counts', async () => {
    for (const isFirst of [true, false]) {
      const queue = new OctetQueue();
      queue.push(Buffer.from('a'));
      if (isFirst) queue.fail(new Error('reset'));
      queue.end();
      queue.fail(new Error('late'));
      const read = queue.read(watch());
      expect((await read.next()).value).toEqual(Buffer.from('a'));
      if (isFirst) await expect(read.next()).rejects.toThrow('reset');
      else expect((await read.next()).done).toBe(true);
    }
  });

  test.each(['end', 'fail'] as const)('wakes its reader at its %s', async (how) => {
    const queue = new OctetQueue();
    const next = queue.read(watch()).next();
    await rest();
    if (how === 'end') queue.end();
    else queue.fail(new Error('reset'));
    if (how === 'end') expect((await next).done).toBe(true);
    else await expect(next).rejects.toThrow('reset');
  });
});

describe('a semaphore', () => {
  test('leaves no listener on the signal of a caller that got in', async () => {
    const semaphore = new Semaphore(1);
    const { signal } = new AbortController();
    await semaphore.acquire(signal);
    const second = semaphore.acquire(signal);
    semaphore.release();
    await second;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('lets in as many as it has permits, the others in their order', async () => {
    const semaphore = new Semaphore(2);
    const begun: number[] = [];
    for (let i = 0; i < 4; i++) void semaphore.acquire(forever()).then(() => begun.push(i));
    await rest();
    expect(begun).toEqual([0, 1]);
    semaphore.release();
    await rest();
    expect(begun).toEqual([0, 1, 2]);
    for (let i = 0; i < 3; i++) semaphore.release();
    await rest();
    expect(begun).toEqual([0, 1, 2, 3]);
    for (let i = 4; i < 7; i++) void semaphore.acquire(forever()).then(() => begun.push(i));
    await rest();
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('loses no permit to one that gave up, before or while it waited', async () => {
    const semaphore = new Semaphore(1);
    await semaphore.acquire(forever());
    const controller = new AbortController();
    const waiting = semaphore.acquire(controller.signal);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    semaphore.release();
    await expect(semaphore.acquire(controller.signal)).rejects.toThrow('enough');
    await semaphore.acquire(forever());
    let isIn = false;
    void semaphore.acquire(forever()).then(() => {
      isIn = true;
    });
    await rest();
    expect(isIn).toBe(false);
  });
});

describe('a function that looks names up', () => {
  /** A lookup that finds something, and what it was asked. */
  const finding = (found: unknown, error: Error | null = null) => {
    const asked: unknown[] = [];
    const lookup = ((name, options, callback) => {
      asked.push([name, options]);
      callback(error as null, found as []);
    }) as LookupFunction;
    return { asked, lookup };
  };

  test.each<[string, unknown, string[]]>([
    [
      'addresses with their families',
      [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ],
      ['::1 6', '127.0.0.1 4'],
    ],
    ['addresses with a family that is wrong', [{ address: '::1', family: 4 }], ['::1 6']],
    ['addresses as text', ['127.0.0.1', '::1'], ['127.0.0.1 4', '::1 6']],
    ['one address', '127.0.0.1', ['127.0.0.1 4']],
    ['some that are no addresses', ['localhost', '127.0.0.1', ''], ['127.0.0.1 4']],
  ])('finds %s', async (_, found, expected) => {
    const addresses = await lookupAll(finding(found).lookup, 'a.example', 0);
    expect(addresses.map(({ address, family }) => `${address} ${family}`)).toEqual(expected);
  });

  test('finds nothing: an error like that of the DNS', async () => {
    for (const found of [[], ['localhost']]) {
      await expect(lookupAll(finding(found).lookup, 'a.example', 0)).rejects.toMatchObject({
        code: 'ENOTFOUND',
        message: 'a.example has no address',
      });
    }
    const { lookup } = finding(undefined, new Error('no network'));
    await expect(lookupAll(lookup, 'a.example', 0)).rejects.toThrow('no network');
  });

  test('is asked for all addresses of a family, with the hints of the caller alone', async () => {
    const { asked, lookup } = finding('127.0.0.1');
    await lookupAll(lookup, 'a.example', 4);
    await lookupAll(lookup, 'a.example', 0, 32);
    expect(asked).toEqual([
      ['a.example', { all: true, family: 4 }],
      ['a.example', { all: true, family: 0, hints: 32 }],
    ]);
  });
});

describe('the addresses of a host', () => {
  const search = (lookup: LookupFunction, options: Partial<AddressSearch> = {}): AddressSearch => ({
    network: new Network(),
    connect: { lookup },
    isAllowed: () => true,
    redirectedFrom: null,
    ...options,
  });
  const finding = (...addresses: readonly string[]): LookupFunction =>
    ((_name, _options, callback) => callback(null, addresses as never)) as LookupFunction;
  const failing = (error: unknown): LookupFunction =>
    ((_name, _options, callback) => callback(error as null, [])) as LookupFunction;

  test.each([
    ['127.0.0.1', 4],
    ['::1', 6],
  ] as const)('that is one are that alone: %s', async (address, family) => {
    const { network, ...rest } = search(failing(new Error('not called')));
    expect(await addressesOf(address, { network, ...rest }, forever())).toEqual([{ address, family }]);
    expect(network.names(rest.connect.lookup).hasOther('')).toBe(false);
  });

  test('are those that may be connected to, and the name has worked', async () => {
    const asked: [string, string | null][] = [];
    const isAllowed = (address: string, from: string | null) => {
      asked.push([address, from]);
      return address !== '10.0.0.1';
    };
    const lookup = finding('10.0.0.1', '1.1.1.1', '::1');
    const options = search(lookup, { isAllowed, redirectedFrom: '8.8.8.8' });
    expect((await addressesOf('a.example', options, forever())).map(({ address }) => address)).toEqual([
      '1.1.1.1',
      '::1',
    ]);
    expect(asked).toEqual(['10.0.0.1', '1.1.1.1', '::1'].map((address) => [address, '8.8.8.8']));
    expect(options.network.names(lookup).hasOther('b.example')).toBe(true);
    expect(options.network.names(lookup).hasOther('a.example')).toBe(false);
  });

  test('none of which may be connected to are refused', async () => {
    const options = search(finding('10.0.0.1', '10.0.0.2'), { isAllowed: () => false });
    await expect(addressesOf('a.example', options, forever())).rejects.toMatchObject({
      code: 'address-refused',
      message: 'a.example may not be connected to: the option addresses does not allow 10.0.0.1, 10.0.0.2',
    });
  });

  test.each<[unknown, string]>([
    [new Error('no network'), 'no network'],
    ['a text', 'a text'],
  ])('that is not known: %s', async (error, text) => {
    await expect(addressesOf('a.example', search(failing(error)), forever())).rejects.toMatchObject({
      code: 'dns-failed',
      message: `a.example could not be resolved: ${text}`,
      cause: error,
    });
  });

  test('of a family that the caller wants', async () => {
    for (const [family, asked] of [
      [4, 4],
      [6, 6],
      [0, 0],
      [undefined, 0],
    ] as const) {
      const families: unknown[] = [];
      const lookup = ((_name, options, callback) => {
        families.push(options.family);
        callback(null, ['1.1.1.1'] as never);
      }) as LookupFunction;
      await addressesOf('a.example', search(lookup, { connect: { lookup, family } }), forever());
      expect(families).toEqual([asked]);
    }
  });

  test('are pinned for a socket, which asks for all or for one', async () => {
    const lookup = pinnedLookup([
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]);
    const found = (all: boolean) =>
      new Promise<unknown[]>((resolve) => lookup('any', { all }, (...results) => resolve(results)));
    expect(await found(false)).toEqual([null, '::1', 6]);
    expect(await found(true)).toEqual([
      null,
      [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ],
    ]);
  });
});

describe('what can be aborted', () => {
  test('leaves no listener on the signal', async () => {
    const { signal } = new AbortController();
    await abortable(Promise.resolve('a'), signal);
    await abortable(Promise.reject(new Error('b')), signal).catch(() => {});
    await rest();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('ends with the promise, or with the signal, whichever is first', async () => {
    const controller = new AbortController();
    expect(await abortable(Promise.resolve('a'), controller.signal)).toBe('a');
    await expect(abortable(Promise.reject(new Error('b')), controller.signal)).rejects.toThrow('b');
    const waiting = abortable(new Promise(() => {}), controller.signal);
    controller.abort(new Error('c'));
    await expect(waiting).rejects.toThrow('c');
    await expect(abortable(Promise.resolve('a'), controller.signal)).rejects.toThrow('c');
  });
});

test('the clock of the machine has the time of the machine', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  const called: string[] = [];
  const began = monotonicNow(systemClock);
  expect(systemClock.now()).toBe(1_000_000);
  systemClock.setTimeout(() => called.push('first'), 10);
  systemClock.clearTimeout(systemClock.setTimeout(() => called.push('second'), 10));
  systemClock.clearTimeout(null);
  vi.advanceTimersByTime(9);
  expect(called).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(called).toEqual(['first']);
  expect([systemClock.now(), monotonicNow(systemClock) - began]).toEqual([1_000_010, 10]);
});

test('the clock of the machine keeps no process alive', () => {
  const timer = systemClock.setTimeout(() => {}, 1000) as NodeJS.Timeout;
  expect(timer.hasRef()).toBe(false);
  systemClock.clearTimeout(timer);
});

test('a clock without a monotonic time has its own', () => {
  const clock = { now: () => 7, setTimeout: () => 0, clearTimeout: () => {} };
  expect(monotonicNow(clock)).toBe(7);
  expect(monotonicNow({ ...clock, monotonicNow: () => 8 })).toBe(8);
});

describe('time limits', () => {
  function limits(caller?: AbortSignal) {
    const clock = new ManualClock();
    return { clock, limits: new TimeLimits(clock, DEFAULT_TIMEOUTS, caller) };
  }

  test.each([
    ['connect', 10_000, 'connect-timeout', 'The connection was not established within 10000 ms'],
    ['headers', 15_000, 'headers-timeout', 'The headers did not arrive within 15000 ms'],
    ['body', 15_000, 'body-timeout', 'No more of the body arrived within 15000 ms'],
  ] as const)('of %s', (stage, ms, code, message) => {
    const { clock, limits: all } = limits();
    all.enter(stage);
    clock.elapse(ms - 1);
    expect(all.signal.aborted).toBe(false);
    clock.elapse(1);
    expect(all.signal.reason).toBeInstanceOf(AccessError);
    expect(all.signal.reason).toMatchObject({ code, message });
    expect(clock.pending).toBe(0);
    all.enter('body');
    expect(clock.pending).toBe(0);
  });

  test('of the whole fetch, whatever is waited for; what has arrived has no limit any more', () => {
    const { clock, limits: all } = limits();
    for (let i = 0; i < 6; i++) {
      all.enter('connect');
      clock.elapse(9000);
    }
    all.leave();
    clock.elapse(5999);
    expect(all.signal.aborted).toBe(false);
    clock.elapse(1);
    expect(all.signal.reason).toMatchObject({
      code: 'total-timeout',
      message: 'The fetch did not end within 60000 ms',
    });
  });

  test('do not count while something else is waited for', async () => {
    const { clock, limits: all } = limits();
    all.enter('headers');
    clock.elapse(14_000);
    await all.uncounted(async (signal) => {
      expect(signal).toBe(all.signal);
      clock.elapse(10 * MINUTE);
    });
    clock.elapse(999);
    expect(all.signal.aborted).toBe(false);
    clock.elapse(1);
    expect(all.signal.reason).toMatchObject({ code: 'headers-timeout' });
    await expect(all.uncounted(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
    expect(clock.pending).toBe(0);
  });

  test('that are overdue on a busy machine have no time left, and not less', async () => {
    let now = 0;
    const asked: number[] = [];
    const clock = {
      now: () => now,
      setTimeout: (_callback: () => void, ms: number) => asked.push(ms),
      clearTimeout: () => {},
    };
    const all = new TimeLimits(clock, DEFAULT_TIMEOUTS, undefined);
    all.enter('headers');
    now += DEFAULT_TIMEOUTS.totalMs + 1;
    await all.uncounted(async () => {});
    expect(asked).toEqual([DEFAULT_TIMEOUTS.totalMs, DEFAULT_TIMEOUTS.headersMs, 0, 0]);
  });

  test('end with the caller’s signal, before or after they begin', () => {
    const controller = new AbortController();
    const { clock, limits: all } = limits(controller.signal);
    all.enter('body');
    controller.abort('enough');
    expect([all.signal.reason, clock.pending]).toEqual(['enough', 0]);
    const late = limits(controller.signal);
    expect([late.limits.signal.reason, late.clock.pending]).toEqual(['enough', 0]);
  });

  test('that were ended release every timer, and follow the caller no longer', () => {
    const controller = new AbortController();
    const { clock, limits: all } = limits(controller.signal);
    all.enter('body');
    all.end();
    controller.abort('late');
    expect([all.signal.aborted, clock.pending]).toEqual([false, 0]);
  });
});
