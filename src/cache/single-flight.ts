/**
 * Coalescing within a process: a question about a file that is being fetched waits for that fetch. A question that gives up
 * leaves the others waiting; when the last one gives up, the fetch is aborted.
 */
import { setMaxListeners } from 'node:events';

interface Flight<Value> {
  /** What questions get: an early answer, or the result. */
  readonly answer: Promise<Value>;
  /** Resolves when the work has ended. */
  readonly ended: Promise<void>;
  readonly controller: AbortController;
  /** How many questions wait. */
  waiters: number;
  /** Whether the work goes on without a question waiting for it. */
  isBackground: boolean;
}

/**
 * The work under a key. Aborting the signal ends it. It may call `answerEarly` to answer all questions, present and future,
 * while it goes on.
 */
export type Work<Value> = (signal: AbortSignal, answerEarly: (value: Value) => void) => Promise<Value>;

/** Runs at most one work for each key at a time. */
export class SingleFlight<Value> {
  readonly #flights = new Map<string, Flight<Value>>();
  /** Works that have not ended, aborted ones included. */
  readonly #running = new Set<Promise<void>>();

  get size(): number {
    return this.#flights.size;
  }

  has(key: string): boolean {
    return this.#flights.has(key);
  }

  /**
   * Waits for the work that runs under a key; begins it if none does.
   *
   * @throws the signal's reason (rejects) if it aborts; other questions wait on
   */
  join(key: string, signal: AbortSignal | undefined, work: Work<Value>): Promise<Value> {
    const flight = this.#flights.get(key) ?? this.#begin(key, false, work);
    flight.waiters++;
    if (signal === undefined) return flight.answer;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#giveUp(key, flight, signal.reason);
        reject(signal.reason);
      };
      // One signal for all questions of a crawler is no leak, however many of them wait.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', giveUp, { once: true });
      flight.answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
    });
  }

  /** Begins work that no question waits for, unless work runs under the key. Its failure is ignored. */
  begin(key: string, work: Work<Value>): void {
    if (!this.#flights.has(key)) this.#begin(key, true, work);
  }

  /** Waits until the work that runs under a key, if any, has ended. Never rejects. */
  async settled(key: string): Promise<void> {
    await this.#flights.get(key)?.ended;
  }

  /** Aborts all work and waits until all of it has ended. */
  async abort(reason: unknown): Promise<void> {
    for (const { controller } of this.#flights.values()) controller.abort(reason);
    this.#flights.clear();
    await Promise.all(this.#running);
  }

  #begin(key: string, isBackground: boolean, work: Work<Value>): Flight<Value> {
    const controller = new AbortController();
    let running: Promise<Value> | undefined;
    const answer = new Promise<Value>((resolve, reject) => {
      running = work(controller.signal, (value) => {
        flight.isBackground = true;
        resolve(value);
      });
      running.then(resolve, reject);
    });
    const onEnd = (): void => {
      this.#running.delete(ended);
      this.#remove(key, flight);
    };
    const ended = (running ?? answer).then(onEnd, onEnd);
    const flight: Flight<Value> = { answer, ended, controller, waiters: 0, isBackground };
    this.#flights.set(key, flight);
    this.#running.add(ended);
    answer.catch(ignore);
    return flight;
  }

  #giveUp(key: string, flight: Flight<Value>, reason: unknown): void {
    flight.waiters--;
    if (flight.waiters > 0 || flight.isBackground) return;
    // The next question begins anew: aborted work has no result.
    this.#remove(key, flight);
    flight.controller.abort(reason);
  }

  #remove(key: string, flight: Flight<Value>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}

function ignore(): void {}
