/**
 * When a host may be sent the next request: a rate that all inputs of a process share, and the waits that servers ask for.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { SECOND_MS } from 'robotstream/internal';

/** Gives requests their turns. */
export interface Pace {
  /** Resolves when the host may be sent a request. Rejects if the signal aborts. */
  turn(host: string, signal: AbortSignal): Promise<void>;
  /** The host is to get no request for some milliseconds. */
  hold(host: string, ms: number): void;
}

/** What a pace needs of time. */
export interface PaceClock {
  /** In milliseconds. */
  now(): number;
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

const SYSTEM_CLOCK: PaceClock = {
  now: () => performance.now(),
  wait: (ms, signal) => wait(ms, undefined, { signal }),
};

/** The pace of one process. */
export class HostPace implements Pace {
  readonly #intervalMs: number;
  readonly #clock: PaceClock;
  /** When the next request may begin, by host. */
  readonly #next = new Map<string, number>();
  readonly #heldUntil = new Map<string, number>();

  /** @param rate how many requests a host gets each second; undefined for any number */
  constructor(rate: number | undefined, clock: PaceClock = SYSTEM_CLOCK) {
    this.#intervalMs = rate === undefined ? 0 : SECOND_MS / rate;
    this.#clock = clock;
  }

  async turn(host: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const now = this.#clock.now();
      const held = this.#heldUntil.get(host) ?? now;
      if (held > now) {
        await this.#clock.wait(held - now, signal);
        continue;
      }
      const at = this.#next.get(host) ?? now;
      if (at <= now) {
        if (this.#intervalMs > 0) this.#next.set(host, now + this.#intervalMs);
        return;
      }
      this.#next.set(host, at + this.#intervalMs);
      await this.#clock.wait(at - now, signal);
      // A wait that the server asked for meanwhile is kept, too; then the turn is taken anew.
      if ((this.#heldUntil.get(host) ?? 0) <= this.#clock.now()) return;
    }
  }

  hold(host: string, ms: number): void {
    const until = this.#clock.now() + ms;
    if (until > (this.#heldUntil.get(host) ?? 0)) this.#heldUntil.set(host, until);
  }
}

const PACES = new Map<number | undefined, HostPace>();

/** The pace of this process at a rate. A limit is kept by the process as a whole, so all surveys in it with the same rate share one. */
export function paceOf(rate: number | undefined): Pace {
  const pace = PACES.get(rate) ?? new HostPace(rate);
  PACES.set(rate, pace);
  return pace;
}
