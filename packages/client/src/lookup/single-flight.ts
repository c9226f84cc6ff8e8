/**
 * Coalescing within a process: all questions about a file wait for one lookup. A question that gives up leaves the others waiting; when the last
 * one gives up, the lookup is aborted. A question that waits keeps the process running.
 */
import { onAbort } from 'robotstream/internal';
import { Ending, type EndSignal } from '../fetch/ending.js';
import type { KeepAlive } from '../pacing/keep-alive.js';

interface Flight<Value> {
  readonly ending: Ending;
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
export type Work<Value> = (signal: EndSignal, answerEarly: (value: Value) => void) => Promise<Value>;

/** Runs at most one work for each key at a time. */
export class SingleFlight<Value> {
  readonly #flights = new Map<string, Flight<Value>>();
  /** Work in progress, including detached and aborted work. */
  readonly #running = new Set<Flight<Value>>();
  readonly #keepAlive: KeepAlive;

  constructor(keepAlive: KeepAlive) {
    this.#keepAlive = keepAlive;
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
    if (flight.waiters === 0 || answer !== flight.answer) this.#keepAlive.during(answer);
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
    for (const { ending } of running) ending.abort(reason);
    await Promise.allSettled(running.map(({ result }) => result));
  }

  #begin(key: string, isBackground: boolean, work: Work<Value>): Flight<Value> {
    const ending = new Ending();
    let answerEarly: (value: Value) => void = ignore;
    const result = work(ending, (value) => {
      flight.isBackground = true;
      flight.early = value;
      answerEarly(value);
    });
    const answer = new Promise<Value>((resolve, reject) => {
      answerEarly = resolve;
      result.then(resolve, reject);
    });
    const flight: Flight<Value> = {
      ending,
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
        flight.ending.abort(signal.reason);
      });
      answer.then(resolve, reject).finally(stopListening);
    });
  }

  #remove(key: string, flight: Flight<Value>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}

function ignore(): void {}
