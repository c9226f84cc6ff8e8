/**
 * A limit on concurrent operations, first come, first served.
 */

export class Semaphore {
  #free: number;
  readonly #queue = new Set<() => void>();

  constructor(permits: number) {
    this.#free = permits;
  }

  /**
   * Waits for a permit. Return it with {@link release}.
   *
   * @throws the signal's reason (rejects) if it aborts first
   */
  acquire(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (this.#free > 0) {
        this.#free--;
        resolve();
        return;
      }
      const proceed = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.#queue.delete(proceed);
        reject(signal.reason);
      };
      this.#queue.add(proceed);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  release(): void {
    const [next] = this.#queue;
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#queue.delete(next);
    next();
  }
}
