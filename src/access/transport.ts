/**
 * What requests are sent by: the caller's dispatcher, or an agent made for one fetch and closed with it. A robots.txt is
 * asked for once a day; connections kept open for the next time would be of no use.
 */
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { connector } from './connector.js';
import type { ConnectionWatch } from './http-exchange.js';
import type { Settings } from './settings.js';
import type { TimeLimits } from './time-limits.js';

export interface Transport {
  readonly dispatcher: Dispatcher;
  /** Null for a dispatcher of the caller's, whose connections are not seen. */
  readonly watch: ConnectionWatch | null;
  /** Closes every connection that it made. */
  close(): Promise<void>;
}

/** The longest header section of an answer, in octets; a longer one is malformed. */
const MAX_HEADER_OCTETS = 16 * 1024;

export async function openTransport(settings: Settings, limits: TimeLimits): Promise<Transport> {
  if (settings.dispatcher !== undefined) {
    return { dispatcher: settings.dispatcher, watch: null, close: async () => {} };
  }
  // Loaded with the first fetch: who only parses does not pay for it.
  const { Agent } = await import('undici');
  const sockets = new Set<Socket>();
  const watch = { socketError: null as Error | null };
  const onSocket = (socket: Socket): void => {
    watch.socketError = null;
    sockets.add(socket);
    socket.once('error', (error) => {
      watch.socketError = error;
    });
    socket.once('close', () => sockets.delete(socket));
  };
  const dispatcher = new Agent({
    connections: 1,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_OCTETS,
    connect: connector(settings.addresses, settings.connect, onSocket, (address) =>
      roomAt(address, settings, limits),
    ),
  });
  return {
    dispatcher,
    watch,
    close: async () => {
      await dispatcher.destroy();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Waits until the caller's limits let a connection be made. The time limit for connecting counts only from then on. */
export async function roomAt(address: string, { slot }: Settings, limits: TimeLimits): Promise<void> {
  if (slot === undefined) return;
  limits.leave();
  await slot.connectTo(address, limits.signal);
  limits.enter('connect');
}
