/**
 * Connecting to one of several addresses: RFC 8305.
 *
 * Node's own way (`autoSelectFamily`) gives an attempt up after 250 ms. A server that takes longer is then not reached if the
 * address after it is dead, as every IPv6 address is on a machine without IPv6. Here an attempt goes on beside later ones.
 */
import type { Socket } from 'node:net';
import type { Clock } from '../clock.js';
import type { ResolvedAddress } from '../dns/hostnames.js';

/** How long an attempt has until the next one begins beside it, in milliseconds (RFC 8305 §5). */
export const ATTEMPT_DELAY_MS = 250;

/** The most attempts at once. Another one replaces the oldest, so that a name with many dead addresses holds few sockets. */
const MAX_ATTEMPTS = 4;

export interface AddressRace {
  /** Begins to connect to an address. */
  readonly open: (address: ResolvedAddress) => Socket;
  readonly clock: Clock;
  readonly attemptDelayMs: number;
}

/**
 * The first connection that is established to any of several addresses. The other sockets are destroyed.
 *
 * @throws {AggregateError} (rejects) if every attempt fails; its `code` is that of the first error
 * @throws the signal's reason (rejects) if it aborts; what `open` throws
 */
export function firstConnected(
  addresses: readonly ResolvedAddress[],
  { open, clock, attemptDelayMs }: AddressRace,
  signal: AbortSignal,
): Promise<Socket> {
  const untried = alternating(addresses);
  const pending = new Map<Socket, ResolvedAddress>();
  const errors: Error[] = [];
  return new Promise((resolve, reject) => {
    let timer: unknown;
    const finish = (): void => {
      clock.clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      untried.length = 0;
      for (const socket of pending.keys()) socket.destroy();
      pending.clear();
    };
    const onAbort = (): void => {
      finish();
      reject(signal.reason);
    };
    const lose = (socket: Socket, error: Error): void => {
      if (!pending.delete(socket)) return;
      socket.destroy();
      errors.push(error);
      if (untried.length > 0) attempt();
      else if (pending.size === 0) {
        finish();
        reject(failureOf(errors));
      }
    };
    const replaceOldest = (): void => {
      const [[socket, { address }]] = pending;
      pending.delete(socket);
      socket.destroy();
      errors.push(new Error(`${address} did not accept a connection`));
    };
    const attempt = (): void => {
      clock.clearTimeout(timer);
      const address = untried.shift();
      if (address === undefined) return;
      if (pending.size === MAX_ATTEMPTS) replaceOldest();
      let socket: Socket;
      try {
        socket = open(address);
      } catch (error) {
        finish();
        reject(error);
        return;
      }
      pending.set(socket, address);
      socket.once('connect', () => {
        if (!pending.delete(socket)) return;
        finish();
        resolve(socket);
      });
      socket.on('error', (error) => lose(socket, error));
      socket.once('close', () => lose(socket, new Error('closed')));
      if (untried.length > 0) timer = clock.setTimeout(attempt, attemptDelayMs);
    };
    if (signal.aborted) {
      onAbort();
      return;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    attempt();
  });
}

/** The addresses with their families in turn, beginning with that of the first one (RFC 8305 §4). */
function alternating(addresses: readonly ResolvedAddress[]): ResolvedAddress[] {
  const first = addresses.filter(({ family }) => family === addresses[0].family);
  const second = addresses.filter(({ family }) => family !== addresses[0].family);
  const longest = Math.max(first.length, second.length);
  return Array.from({ length: longest }, (_, i) => [
    ...first.slice(i, i + 1),
    ...second.slice(i, i + 1),
  ]).flat();
}

function failureOf(errors: readonly Error[]): Error {
  const { code } = errors[0] as { code?: unknown };
  return Object.assign(new AggregateError(errors), { code });
}
