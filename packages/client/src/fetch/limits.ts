/**
 * The limits of a fetch: of time, as one signal that aborts when one of them, or the program's own signal, ends the fetch; of octets; and the
 * permit of a client that limits concurrency (`pacing/limiter.ts`).
 */
import { onAbort } from 'robotstream/internal';
import { type Clock, monotonicNow } from './clock.js';
import { AccessError, type AccessFault } from './faults.js';
import type { AccessTimeouts } from './options.js';

/** The default time limits. */
export const DEFAULT_TIMEOUTS: AccessTimeouts = Object.freeze({
  connectMs: 10_000,
  headersMs: 15_000,
  bodyMs: 15_000,
  totalMs: 60_000,
});

/** The stages of a fetch, by what it waits for. */
export type Stage = 'connect' | 'headers' | 'body';

const STAGES = {
  connect: { limit: 'connectMs', fault: 'connect-timeout', message: 'The connection was not established' },
  headers: { limit: 'headersMs', fault: 'headers-timeout', message: 'The headers did not arrive' },
  body: { limit: 'bodyMs', fault: 'body-timeout', message: 'No more of the body arrived' },
} as const;

/** A timer that can be paused and resumed. */
interface Countdown {
  readonly fault: AccessFault;
  readonly message: string;
  leftMs: number;
  startedAt: number;
  timer: unknown;
}

/** Limits that count from the moment they are made. */
export class TimeLimits {
  readonly #clock: Clock;
  readonly #timeouts: AccessTimeouts;
  readonly #controller = new AbortController();
  readonly #total: Countdown;
  #stage: Countdown | null = null;
  #stopListening = (): void => {};

  constructor(clock: Clock, timeouts: AccessTimeouts, caller: AbortSignal | undefined) {
    this.#clock = clock;
    this.#timeouts = timeouts;
    const { totalMs } = timeouts;
    this.#total = this.#started('total-timeout', `The fetch did not end within ${totalMs} ms`, totalMs);
    if (caller === undefined) return;
    if (caller.aborted) this.#abort(caller.reason);
    else this.#stopListening = onAbort(caller, () => this.#abort(caller.reason));
  }

  /** Aborts with an `AccessError`, or with the caller's reason. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Begins to wait for a stage. The stage before it is over. */
  enter(stage: Stage): void {
    this.leave();
    if (this.signal.aborted) return;
    const { limit, fault, message } = STAGES[stage];
    const ms = this.#timeouts[limit];
    this.#stage = this.#started(fault, `${message} within ${ms} ms`, ms);
  }

  /** Ends the wait for the current stage. */
  leave(): void {
    if (this.#stage !== null) this.#stop(this.#stage);
    this.#stage = null;
  }

  /**
   * Waits for something that does not count against the limits, such as a permit.
   *
   * @throws what `wait` rejects with (rejects); the signal's reason if it aborts meanwhile
   */
  async uncounted<Value>(wait: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const countdowns = [this.#total, this.#stage].filter((countdown) => countdown !== null);
    for (const countdown of countdowns) this.#stop(countdown);
    try {
      return await wait(this.signal);
    } finally {
      if (!this.signal.aborted) for (const countdown of countdowns) this.#start(countdown);
    }
  }

  /** Releases every timer, and the program's signal. */
  end(): void {
    this.leave();
    this.#stop(this.#total);
    this.#stopListening();
  }

  #abort(reason: unknown): void {
    this.end();
    this.#controller.abort(reason);
  }

  #started(fault: AccessFault, message: string, ms: number): Countdown {
    const countdown = { fault, message, leftMs: ms, startedAt: 0, timer: null };
    this.#start(countdown);
    return countdown;
  }

  #start(countdown: Countdown): void {
    const { fault, message, leftMs } = countdown;
    countdown.startedAt = monotonicNow(this.#clock);
    countdown.timer = this.#clock.setTimeout(() => this.#abort(new AccessError(fault, message)), leftMs);
  }

  #stop(countdown: Countdown): void {
    this.#clock.clearTimeout(countdown.timer);
    const passedMs = monotonicNow(this.#clock) - countdown.startedAt;
    countdown.leftMs = Math.max(countdown.leftMs - passedMs, 0);
  }
}

export interface OctetLimits {
  /** How many octets of the body, in encoded form. */
  readonly maxEncodedOctets: number;
  /** How many octets of one header section. */
  readonly maxHeaderOctets: number;
  /** How many octets in all: headers, body, and what frames them. */
  readonly maxOctets: number;
}

/** A longer header section makes the response malformed. */
const MAX_HEADER_OCTETS = 16 * 1024;

/**
 * Encoded octets for each octet that the parsing limit allows. A body that decodes to nothing must have a limit, too.
 * Codings make bodies smaller. Flushing after each line can make one larger, but not twice as large.
 */
const ENCODED_PER_DECODED = 2;

/** Octets of the response for each octet of the body: a chunk of one octet takes six (RFC 9112 §7.1). */
const OCTETS_PER_ENCODED = 6;

/** Interim responses, the header section and the trailer section. */
const MAX_HEADER_SECTIONS = 4;

/** @param maxOctets the parsing limit */
export function octetLimits(maxOctets: number): OctetLimits {
  const maxEncodedOctets = maxOctets * ENCODED_PER_DECODED;
  return {
    maxEncodedOctets,
    maxHeaderOctets: MAX_HEADER_OCTETS,
    maxOctets: maxEncodedOctets * OCTETS_PER_ENCODED + MAX_HEADER_OCTETS * MAX_HEADER_SECTIONS,
  };
}

/**
 * The right to send requests, held by one fetch. It counts against one host and one address at a time: those that the
 * fetch sends its current request to.
 */
export interface FetchPermit {
  /**
   * Releases the current host and address, and waits for a permit at another host. Call it before each request that
   * follows a redirect.
   *
   * @throws the signal's reason (rejects) if it aborts
   */
  moveTo(host: string, signal: AbortSignal): Promise<void>;
  /**
   * Counts this fetch against an address, too, and waits for a permit there. Call it once the host's name is resolved,
   * before connecting. Throws as {@link moveTo}.
   */
  connectTo(address: string, signal: AbortSignal): Promise<void>;
}

/**
 * Waits for a permit to connect to an address. No time limit of the fetch counts that time.
 *
 * @throws the limits' reason (rejects) if they abort
 */
export async function waitForPermit(
  address: string,
  permit: FetchPermit | undefined,
  limits: TimeLimits,
): Promise<void> {
  if (permit !== undefined) await limits.uncounted((signal) => permit.connectTo(address, signal));
}
