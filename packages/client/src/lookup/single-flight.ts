/**
 * Coalescing within a process: a question about a file that is being fetched waits for that fetch. A question that gives up
 * leaves the others waiting; when the last one gives up, the fetch is aborted.
 */
import { onAbort } from 'robotstream/internal';
import { Ending, type EndSignal } from '../fetch/ending.js';

interface Flight<Value> {
  /** The answer to all questions: an early one, or the result. */
  readonly answer: Promise<Value>;
  /** The early answer, if there is one yet. */
  early: Value | undefined;
  /** The result of the work. */
  readonly result: Promise<Value>;
  /** Resolves when the work has ended. */
  readonly ended: Promise<void>;
  readonly ending: Ending;
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
    flight.waiters++;
    const { early } = flight;
    const answer = early === undefined || isUsable(early) ? flight.answer : flight.result;
    if (signal === undefined) return answer;
    return new Promise((resolve, reject) => {
      const stopListening = onAbort(signal, () => {
        this.#giveUp(key, flight, signal.reason);
        reject(signal.reason);
      });
      answer.then(resolve, reject).finally(stopListening);
    });
  }

  /** Begins work that no question waits for, unless work under the key is in progress. Its failure is ignored. */
  begin(key: string, work: Work<Value>): void {
    if (!this.#flights.has(key)) this.#begin(key, true, work);
  }

  /** Waits until the work under a key, if any, has ended. Never rejects. */
  async settled(key: string): Promise<void> {
    await this.#flights.get(key)?.ended;
  }

  /** Lets the next question begin new work under a key. The questions that wait for the work in progress still get its result. */
  detach(key: string): void {
    this.#flights.delete(key);
  }

  /** Aborts all work and waits until all of it has ended. */
  async abort(reason: unknown): Promise<void> {
    const running = [...this.#running];
    for (const { ending } of running) ending.abort(reason);
    this.#flights.clear();
    await Promise.all(running.map(({ ended }) => ended));
  }

  #begin(key: string, isBackground: boolean, work: Work<Value>): Flight<Value> {
    const ending = new Ending();
    let answerEarly: (value: Value) => void = ignore;
    const early = new Promise<Value>((resolve) => {
      answerEarly = resolve;
    });
    const result = work(ending, (value) => {
      flight.isBackground = true;
      flight.early = value;
      answerEarly(value);
    });
    const answer = Promise.race([early, result]);
    const onEnd = (): void => {
      this.#running.delete(flight);
      this.#remove(key, flight);
    };
    const ended = result.then(onEnd, onEnd);
    const flight: Flight<Value> = {
      answer,
      early: undefined,
      result,
      ended,
      ending,
      waiters: 0,
      isBackground,
    };
    this.#flights.set(key, flight);
    this.#running.add(flight);
    answer.catch(ignore);
    return flight;
  }

  #giveUp(key: string, flight: Flight<Value>, reason: unknown): void {
    flight.waiters--;
    if (flight.waiters > 0 || flight.isBackground) return;
    // The next question starts over, because aborted work has no result.
    this.#remove(key, flight);
    flight.ending.abort(reason);
  }

  #remove(key: string, flight: Flight<Value>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}

function ignore(): void {}
