/**
 * Coalescing within a process: whoever asks for a file that is being fetched waits for that fetch. One who gives up leaves
 * the others theirs; when the last gives up, the fetch is aborted.
 */
import { setMaxListeners } from 'node:events';

interface Flight<Value> {
  readonly promise: Promise<Value>;
  readonly controller: AbortController;
  /** How many wait. */
  waiters: number;
  /** Whether it goes on without anybody waiting. */
  readonly background: boolean;
}

/** Does what is wanted under a key. Aborting the signal ends it. */
export type Departure<Value> = (signal: AbortSignal) => Promise<Value>;

/** At most one thing under way for each key. */
export class Flights<Value> {
  readonly #flights = new Map<string, Flight<Value>>();
  /** Those under way, and those aborted that have not come to their end. */
  readonly #unsettled = new Set<Promise<Value>>();

  get size(): number {
    return this.#flights.size;
  }

  has(key: string): boolean {
    return this.#flights.has(key);
  }

  /**
   * Waits for what is under way, or for what `depart` begins if nothing is.
   *
   * @throws the signal's reason (rejects) if it aborts; others wait on
   */
  join(key: string, signal: AbortSignal | undefined, depart: Departure<Value>): Promise<Value> {
    const flight = this.#flights.get(key) ?? this.#begin(key, false, depart);
    flight.waiters++;
    if (signal === undefined) return flight.promise;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#giveUp(key, flight, signal.reason);
        reject(signal.reason);
      };
      // One signal for all questions of a crawler is no leak, however many of them wait.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', giveUp, { once: true });
      flight.promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
    });
  }

  /** Begins something that nobody waits for, unless it is under way. What it rejects with goes nowhere. */
  begin(key: string, depart: Departure<Value>): void {
    if (!this.#flights.has(key)) this.#begin(key, true, depart);
  }

  /** Ends everything, and waits until all of it has come to its end. */
  async abort(reason: unknown): Promise<void> {
    for (const { controller } of this.#flights.values()) controller.abort(reason);
    this.#flights.clear();
    await Promise.allSettled(this.#unsettled);
  }

  #begin(key: string, background: boolean, depart: Departure<Value>): Flight<Value> {
    const controller = new AbortController();
    const promise = depart(controller.signal);
    const flight: Flight<Value> = { promise, controller, waiters: 0, background };
    this.#flights.set(key, flight);
    this.#unsettled.add(promise);
    const settle = (): void => {
      this.#unsettled.delete(promise);
      this.#leave(key, flight);
    };
    promise.then(settle, settle);
    return flight;
  }

  #giveUp(key: string, flight: Flight<Value>, reason: unknown): void {
    flight.waiters--;
    if (flight.waiters > 0 || flight.background) return;
    // Who asks next begins anew; an aborted flight has nothing to give.
    this.#leave(key, flight);
    flight.controller.abort(reason);
  }

  #leave(key: string, flight: Flight<Value>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
