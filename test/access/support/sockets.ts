/** The state of sockets, without waiting by any clock. */
import { readdirSync, readlinkSync } from 'node:fs';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';

/** Waits until something holds, turn by turn of the event loop. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turn();
}

/** The sockets that this process connects from now on, in order, until the test is over. */
export function clientSockets(): readonly Socket[] {
  const sockets: Socket[] = [];
  const { connect } = Socket.prototype;
  const spy = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (
    this: Socket,
    ...args: unknown[]
  ) {
    sockets.push(this);
    return Reflect.apply(connect, this, args) as Socket;
  });
  onTestFinished(() => spy.mockRestore());
  return sockets;
}

/** How many sockets this process has open, of every kind, c-ares' included: Linux lists them. */
export function openSockets(): number {
  const descriptors = readdirSync('/proc/self/fd');
  return descriptors.filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith('socket:');
    } catch {
      // The one that this listing itself was read by.
      return false;
    }
  }).length;
}
