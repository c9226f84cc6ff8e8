/** Several addresses, of which some never answer or refuse: RFC 8305 §4, §5. The sockets are real; the test begins each attempt. */
import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { CLOSED_PORT } from '../../../../test/support/ports.js';
import { connectToAny } from '../../src/fetch/addresses/address-race.js';
import type { ResolvedAddress } from '../../src/fetch/addresses/hostnames.js';

const DELAY_MS = 250;

const server = createServer((socket) => socket.on('error', () => {}));
let port = 0;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as { port: number }).port;
});

afterAll(() => server.close());

const IPV4 = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5', '192.0.2.6'];

function addresses(...texts: string[]): ResolvedAddress[] {
  return texts.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

/** A race whose sockets connect when the test says so. */
function race(to: readonly ResolvedAddress[], signal = new AbortController().signal) {
  const clock = new ManualClock();
  const tried: string[] = [];
  const sockets: Socket[] = [];
  const open = ({ address }: ResolvedAddress): Socket => {
    tried.push(address);
    const socket = new Socket();
    sockets.push(socket);
    return socket;
  };
  const winner = connectToAny(to, { open, clock, attemptDelayMs: DELAY_MS }, signal);
  winner.catch(() => {});
  return { clock, tried, sockets, winner };
}

function accept(socket: Socket): void {
  socket.connect(port, '127.0.0.1');
}

async function refuse(socket: Socket): Promise<void> {
  const closed = once(socket, 'close');
  socket.connect(CLOSED_PORT, '127.0.0.1');
  await closed.catch(() => {});
}

test('an address that answers late is used if the next one refuses', async () => {
  const { clock, tried, sockets, winner } = race(addresses('192.0.2.1', '2001:db8::1'));
  expect(tried).toEqual(['192.0.2.1']);
  await clock.advance(DELAY_MS);
  expect(tried).toEqual(['192.0.2.1', '2001:db8::1']);
  await refuse(sockets[1]);
  expect(sockets[0].destroyed).toBe(false);
  accept(sockets[0]);
  expect(await winner).toBe(sockets[0]);
  expect(clock.pending).toBe(0);
  sockets[0].destroy();
});

test('the first to connect wins, and the others are destroyed', async () => {
  const { clock, sockets, winner } = race(addresses('192.0.2.1', '192.0.2.2', '192.0.2.3'));
  await clock.advance(DELAY_MS);
  accept(sockets[1]);
  expect(await winner).toBe(sockets[1]);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false]);
  expect(clock.pending).toBe(0);
  sockets[1].destroy();
});

test('after a refusal the next attempt begins at once', async () => {
  const { tried, sockets, winner } = race(addresses('192.0.2.1', '192.0.2.2'));
  await refuse(sockets[0]);
  expect(tried).toEqual(['192.0.2.1', '192.0.2.2']);
  accept(sockets[1]);
  expect(await winner).toBe(sockets[1]);
  sockets[1].destroy();
});

test('families take turns, beginning with that of the first address', async () => {
  const { clock, tried, sockets } = race(addresses('2001:db8::1', '2001:db8::2', '192.0.2.1'));
  await clock.advance(2 * DELAY_MS);
  expect(tried).toEqual(['2001:db8::1', '192.0.2.1', '2001:db8::2']);
  for (const socket of sockets) socket.destroy();
});

test('at most four attempts last at once; a fifth replaces the oldest', async () => {
  const { clock, tried, sockets, winner } = race(addresses(...IPV4));
  await clock.advance(10 * DELAY_MS);
  expect(tried).toEqual(IPV4);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false, false, false]);
  accept(sockets[2]);
  expect(await winner).toBe(sockets[2]);
  sockets[2].destroy();
});

test('if every attempt fails, the error has all reasons, and the code of the first', async () => {
  const { sockets, winner } = race(addresses('192.0.2.1', '192.0.2.2'));
  await refuse(sockets[0]);
  await refuse(sockets[1]);
  const error = await winner.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(AggregateError);
  expect(error).toMatchObject({ code: 'ECONNREFUSED', errors: [expect.any(Error), expect.any(Error)] });
});

test('an abort destroys every socket', async () => {
  const controller = new AbortController();
  const { clock, sockets, winner } = race(
    addresses('192.0.2.1', '192.0.2.2', '192.0.2.3'),
    controller.signal,
  );
  await clock.advance(DELAY_MS);
  controller.abort(new Error('enough'));
  await expect(winner).rejects.toThrow('enough');
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  expect(clock.pending).toBe(0);
});

test('a signal that is aborted already begins nothing', async () => {
  const { tried, winner } = race(addresses('192.0.2.1', '192.0.2.2'), AbortSignal.abort(new Error('enough')));
  await expect(winner).rejects.toThrow('enough');
  expect(tried).toEqual([]);
});

test('an error of the second attempt’s options ends the race', async () => {
  const clock = new ManualClock();
  const first = new Socket();
  const open = ({ address }: ResolvedAddress): Socket => {
    if (address === '192.0.2.2') throw new RangeError('no such option');
    return first;
  };
  const signal = new AbortController().signal;
  const winner = connectToAny(
    addresses('192.0.2.1', '192.0.2.2'),
    { open, clock, attemptDelayMs: DELAY_MS },
    signal,
  );
  const failed = expect(winner).rejects.toThrow('no such option');
  await clock.advance(DELAY_MS);
  await failed;
  expect(first.destroyed).toBe(true);
});

test('an abort after the connection, in the same turn, changes nothing', async () => {
  const controller = new AbortController();
  const { sockets, winner } = race(addresses('192.0.2.1'), controller.signal);
  const rejections: unknown[] = [];
  const note = (reason: unknown): void => void rejections.push(reason);
  process.on('unhandledRejection', note);
  sockets[0].once('connect', () => controller.abort(new Error('too late')));
  accept(sockets[0]);
  expect(await winner).toBe(sockets[0]);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(rejections).toEqual([]);
  expect(sockets[0].destroyed).toBe(false);
  sockets[0].destroy();
});
