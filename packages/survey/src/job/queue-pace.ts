/**
 * The pace of all workers of a queue: what they have sent each host in this second is counted in Redis, and so are the waits that servers ask for.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { SECOND_MS } from 'robotstream/internal';
import type { Pace } from '../remote/pace.js';

/** The part of a client of Redis that counts. */
interface Counter {
  incr(key: string): Promise<number>;
  pExpire(key: string, ms: number): Promise<unknown>;
  pTTL(key: string): Promise<number>;
  set(key: string, value: string, options: { readonly PX: number }): Promise<unknown>;
}

export class QueuePace implements Pace {
  readonly #counter: Counter;
  readonly #queue: string;
  readonly #rate: number | undefined;

  /**
   * @param queue the name of the queue, which its keys begin with
   * @param rate how many requests a host gets each second; undefined for any number
   */
  constructor(counter: Counter, queue: string, rate: number | undefined) {
    this.#counter = counter;
    this.#queue = queue;
    this.#rate = rate;
  }

  async turn(host: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      // Without the server of the queue there is no turn; the client connects again.
      const at = await this.turnAt(host).catch(() => Date.now() + SECOND_MS);
      if (at === null) return;
      await wait(at - Date.now(), undefined, { signal });
    }
  }

  hold(host: string, ms: number): void {
    const key = this.#keyOf('hold', host);
    this.#counter.set(key, '', { PX: Math.max(1, Math.ceil(ms)) }).catch(() => {}); // as without a wait
  }

  /** Takes a turn. Returns when to try again, in milliseconds since 1970; null if there is a turn. */
  async turnAt(host: string): Promise<number | null> {
    const now = Date.now();
    const held = await this.#counter.pTTL(this.#keyOf('hold', host));
    if (held > 0) return now + held;
    if (this.#rate === undefined) return null;
    const second = Math.floor(now / SECOND_MS);
    const key = this.#keyOf('rate', `${host}:${second}`);
    const begun = await this.#counter.incr(key);
    if (begun === 1) await this.#counter.pExpire(key, 2 * SECOND_MS);
    return begun <= this.#rate ? null : (second + 1) * SECOND_MS;
  }

  #keyOf(kind: string, host: string): string {
    return `${this.#queue}:${kind}:${host}`;
  }
}
