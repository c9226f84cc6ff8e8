/**
 * Runs tasks one after the other.
 */

/** Too many tasks wait. */
export class BusyError extends Error {}

interface Waiter {
  readonly begin: () => void;
}

/**
 * A queue that runs one task at a time. A task whose signal aborts leaves the queue at once.
 *
 * @param maxWaiting how many tasks may wait
 */
export class OneAtATime {
  readonly #maxWaiting: number;
  readonly #waiting = new Set<Waiter>();
  #isRunning = false;

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Runs a task when its turn comes.
   *
   * @throws {BusyError} (rejects) if too many tasks wait
   * @throws (rejects) the signal's reason if it aborts before the task begins; what the task throws
   */
  async run<Value>(task: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
    signal.throwIfAborted();
    if (this.#isRunning) await this.#turn(signal);
    this.#isRunning = true;
    try {
      return await task();
    } finally {
      this.#isRunning = false;
      this.#beginNext();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting)
      throw new BusyError(`${this.#maxWaiting} others wait already`);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(waiter);
        reject(signal.reason);
      };
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const waiter = { begin };
      this.#waiting.add(waiter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #beginNext(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    this.#waiting.delete(next);
    this.#isRunning = true; // before a new task can take the turn
    next.begin();
  }
}
