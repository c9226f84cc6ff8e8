/**
 * What undici tells the handler of a request whose body has no length and whose connection is reset: that the body is complete. The
 * dispatcher's event `disconnect` has another error than after an end, but names an origin, not a request or a connection. This is why such
 * a body, cut anywhere, counts as complete through a `dispatcher` (docs/client.md, "Protocols"). If undici tells one day, these tests fail.
 */
import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { later } from '../../../../test/support/later.js';
import { VERSIONS } from '../client/support/undici-versions.js';
import { FILE } from './support/fetching.js';
import { head, Peer } from './support/peer.js';

const CUT = FILE.slice(0, -5);

/** The two ways in which a connection closes. */
const CLOSINGS = {
  ended: (socket: Socket) => void socket.end(),
  reset: (socket: Socket) => void socket.resetAndDestroy(),
} as const;

describe.each(VERSIONS)('%s', (_, { Agent }) => {
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
