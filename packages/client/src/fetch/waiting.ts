/**
 * Waiting: for a turn, in the order of coming; for one of a few places; for something that cannot be aborted itself.
 */
import { type EndSignal, onEnd } from './ending.js';

/** A caller that waits. */
export interface Waiter<Turn, Request> {
  /** What it waits for. */
  readonly request: Request;
  /** Resolves once its turn begins. Rejects once it gives up. */
  readonly turn: Promise<Turn>;
  /** Its turn begins. */
  readonly begin: (turn: Turn) => void;
  /** It waits no longer. */
  readonly giveUp: (reason: unknown) => void;
}

/** A queue. A caller leaves it when its turn begins, when it gives up, or when its signal aborts. */
export class WaitingQueue<Turn = void, Request = void> {
  readonly #waiters = new Set<Waiter<Turn, Request>>();
  readonly #onGiveUp: () => void;

  /** @param onGiveUp called when a caller has left without a turn */
  constructor(onGiveUp: () => void = () => {}) {
    this.#onGiveUp = onGiveUp;
  }

  get size(): number {
    return this.#waiters.size;
  }

  /** The caller whose turn is next. */
  get first(): Waiter<Turn, Request> | undefined {
    const [first] = this.#waiters;
    return first;
  }

  /** Puts a caller at the end of the queue. Its signal must not have aborted yet. */
  join(request: Request, signal: EndSignal | undefined): Waiter<Turn, Request> {
    let resolve: (turn: Turn) => void = () => {};
    let reject: (reason: unknown) => void = () => {};
    const turn = new Promise<Turn>((...settle) => {
      [resolve, reject] = settle;
    });
    const leave = (): boolean => {
      stopListening();
      return this.#waiters.delete(waiter);
    };
    const waiter: Waiter<Turn, Request> = {
      request,
      turn,
      begin: (begun) => {
        leave();
        resolve(begun);
      },
      giveUp: (reason) => {
        if (leave()) this.#onGiveUp();
        reject(reason);
      },
    };
    const stopListening = signal ? onEnd(signal, () => waiter.giveUp(signal.reason)) : () => {};
    this.#waiters.add(waiter);
    return waiter;
  }

  /** Has all callers give up. */
  giveUp(reason: unknown): void {
    for (const waiter of this.#waiters) waiter.giveUp(reason);
  }
}

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
  async acquire(signal: EndSignal): Promise<void> {
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

/**
 * Waits for a promise, or until a signal aborts. If the signal aborts first, the promise's result is ignored.
 *
 * @throws what the promise rejects with (rejects); the signal's reason if it aborts first
 */
export function abortable<Value>(promise: Promise<Value>, signal: EndSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    if (signal.aborted) giveUp();
    const stopListening = signal.aborted ? () => {} : onEnd(signal, giveUp);
    promise.then(resolve, reject).finally(stopListening);
  });
}
