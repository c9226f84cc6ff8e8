/** Dispatchers of the caller: composed ones, older ones, and what they do not tell. */

import type { Socket } from 'node:net';
import { Agent, interceptors, MockAgent, RetryAgent } from 'undici';
import { Agent as Agent6, RetryAgent as RetryAgent6 } from 'undici-6';
import type { Agent as Agent8 } from 'undici-8';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PARSING_LIMIT_OCTETS } from '../../../../src/index.js';
import { later } from '../../../../test/support/later.js';
import { retryDelayMs } from '../../src/fetch/retry.js';
import type { FetchOptions } from '../../src/index.js';
import { VERSIONS } from '../client/support/undici-versions.js';
import { FILE, get, inWords, mayFetch } from './support/fetching.js';
import { always, answer, flood, head, Peer } from './support/peer.js';
import { until } from './support/sockets.js';

type AnyDispatcher = NonNullable<FetchOptions['dispatcher']>;

/** A dispatcher that is destroyed with the test. */
function disposable<Kind extends AnyDispatcher & { destroy(): unknown }>(dispatcher: Kind): Kind {
  onTestFinished(async () => {
    await dispatcher.destroy();
  });
  return dispatcher;
}

/** Gives up at the first failure, as a `RetryAgent` does at the last. */
const NO_RETRIES = {
  retry: (error: Error, _context: unknown, callback: (error: Error) => void) => callback(error),
};

describe.each([
  ["undici's responseError", () => disposable(new Agent().compose(interceptors.responseError()))],
  ["undici's RetryAgent", () => disposable(new RetryAgent(new Agent(), NO_RETRIES))],
  ["undici 6's RetryAgent", () => disposable(new RetryAgent6(new Agent6() as never, NO_RETRIES))],
])('%s, which turns statuses into errors', (_, make) => {
  test.each([
    [404, 'unavailable, allow-all'],
    [401, 'unavailable, allow-all'],
    [429, 'unavailable, allow-all'],
    [500, 'unreachable, disallow-all (server-error)'],
    [503, 'unreachable, disallow-all (server-error)'],
  ])('%i: %s', async (status, expected) => {
    const peer = await Peer.start(always(status, 'User-agent: *\nDisallow: /\n', { 'Retry-After': '90' }));
    const result = await get(peer.robotsUrl, { dispatcher: make() });
    expect(inWords(result)).toBe(expected);
    expect(result.status).toBe(status);
    if (status < 429) return;
    expect(result.headers['retry-after']).toBe('90');
    const retry = 'retry' in result ? result.retry : null;
    expect(retry && retryDelayMs(retry, 1)).toBe(90_000);
  });

  test('a redirect and a file', async () => {
    const peer = await Peer.start((socket, _request, index) => {
      socket.write(index === 0 ? answer(302, '', { Location: '/a' }) : answer(200, FILE));
    });
    const result = await get(peer.robotsUrl, { dispatcher: make() });
    expect(inWords(result)).toBe('success, rules');
    expect(result.finalUrl).toBe(`${peer.origin}/a`);
  });

  test('a body that is cut off', async () => {
    const peer = await Peer.start((socket) => socket.end(answer(200, FILE, { 'Content-Length': '1000' })));
    expect((await get(peer.robotsUrl, { dispatcher: make() })).outcome).toBe('unreachable');
  });
});

describe.each([
  // After an abort, undici 6 reconnects at once, and keeps that connection for this long.
  ['of undici 6', () => disposable(new Agent6({ keepAliveTimeout: 1 }))],
  ['of undici 7', () => disposable(new Agent())],
])('a dispatcher %s', (_, make) => {
  test('joins headers that are sent more than once', async () => {
    const lines = 'Cache-Control: max-age=1\r\ncache-control: public\r\nContent-Length: 0';
    const peer = await Peer.start((socket) => socket.write(`HTTP/1.1 200 OK\r\n${lines}\r\n\r\n`));
    const result = await get(peer.robotsUrl, { dispatcher: make() });
    expect(result.headers['cache-control']).toBe('max-age=1, public');
  });

  test('stops at the parsing limit', async () => {
    const line = Buffer.alloc(64 * 1024, `#${'x'.repeat(62)}\n`);
    const peer = await Peer.start((socket) => {
      socket.write(head(200) + FILE);
      flood(socket, () => line);
    });
    const result = await get(peer.robotsUrl, { dispatcher: make() });
    expect(result.octets).toBe(PARSING_LIMIT_OCTETS);
    await peer.closed();
  });

  test('is aborted with the fetch', async () => {
    const controller = new AbortController();
    const peer = await Peer.start(() => {});
    const fetched = get(peer.robotsUrl, { dispatcher: make(), signal: controller.signal });
    const rejected = expect(fetched).rejects.toThrow('enough');
    await until(() => peer.requests.length === 1);
    controller.abort(new Error('enough'));
    await rejected;
    await peer.closed();
  });
});

test('the option takes the agents of every version of undici', async () => {
  const asOption = (agent: Agent | Agent6 | Agent8): AnyDispatcher => agent;
  const peer = await Peer.start(always(200, FILE));
  for (const agent of [new Agent(), new Agent6()]) {
    const dispatcher = asOption(disposable(agent));
    expect(mayFetch(await get(peer.robotsUrl, { dispatcher }), '/private')).toBe(false);
  }
});

/**
 * What undici tells the handler of a request whose body has no length and whose connection is reset: that the body is complete. This is why
 * such a body, cut anywhere, counts as complete through a `dispatcher` (docs/client.md, "Protocols"). If undici tells one day, these tests fail.
 */
const CUT = FILE.slice(0, -5);

/** The two ways in which a connection closes. */
const CLOSINGS = {
  ended: (socket: Socket) => void socket.end(),
  reset: (socket: Socket) => void socket.resetAndDestroy(),
} as const;

describe.each(VERSIONS)('%s, after a body without a length', (_, { Agent }) => {
  /** What the handler of a request gets until the connection is closed. */
  async function eventsOf(close: (socket: Socket) => void): Promise<unknown[]> {
    let connection: Socket | undefined;
    const peer = await Peer.start((socket) => {
      connection = socket;
      socket.write(head(200) + CUT);
    });
    const agent = new Agent();
    onTestFinished(() => agent.destroy());
    const events: unknown[] = [];
    const closed = later();
    agent.on('disconnect', () => closed.resolve());
    let received = 0;
    const receive = (chunk: Buffer): void => {
      received += chunk.length;
      // Octets that have not been read when a reset arrives are lost.
      if (received === CUT.length && connection !== undefined) close(connection);
    };
    const handler = {
      onRequestStart: () => {},
      onResponseStart: (_: unknown, status: number) => void events.push(['headers', status]),
      onResponseData: (_: unknown, chunk: Buffer) => receive(chunk),
      onResponseEnd: (_: unknown, trailers: object) => void events.push(['end', { ...trailers }]),
      onResponseError: (_: unknown, error: Error) => void events.push(['error', error.message]),
      onConnect: () => {},
      onHeaders: (status: number) => events.push(['headers', status]) > 0,
      onData: (chunk: Buffer) => {
        receive(chunk);
        return true;
      },
      onComplete: () => void events.push(['end', {}]),
      onError: (error: Error) => void events.push(['error', error.message]),
    };
    agent.dispatch({ origin: peer.origin, path: '/robots.txt', method: 'GET' }, handler as never);
    await closed.promise;
    return events;
  }

  test('reports a reset as it reports an end', async () => {
    const ended = await eventsOf(CLOSINGS.ended);
    expect(ended).toEqual([
      ['headers', 200],
      ['end', {}],
    ]);
    expect(await eventsOf(CLOSINGS.reset)).toEqual(ended);
  });
});

/** The result of a fetch from a site that redirects to a URL with the file. */
async function redirected(from: string, to: string, addresses?: 'any'): Promise<string> {
  const dispatcher = new MockAgent();
  onTestFinished(() => dispatcher.close());
  dispatcher.disableNetConnect();
  const target = new URL(to);
  const reply = (origin: string, path: string) => dispatcher.get(origin).intercept({ path });
  reply(from, '/robots.txt').reply(302, '', { headers: { location: to } });
  if (target.protocol !== 'ftp:') reply(target.origin, target.pathname).reply(200, FILE);
  const { fault, redirects, cause } = await get(from, { dispatcher, ...(addresses && { addresses }) });
  expect(redirects).toEqual([{ url: `${from}/robots.txt`, status: 302, location: to }]);
  return fault === null ? 'followed' : `${fault}: ${cause?.message}`;
}

test.each([
  ['within the public internet', 'http://8.8.8.8', 'https://1.1.1.1/a'],
  ['from a public address of IPv6 to another', 'http://[2600::1]', 'http://[2600::2]/a'],
  ['within a private network', 'http://10.0.0.1', 'http://10.0.0.2/a'],
  ['from a private network to this machine', 'http://10.0.0.1', 'http://localhost/a'],
  ['on this machine', 'http://localhost', 'http://127.0.0.1/a'],
  ['on this machine by another name (RFC 6761 §6.3)', 'http://a.localhost', 'http://10.0.0.1/a'],
  ['outwards', 'http://10.0.0.1', 'http://8.8.8.8/a'],
  ['from a name to a public address', 'http://site.example', 'http://8.8.8.8/a'],
  ['from a name to another: the dispatcher resolves both', 'http://site.example', 'http://in.example/a'],
  ['to a name like that of this machine', 'http://8.8.8.8', 'http://localhost.example/a'],
  ['to another one like it', 'http://8.8.8.8', 'http://alocalhost/a'],
])('by default, a redirect is followed: %s', async (_, from, to) => {
  expect(await redirected(from, to)).toBe('followed');
});

test.each([
  ['from a public address', 'http://8.8.8.8', 'http://10.0.0.1/a', '10.0.0.1'],
  ['from a name', 'http://site.example', 'http://10.0.0.1/a', '10.0.0.1'],
  ['to an address of IPv6', 'http://site.example', 'http://[fd00::1]/a', 'fd00::1'],
  ['to this machine', 'http://8.8.8.8', 'http://localhost/a', '127.0.0.1'],
  ['to this machine by another name', 'http://site.example', 'http://a.localhost/a', '127.0.0.1'],
  ['to this machine with the dot of the root', 'http://8.8.8.8', 'http://localhost./a', '127.0.0.1'],
  ['to a name below it with that dot', 'http://8.8.8.8', 'http://a.localhost./a', '127.0.0.1'],
])('by default, a redirect to a private address is refused: %s', async (_, from, to, address) => {
  const { hostname } = new URL(to);
  expect(await redirected(from, to)).toBe(
    `address-refused: ${hostname.replace(/[[\]]/g, '')} may not be connected to: the option addresses does not allow ${address}`,
  );
});

test('addresses: any follows a redirect to a private address', async () => {
  expect(await redirected('http://8.8.8.8', 'http://10.0.0.1/a', 'any')).toBe('followed');
});

test('a redirect to FTP is not followed: no dispatcher speaks it', async () => {
  expect(await redirected('http://site.example', 'ftp://site.example/robots.txt')).toBe(
    'redirect-invalid: http://site.example/robots.txt redirects to FTP, which dispatcher cannot fetch',
  );
});
