/**
 * Coalescing within a process: all callers that want the same wait for one work, such as the lookup of a file. A caller that gives up leaves the
 * others waiting; when the last one gives up, the work is aborted.
 */
import { onAbort } from 'robotstream/internal';

interface Flight<Value> {
  readonly controller: AbortController;
  /** The early answer, if there is one; else the result. */
  readonly answer: Promise<Value>;
  /** The early answer, if there is one yet. */
  early: Value | undefined;
  readonly result: Promise<Value>;
  /** How many questions wait for it. */
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
      flight.isBackground = true;
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

function ignore(): void {}
