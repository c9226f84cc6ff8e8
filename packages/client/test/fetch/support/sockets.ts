/** The state of sockets, without a clock. */
import { readdirSync, readlinkSync } from 'node:fs';
import { Socket } from 'node:net';
import { onTestFinished, vi } from 'vitest';

export { until } from '../../../../../test/support/until.js';

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

/**
 * Counts the sockets that this process opens from now on and has not closed, of every kind, c-ares' included. Those that it has
 * already do not count: an earlier test may have left some that close in the meantime.
 *
 * @returns how many there are at each call
 */
export function newSockets(): () => number {
  const before = openSockets();
  return () => [...openSockets()].filter((socket) => !before.has(socket)).length;
}

/** The sockets that this process has open, each by a name of its own, such as `socket:[4711]`: Linux lists them. */
function openSockets(): ReadonlySet<string> {
  const names = readdirSync('/proc/self/fd').map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      // The descriptor that read this list is closed.
      return '';
    }
  });
  return new Set(names.filter((name) => name.startsWith('socket:')));
}
