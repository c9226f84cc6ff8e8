/**
 * Lets a question begin its lookup only if a fetch could start soon. The others wait here and take a hundredth of the memory of a lookup,
 * because a crawler may ask about any number of sites at once.
 */
import { type Clock, MAX_TIMER_MS, monotonicNow } from '../fetch/clock.js';

interface Waiting {
  /** When it began to wait, by the monotonic clock. */
  readonly since: number;
  readonly begin: (waitedMs: number) => void;
}

export interface AdmissionOptions {
  /** Whether another lookup may begin. */
  readonly hasRoom: () => boolean;
  /** How long a lookup waits for room, in milliseconds; then it begins anyway, and its own time limit ends it. Infinity: it waits for ever. */
  readonly queueMs: number;
  readonly clock: Clock;
}

/** A queue of lookups that have not begun. */
export class Admission {
  readonly #options: AdmissionOptions;
  /** The lookups that wait, in the order in which they came. */
  readonly #queue = new Set<Waiting>();
  #timer: unknown;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** Lookups that have not begun. */
  get size(): number {
    return this.#queue.size;
  }

  /**
   * Begins a lookup now, or as soon as there is room.
   *
   * @param begin called once, with how long it has waited, in milliseconds
   * @returns a function that removes the lookup from the queue; it has no effect once the lookup has begun
   */
  enter(begin: (waitedMs: number) => void): () => void {
    if (this.#queue.size === 0 && this.#options.hasRoom()) {
      begin(0);
      return () => {};
    }
    const waiting: Waiting = { since: this.#now(), begin };
    this.#queue.add(waiting);
    this.#timer ??= this.#timerFor(waiting);
    return () => {
      this.#queue.delete(waiting);
    };
  }

  /** Begins the lookups that there is room for. */
  next(): void {
    for (const waiting of this.#queue) {
      if (!this.#options.hasRoom()) return;
      this.#begin(waiting);
    }
  }

  /** Begins all lookups: the closed cache rejects them. */
  close(): void {
    for (const waiting of this.#queue) this.#begin(waiting);
    this.#options.clock.clearTimeout(this.#timer);
  }

  #begin(waiting: Waiting): void {
    this.#queue.delete(waiting);
    waiting.begin(this.#now() - waiting.since);
  }

  /** One timer for all lookups: the first one has waited longest. */
  #timerFor({ since }: Waiting): unknown {
    const { clock, queueMs } = this.#options;
    const leftMs = Math.max(since + queueMs - this.#now(), 0);
    return leftMs > MAX_TIMER_MS ? undefined : clock.setTimeout(() => this.#beginExpired(), leftMs);
  }

  #beginExpired(): void {
    const expired = this.#now() - this.#options.queueMs;
    this.#timer = undefined;
    for (const waiting of this.#queue) {
      if (waiting.since > expired) {
        this.#timer = this.#timerFor(waiting);
        return;
      }
      this.#begin(waiting);
    }
  }

  #now(): number {
    return monotonicNow(this.#options.clock);
  }
}
