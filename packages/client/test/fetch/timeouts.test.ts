/** Timeouts, in virtual time over real sockets: nothing here waits for a clock. */
import type { LookupFunction, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { ManualClock, SECOND } from '../../../../test/support/manual-clock.js';
import { DEFAULT_TIMEOUTS } from '../../src/fetch/limits.js';
import type { AccessResult, FetchOptions } from '../../src/index.js';
import { FILE, get, inWords } from './support/fetching.js';
import { answer, head, Peer, pem, type Reply } from './support/peer.js';
import { clientSockets, until } from './support/sockets.js';

/** A fetch in virtual time. */
class Timed {
  readonly clock = new ManualClock();
  readonly sockets = clientSockets();
  readonly #result: Promise<AccessResult>;
  #isOver = false;

  constructor(url: string, options: Partial<FetchOptions> = {}) {
    this.#result = get(url, { clock: this.clock, ...options }).finally(() => {
      this.#isOver = true;
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Octets that the client has read, on all connections. */
  get octetsRead(): number {
    return this.sockets.reduce((sum, socket) => sum + socket.bytesRead, 0);
  }

  /** Waits until the client has read so many octets, or is done. */
  async hasRead(octets: number): Promise<void> {
    await until(() => this.octetsRead >= octets || this.#isOver);
  }

  /** The result, which must arrive without any more time passing. No timer may be left. */
  async result(): Promise<AccessResult> {
    try {
      return await this.#result;
    } finally {
      expect(this.clock.pending).toBe(0);
    }
  }
}

/** Answers nothing, and remembers the connections. */
function silent(sockets: Socket[] = []): Reply {
  return (socket) => sockets.push(socket);
}

describe('a limit ends the fetch', () => {
  test('if the connection is not established', async () => {
    // A TLS connection is established after the handshake.
    const peer = await Peer.start(silent());
    const timed: Timed = new Timed(peer.robotsUrl.replace('http:', 'https:'));
    await until(() => peer.connections === 1);
    timed.clock.elapse(DEFAULT_TIMEOUTS.connectMs);
    const result = await timed.result();
    await peer.closed();
    expect(inWords(result)).toBe('unreachable, disallow-all (connect-timeout)');
    expect(result.timings).toMatchObject({ connectMs: null, totalMs: DEFAULT_TIMEOUTS.connectMs });
  });

  test('if a name takes too long to resolve', async () => {
    let asked = false;
    const lookup: NonNullable<FetchOptions['connect']>['lookup'] = () => {
      asked = true;
    };
    const timed = new Timed('http://site.example/', { connect: { lookup } });
    await until(() => asked);
    timed.clock.elapse(DEFAULT_TIMEOUTS.connectMs);
    expect(inWords(await timed.result())).toBe('unreachable, disallow-all (connect-timeout)');
  });

  test('if no response begins', async () => {
    const peer = await Peer.start(silent());
    const timed: Timed = new Timed(peer.robotsUrl);
    await until(() => peer.requests.length === 1);
    timed.clock.elapse(DEFAULT_TIMEOUTS.headersMs - 1);
    expect(timed.isOver).toBe(false);
    timed.clock.elapse(1);
    const result = await timed.result();
    await peer.closed();
    expect(inWords(result)).toBe('unreachable, disallow-all (headers-timeout)');
    expect(result.timings).toMatchObject({ headersMs: null, totalMs: DEFAULT_TIMEOUTS.headersMs });
  });

  test('if the body stalls', async () => {
    const part = head(200, { 'Content-Length': '1000' }) + FILE;
    const peer = await Peer.start((socket) => socket.write(part));
    const timed: Timed = new Timed(peer.robotsUrl);
    await timed.hasRead(part.length);
    timed.clock.elapse(DEFAULT_TIMEOUTS.bodyMs);
    const result = await timed.result();
    await peer.closed();
    expect(inWords(result)).toBe('unreachable, disallow-all (body-timeout)');
    expect(result).toMatchObject({ status: 200, octets: FILE.length, encodedOctets: FILE.length });
    expect(result.timings.bodyMs).toBe(null);
  });
});

test('the result says how long each part of the fetch took', async () => {
  const clock = new ManualClock();
  clock.elapse(1000);
  const lookup: LookupFunction = (_name, _options, callback) => {
    clock.elapse(10);
    callback(null, [{ address: '127.0.0.1', family: 4 }]);
  };
  const part = head(200, { 'Content-Length': String(FILE.length) });
  const sockets = clientSockets();
  const peer = await Peer.start(async (socket) => {
    clock.elapse(20);
    socket.write(part);
    await until(() => sockets[0].bytesRead === part.length && clock.hasTimerIn(DEFAULT_TIMEOUTS.bodyMs));
    clock.elapse(30);
    socket.write(FILE);
  });
  const { timings } = await get(`http://site.example:${peer.port}/`, { clock, connect: { lookup } });
  const startedAt = clock.now() - 60;
  expect(timings).toEqual({ startedAt, connectMs: 10, headersMs: 30, bodyMs: 30, totalMs: 60 });
});

describe('one octet a second', () => {
  /** Sends `octets`, then `more` without end, one octet a second once the client has read the one before. */
  function drip(octets: string, more: string, timed: () => Timed): Reply {
    return async (socket) => {
      for (let i = 0; !socket.destroyed && !timed().isOver; i++) {
        socket.write(i < octets.length ? octets[i] : more);
        await timed().hasRead(i + 1);
        timed().clock.elapse(SECOND);
      }
    };
  }

  test('of headers ends by their limit', async () => {
    const peer = await Peer.start(drip('HTTP/1.1 200 OK\r\nX: ', 'x', () => timed));
    const timed: Timed = new Timed(peer.robotsUrl);
    const result = await timed.result();
    await peer.closed();
    expect(inWords(result)).toBe('unreachable, disallow-all (headers-timeout)');
    expect(timed.octetsRead).toBe(DEFAULT_TIMEOUTS.headersMs / SECOND);
  });

  test('of body ends by the limit for the whole fetch', async () => {
    const timeouts = { headersMs: 60 * SECOND, totalMs: 10 * 60 * SECOND };
    const peer = await Peer.start(drip(head(200), 'a', () => timed));
    const timed: Timed = new Timed(peer.robotsUrl, { timeouts });
    const result = await timed.result();
    await peer.closed();
    expect(inWords(result)).toBe('unreachable, disallow-all (total-timeout)');
    expect(result.timings.totalMs).toBe(timeouts.totalMs);
    expect(result.octets).toBe(600 - head(200).length);
  });
});

describe('the limit for the whole fetch', () => {
  test('counts the time of redirects', async () => {
    const peer = await Peer.start((socket, _request, index) => {
      timed.clock.elapse(14 * SECOND);
      socket.write(answer(302, '', { Location: `/${index + 1}` }));
    });
    const timed: Timed = new Timed(peer.robotsUrl);
    const result = await timed.result();
    await peer.closed();
    expect(inWords(result)).toBe('unreachable, disallow-all (total-timeout)');
    expect(result.redirects).toHaveLength(4);
  });

  test('says when a fetch is over, from which a wait until a date counts (RFC 9110 §10.2.3)', async () => {
    const clock = new ManualClock();
    const date = new Date(clock.now() + 90 * SECOND).toUTCString();
    const peer = await Peer.start((socket) => {
      clock.elapse(10 * SECOND);
      socket.write(answer(503, '', { 'Retry-After': date }));
    });
    expect(await get(peer.robotsUrl, { clock })).toMatchObject({ retry: { retryAfterMs: 80 * SECOND } });
  });
});

describe('the caller', () => {
  const reason = new Error('no longer of interest');

  test.each([
    ['within the TLS handshake', 'https:', ''],
    ['while it waits for an answer', 'http:', ''],
    ['within the headers', 'http:', head(200).slice(0, 5)],
    ['within the body', 'http:', head(200, { 'Content-Length': '1000' }) + FILE],
  ])('ends it %s', async (_, scheme, part) => {
    const controller = new AbortController();
    const peer = await Peer.start((socket) => socket.write(part));
    const timed = new Timed(peer.robotsUrl.replace('http:', scheme), { signal: controller.signal });
    const rejected = expect(timed.result()).rejects.toBe(reason);
    await until(() => peer.connections === 1);
    await timed.hasRead(part.length);
    controller.abort(reason);
    await rejected;
    await peer.closed();
  });

  test.each(['http:', 'https:'])(
    'ends it between the connection and the request, over %s: the connection is closed',
    async (scheme) => {
      const controller = new AbortController();
      const sockets = clientSockets();
      const peer = await Peer.start(silent(), scheme === 'https:' ? { certificate: 'self-signed' } : {});
      const clock = new ManualClock();
      const passed = clock.monotonicNow.bind(clock);
      clock.monotonicNow = () => {
        // The first reading of the clock after that is the one for `connectMs`.
        const [socket] = sockets;
        const isSecure = scheme === 'http:' || (socket as TLSSocket | undefined)?.authorized;
        if (socket?.readyState === 'open' && isSecure) controller.abort(reason);
        return passed();
      };
      const options = { signal: controller.signal, connect: { ca: pem('self-signed', 'crt') }, clock };
      await expect(get(peer.robotsUrl, options)).rejects.toBe(reason);
      await peer.closed();
      expect([peer.connections, peer.requests]).toEqual([1, []]);
    },
  );
});
