/**
 * A limit on concurrent operations, first come, first served.
 */
import { WaitingQueue } from '../waiting-queue.js';

export class Semaphore {
  #free: number;
  readonly #queue = new WaitingQueue();

  constructor(permits: number) {
    this.#free = permits;
  }

  /**
   * Waits for a permit. Return it with {@link release}.
   *
   * @throws the signal's reason (rejects) if it aborts first
   */
  async acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#queue.join(undefined, signal).turn;
  }

  release(): void {
    const { first } = this.#queue;
    if (first === undefined) this.#free++;
    else first.begin();
  }
}
