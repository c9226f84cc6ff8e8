/** What goes on in sockets, without waiting by any clock. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** Waits until something holds, turn by turn of the event loop. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turn();
}

/** The sockets that this process connects from now on, plain ones and those beneath TLS, in order. */
export function clientSockets(): readonly Socket[] {
  const sockets: Socket[] = [];
  const onSocket = (message: unknown): void => {
    sockets.push((message as { socket: Socket }).socket);
  };
  subscribe('net.client.socket', onSocket);
  onTestFinished(() => {
    unsubscribe('net.client.socket', onSocket);
  });
  return sockets;
}
