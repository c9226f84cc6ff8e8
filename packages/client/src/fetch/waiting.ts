/**
 * Waiting: for a turn, in the order of coming; for one of a few places; for something that cannot be aborted itself.
 */

import { onAbort } from 'robotstream/internal';
import { MAX_TIMER_MS } from './clock.js';

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
  join(request: Request, signal: AbortSignal | undefined): Waiter<Turn, Request> {
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
    const stopListening = signal ? onAbort(signal, () => waiter.giveUp(signal.reason)) : () => {};
    this.#waiters.add(waiter);
    return waiter;
  }

  /** Has all callers give up. */
  giveUp(reason: unknown): void {
    for (const waiter of this.#waiters) waiter.giveUp(reason);
  }
}

/** A number of places, and a queue for them. */
export class Places {
  readonly #limit: number;
  readonly #perTurn: number;
  readonly #onIdle: () => void;
  #queue: WaitingQueue | undefined;
  #taken = 0;
  #isScheduled = false;

  /**
   * @param perTurn how many of those that wait get a place in a turn of the event loop
   * @param onIdle called when no place is taken, and none is waited for
   */
  constructor(limit: number, perTurn = Infinity, onIdle: () => void = () => {}) {
    this.#limit = limit;
    this.#perTurn = perTurn;
    this.#onIdle = onIdle;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#queue?.size ?? 0;
  }

  /** Takes a place if one is free. */
  tryTake(): boolean {
    if (this.#taken >= this.#limit || this.waiting > 0) return false;
    this.#taken++;
    return true;
  }

  /**
   * Waits for a place.
   *
   * @throws the signal's reason (rejects) if it aborts first
   */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#perTurn === Infinity && this.tryTake()) return;
    this.#queue ??= new WaitingQueue(() => this.#update());
    const { turn } = this.#queue.join(undefined, signal);
    this.#schedule();
    await turn;
  }

  leave(): void {
    this.#taken--;
    this.#update();
  }

  #update(): void {
    if (this.#perTurn === Infinity) this.#fill();
    else this.#schedule();
    if (this.#taken === 0 && this.waiting === 0) this.#onIdle();
  }

  #schedule(): void {
    if (this.#isScheduled || this.waiting === 0 || this.#taken >= this.#limit) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#fill();
      this.#schedule();
    });
  }

  #fill(): void {
    for (let count = 0; count < this.#perTurn && this.#taken < this.#limit; count++) {
      const first = this.#queue?.first;
      if (first === undefined) return;
      this.#taken++;
      first.begin();
    }
  }
}

/**
 * Waits for a promise, or until a signal aborts. If the signal aborts first, the promise's result is ignored.
 *
 * @throws what the promise rejects with (rejects); the signal's reason if it aborts first
 */
export function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    if (signal.aborted) giveUp();
    const stopListening = signal.aborted ? () => {} : onAbort(signal, giveUp);
    promise.then(resolve, reject).finally(stopListening);
  });
}

/** Counts the promises that are awaited. The process stays alive while there are any. */
export class KeepAlive {
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Keeps the process running until a promise settles, and returns the promise. */
  during<Value>(awaited: Promise<Value>): Promise<Value> {
    this.#count++;
    this.#timer ??= setInterval(() => {}, MAX_TIMER_MS);
    awaited.then(this.#end, this.#end);
    return awaited;
  }

  readonly #end = (): void => {
    this.#count--;
    if (this.#count > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  };
}
