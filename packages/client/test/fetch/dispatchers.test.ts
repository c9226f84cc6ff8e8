/** Dispatchers of the caller: composed ones, older ones, and values that are not dispatchers. */
import { Agent, interceptors, RetryAgent } from 'undici';
import { Agent as Agent6, RetryAgent as RetryAgent6 } from 'undici-6';
import type { Agent as Agent8 } from 'undici-8';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PARSING_LIMIT_OCTETS } from '../../../../src/index.js';
import { retryDelayMs } from '../../src/fetch/retry.js';
import type { FetchOptions } from '../../src/index.js';
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
