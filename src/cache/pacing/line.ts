/**
 * The requests of one host that wait for their turn, in order.
 */

/** A request that waits. */
export interface Waiter {
  /** The time between this turn and the next one, in milliseconds. */
  readonly delayMs: number;
  /** Whether the turn lasts until it is ended. */
  readonly lasts: boolean;
  /** It is this request's turn. */
  readonly begin: (token: string) => void;
  /** The request waits no longer. */
  readonly giveUp: (reason: unknown) => void;
}

/** The line of one host. */
export class Line {
  readonly host: string;
  /** In the order of their turns. */
  readonly waiters = new Set<Waiter>();
  /** How many turns were taken and have not ended. */
  running = 0;
  /** When the next turn is due, by the monotonic clock. */
  dueAt = -Infinity;
  /** Whether its waiters are being served. */
  isServed = false;
  /** The timer that forgets the line when it is idle. */
  forgetting: unknown;
  #wake: () => void = () => {};

  constructor(host: string) {
    this.host = host;
  }

  get first(): Waiter | undefined {
    const [first] = this.waiters;
    return first;
  }

  /** Delays the next turn until a time, unless it is due later already. */
  delay(until: number): void {
    this.dueAt = Math.max(this.dueAt, until);
  }

  /** Resolves at the next {@link wake}. */
  woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Something has changed. */
  wake(): void {
    this.#wake();
  }
}
