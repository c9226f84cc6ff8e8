/**
 * The time limits of a fetch as one signal: it aborts when one of them, or the caller, ends the fetch.
 */
import type { Clock } from './clock.js';
import { AccessError } from './faults.js';
import type { AccessTimeouts } from './options.js';

/** What a fetch waits for, one at a time. */
export type Stage = 'connect' | 'headers' | 'body';

const STAGES = {
  connect: { limit: 'connectMs', fault: 'connect-timeout', message: 'No connection stood' },
  headers: { limit: 'headersMs', fault: 'headers-timeout', message: 'No headers were there' },
  body: { limit: 'bodyMs', fault: 'body-timeout', message: 'Nothing more of the body came' },
} as const;

/** Limits that run from the moment they are made. */
export class TimeLimits {
  readonly #clock: Clock;
  readonly #timeouts: AccessTimeouts;
  readonly #caller: AbortSignal | undefined;
  readonly #controller = new AbortController();
  readonly #startedAt: number;
  readonly #total: unknown;
  #stage: unknown = null;

  constructor(clock: Clock, timeouts: AccessTimeouts, caller: AbortSignal | undefined) {
    this.#clock = clock;
    this.#timeouts = timeouts;
    this.#caller = caller;
    this.#startedAt = clock.now();
    this.#total = clock.setTimeout(() => {
      this.#abort(new AccessError('total-timeout', `It was not over after ${timeouts.totalMs} ms`));
    }, timeouts.totalMs);
    if (caller?.aborted) this.#onCallerAbort();
    else caller?.addEventListener('abort', this.#onCallerAbort, { once: true });
  }

  /** Aborts with an `AccessError`, or with the caller's reason. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Milliseconds since the limits began to run. */
  get elapsedMs(): number {
    return this.#clock.now() - this.#startedAt;
  }

  /** Begins to wait for something; what was waited for before has come. */
  enter(stage: Stage): void {
    this.leave();
    const { limit, fault, message } = STAGES[stage];
    const ms = this.#timeouts[limit];
    this.#stage = this.#clock.setTimeout(() => {
      this.#abort(new AccessError(fault, `${message} within ${ms} ms`));
    }, ms);
  }

  /** What was waited for has come. */
  leave(): void {
    this.#clock.clearTimeout(this.#stage);
    this.#stage = null;
  }

  /** Lets go of every timer and of the caller's signal. */
  end(): void {
    this.leave();
    this.#clock.clearTimeout(this.#total);
    this.#caller?.removeEventListener('abort', this.#onCallerAbort);
  }

  readonly #onCallerAbort = (): void => this.#abort(this.#caller?.reason);

  #abort(reason: unknown): void {
    this.end();
    this.#controller.abort(reason);
  }
}
