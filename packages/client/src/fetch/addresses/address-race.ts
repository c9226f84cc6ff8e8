/**
 * Connecting to one of several addresses: RFC 8305.
 *
 * Node's own way (`autoSelectFamily`) gives an attempt up after 250 ms. A server that takes longer is then not reached if the
 * address after it is dead, as every IPv6 address is on a machine without IPv6. Here an attempt goes on beside later ones.
 */
import type { Socket } from 'node:net';
import type { Clock } from '../clock.js';
import { type EndSignal, onEnd } from '../ending.js';
import type { ResolvedAddress } from './hostnames.js';

/** How long an attempt has until the next one begins beside it, in milliseconds (RFC 8305 §5). */
export const ATTEMPT_DELAY_MS = 250;

/** The most attempts at once. Another one replaces the oldest, so that a name with many dead addresses holds few sockets. */
const MAX_ATTEMPTS = 4;

export interface RaceOptions {
  /** Begins to connect to an address. */
  readonly open: (address: ResolvedAddress) => Socket;
  readonly clock: Clock;
  readonly attemptDelayMs: number;
}

/**
 * Connects to any of several addresses. The first connection that is established wins; the other sockets are destroyed.
 *
 * @throws {AggregateError} (rejects) if every attempt fails; its `code` is that of the first error
 * @throws the signal's reason (rejects) if it aborts; what `open` throws
 */
export async function connectToAny(
  addresses: readonly ResolvedAddress[],
  options: RaceOptions,
  signal: EndSignal,
): Promise<Socket> {
  signal.throwIfAborted();
  const race = new AddressRace(addresses, options);
  const stopListening = onEnd(signal, () => race.giveUp(signal.reason));
  try {
    return await race.winner;
  } finally {
    stopListening();
  }
}

class AddressRace {
  /** The first connection; rejects if there is none. */
  readonly winner: Promise<Socket>;
  readonly #options: RaceOptions;
  readonly #untried: ResolvedAddress[];
  /** The attempts in progress, the oldest first. */
  readonly #attempts = new Map<Socket, ResolvedAddress>();
  readonly #errors: Error[] = [];
  #timer: unknown;
  #resolve: (winner: Socket) => void = () => {};
  #reject: (reason: unknown) => void = () => {};

  constructor(addresses: readonly ResolvedAddress[], options: RaceOptions) {
    this.#options = options;
    this.#untried = alternating(addresses);
    this.winner = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#tryNext();
  }

  /** Ends the race without a winner, unless there is one. */
  giveUp(reason: unknown): void {
    this.#end();
    this.#reject(reason);
  }

  /** Ends all attempts. */
  #end(): void {
    this.#options.clock.clearTimeout(this.#timer);
    this.#untried.length = 0;
    for (const socket of this.#attempts.keys()) socket.destroy();
    this.#attempts.clear();
  }

  /** Begins an attempt, and has the next one begin beside it after a while. */
  #tryNext(): void {
    const { clock, open, attemptDelayMs } = this.#options;
    clock.clearTimeout(this.#timer);
    const address = this.#untried.shift();
    if (address === undefined) return;
    if (this.#attempts.size === MAX_ATTEMPTS) this.#giveUpOldest();
    try {
      this.#follow(open(address), address);
    } catch (error) {
      this.giveUp(error);
      return;
    }
    if (this.#untried.length > 0) this.#timer = clock.setTimeout(() => this.#tryNext(), attemptDelayMs);
  }

  #follow(socket: Socket, address: ResolvedAddress): void {
    this.#attempts.set(socket, address);
    socket.once('connect', () => {
      if (!this.#attempts.delete(socket)) return;
      this.#end();
      this.#resolve(socket);
    });
    socket.on('error', (error) => this.#fail(socket, error));
    socket.once('close', () => this.#fail(socket, new Error('closed')));
  }

  #fail(socket: Socket, error: Error): void {
    if (!this.#attempts.delete(socket)) return;
    socket.destroy();
    this.#errors.push(error);
    if (this.#untried.length > 0) this.#tryNext();
    else if (this.#attempts.size === 0) this.giveUp(failureOf(this.#errors));
  }

  #giveUpOldest(): void {
    const [[socket, { address }]] = this.#attempts;
    this.#attempts.delete(socket);
    socket.destroy();
    this.#errors.push(new Error(`${address} did not accept a connection`));
  }
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
