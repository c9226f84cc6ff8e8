/**
 * Waiting: for a turn, in the order of coming; for one of a few places; for work that several callers want; for something that cannot be
 * aborted itself.
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

interface Flight<Value> {
  readonly controller: AbortController;
  /** The early answer, if there is one; else the result. */
  readonly answer: Promise<Value>;
  /** The early answer, if there is one yet. */
  early: Value | undefined;
  readonly result: Promise<Value>;
  /** How many questions wait for it. */
  waiters: number;
  /** Whether it was begun without a question waiting for it, and so goes on without one. */
  isBackground: boolean;
}

/**
 * The work under a key. Aborting the signal ends it. It may call `answerEarly` to answer all questions, present and future,
 * while it goes on.
 */
export type Work<Value> = (signal: AbortSignal, answerEarly: (value: Value) => void) => Promise<Value>;

/**
 * Runs at most one work for each key at a time, such as the lookup of a file. All callers that want the same wait for it. A caller that gives
 * up leaves the others waiting; when the last one gives up, the work is aborted.
 */
export class SingleFlight<Value> {
  readonly #flights = new Map<string, Flight<Value>>();
  /** Work in progress, including detached and aborted work. */
  readonly #running = new Set<Flight<Value>>();
  readonly #onWait: (awaited: Promise<Value>) => void;

  /** @param onWait called with each promise that callers wait for */
  constructor(onWait: (awaited: Promise<Value>) => void = () => {}) {
    this.#onWait = onWait;
  }

  get size(): number {
    return this.#flights.size;
  }

  has(key: string): boolean {
    return this.#flights.has(key);
  }

  /**
   * Waits for the work under a key; begins it if none is in progress.
   *
   * @param isUsable whether an early answer that was given before can still be used; otherwise the result is waited for
   * @throws the signal's reason (rejects) if it aborts; other questions wait on
   */
  join(
    key: string,
    signal: AbortSignal | undefined,
    work: Work<Value>,
    isUsable: (early: Value) => boolean = () => true,
  ): Promise<Value> {
    const flight = this.#flights.get(key) ?? this.#begin(key, false, work);
    const { early } = flight;
    const answer = early === undefined || isUsable(early) ? flight.answer : flight.result;
    if (flight.waiters === 0 || answer !== flight.answer) this.#onWait(answer);
    flight.waiters++;
    return signal === undefined ? answer : this.#until(signal, key, flight, answer);
  }

  /** Begins work that no question waits for, unless work under the key is in progress. Its failure is ignored. */
  begin(key: string, work: Work<Value>): void {
    if (!this.#flights.has(key)) this.#begin(key, true, work);
  }

  /** Waits until the work under a key, if any, has ended. Never rejects. */
  async settled(key: string): Promise<void> {
    await this.#flights.get(key)?.result.catch(ignore);
  }

  /** Lets the next question begin new work under a key. The questions that wait for the work in progress still get its result. */
  detach(key: string): void {
    this.#flights.delete(key);
  }

  /** Aborts all work and waits until all of it has ended. */
  async abort(reason: unknown): Promise<void> {
    const running = [...this.#running];
    this.#flights.clear();
    for (const { controller } of running) controller.abort(reason);
    await Promise.allSettled(running.map(({ result }) => result));
  }

  #begin(key: string, isBackground: boolean, work: Work<Value>): Flight<Value> {
    const controller = new AbortController();
    let answerEarly: (value: Value) => void = ignore;
    const result = work(controller.signal, (value) => {
      flight.early = value;
      answerEarly(value);
    });
    const answer = new Promise<Value>((resolve, reject) => {
      answerEarly = resolve;
      result.then(resolve, reject);
    });
    const flight: Flight<Value> = {
      controller,
      answer,
      early: undefined,
      result,
      waiters: 0,
      isBackground,
    };
    this.#flights.set(key, flight);
    this.#running.add(flight);
    const onEnd = (): void => {
      this.#running.delete(flight);
      this.#remove(key, flight);
    };
    result.then(onEnd, onEnd);
    answer.catch(ignore);
    return flight;
  }

  #until(signal: AbortSignal, key: string, flight: Flight<Value>, answer: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const stopListening = onAbort(signal, () => {
        reject(signal.reason);
        flight.waiters--;
        if (flight.waiters > 0 || flight.isBackground) return;
        // The next question starts over, because aborted work has no result.
        this.#remove(key, flight);
        flight.controller.abort(signal.reason);
      });
      answer.then(resolve, reject).finally(stopListening);
    });
  }

  #remove(key: string, flight: Flight<Value>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
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

function ignore(): void {}
