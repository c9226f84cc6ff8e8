/**
 * The hosts whose next turn is due, for programs that keep the URLs of each host themselves.
 */
import { aString, onAbort } from 'robotstream/internal';
import { WaitingQueue } from '../fetch/waiting.js';

/** The hosts that become free, as `client.hostsFree` returns them. Each host goes to one call of {@link next}. */
export interface FreeHosts extends AsyncIterator<string, undefined, undefined> {
  /**
   * Waits for the next host.
   *
   * @throws {RobotsError} (rejects) `client-closed`
   * @throws the signal's reason (rejects) if it aborts
   */
  next(): Promise<IteratorResult<string, undefined>>;
  /**
   * Adds a host that has had no turn, such as one that has just got its first URL: it is yielded after the hosts that are already free. A host
   * that has turns or a delay is yielded anyway once it is free, so adding it has no effect. Adding a host twice has no effect either.
   *
   * @param host a key that `client.turnKey` returns
   * @throws {TypeError} if `host` is not a string
   */
  add(host: string): void;
  /** Ends the iteration. Pending calls of {@link next} resolve with `done`, so a waiting loop ends. */
  return(): Promise<IteratorReturnResult<undefined>>;
  [Symbol.asyncIterator](): FreeHosts;
}

const DONE: IteratorReturnResult<undefined> = Object.freeze({ done: true, value: undefined });

/** Why an iteration is over that the program has ended. */
const RETURNED = Symbol('returned');

/** Hands out free hosts to the iterations that wait for them. Without an iteration, no host is kept. */
export class FreeHostsQueue {
  /** Free hosts that no iteration has taken yet, in the order in which they became free. */
  readonly #free = new Set<string>();
  /**
   * The iterator that takes hosts: while there are any, it has not come to its end. It is kept, because a new one would pass the deleted
   * entries of all hosts taken before.
   */
  readonly #order = this.#free.values();
  readonly #iterations = new Set<Iteration>();
  readonly #waiting = new WaitingQueue<string>();
  readonly #whileWaiting: <Value>(awaited: Promise<Value>) => Promise<Value>;
  readonly #isBusy: (host: string) => boolean;

  /**
   * @param whileWaiting called with each promise that an iteration waits for
   * @param isBusy whether a host will become free by itself
   */
  constructor(
    whileWaiting: <Value>(awaited: Promise<Value>) => Promise<Value>,
    isBusy: (host: string) => boolean,
  ) {
    this.#whileWaiting = whileWaiting;
    this.#isBusy = isBusy;
  }

  /** Adds a host, unless it will become free by itself. */
  addIfIdle(host: string): void {
    if (!this.#isBusy(host)) this.add(host);
  }

  /** Adds a host that has become free. */
  add(host: string): void {
    if (this.#iterations.size === 0) return;
    const { first } = this.#waiting;
    if (first === undefined) this.#free.add(host);
    else first.begin(host);
  }

  /** Removes a host that is no longer free. */
  remove(host: string): void {
    this.#free.delete(host);
  }

  /** Removes and returns the host that has been free for longest; undefined if there is none. */
  take(): string | undefined {
    if (this.#free.size === 0) return undefined;
    const host = this.#order.next().value as string;
    this.#free.delete(host);
    return host;
  }

  /** Waits for a host that becomes free. Rejects with the signal's reason if it aborts. */
  wait(signal: AbortSignal): Promise<string> {
    return this.#whileWaiting(this.#waiting.join(undefined, signal).turn);
  }

  iterate(signal: AbortSignal | undefined): FreeHosts {
    const iteration = new Iteration(this, signal);
    if (signal?.aborted !== true) this.#iterations.add(iteration);
    return iteration;
  }

  leave(iteration: Iteration): void {
    this.#iterations.delete(iteration);
    if (this.#iterations.size === 0) this.#free.clear();
  }

  /** Ends all iterations: their calls reject with a reason. */
  close(reason: unknown): void {
    for (const iteration of this.#iterations) iteration.end(reason);
  }
}

class Iteration implements FreeHosts {
  readonly #queue: FreeHostsQueue;
  /** Aborts once the iteration is over. */
  readonly #over = new AbortController();
  #stopListening = (): void => {};

  constructor(queue: FreeHostsQueue, signal: AbortSignal | undefined) {
    this.#queue = queue;
    if (signal?.aborted) this.#over.abort(signal.reason);
    else if (signal !== undefined) this.#stopListening = onAbort(signal, () => this.end(signal.reason));
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    const { signal } = this.#over;
    try {
      signal.throwIfAborted();
      return { done: false, value: this.#queue.take() ?? (await this.#queue.wait(signal)) };
    } catch (reason) {
      if (reason === RETURNED) return DONE;
      throw reason;
    }
  }

  add(host: string): void {
    aString(host, 'host');
    if (!this.#over.signal.aborted) this.#queue.addIfIdle(host);
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.end(RETURNED);
    return DONE;
  }

  [Symbol.asyncIterator](): FreeHosts {
    return this;
  }

  /** Ends the iteration: pending calls of {@link next} reject with the reason. */
  end(reason: unknown): void {
    this.#stopListening();
    this.#queue.leave(this);
    this.#over.abort(reason);
  }
}
