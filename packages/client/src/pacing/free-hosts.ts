/**
 * The hosts whose next turn is due, for programs that keep the URLs of each host themselves.
 */
import { aString, onAbort } from 'robotstream/internal';
import { type Waiter, WaitingQueue } from '../fetch/waiting.js';

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

/** Hands out free hosts to the iterations that wait for them. Without an iteration, no host is kept. */
export class FreeHostsQueue {
  /** Free hosts that no iteration has taken yet, in the order in which they became free. */
  readonly #free = new Set<string>();
  /** The iterator that takes hosts. It is kept, because a new one would pass the deleted entries of all hosts taken before. */
  #order = this.#free.values();
  readonly #iterations = new Set<Iteration>();
  readonly #waiting = new WaitingQueue<string | undefined>();
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
    let next = this.#order.next();
    if (next.done) {
      this.#order = this.#free.values();
      next = this.#order.next();
    }
    const host = next.value as string;
    this.#free.delete(host);
    return host;
  }

  /** Waits for a host that becomes free. */
  join(): Waiter<string | undefined, void> {
    return this.#waiting.join(undefined, undefined);
  }

  iterate(signal: AbortSignal | undefined): FreeHosts {
    const iteration = new Iteration(this, signal, this.#whileWaiting);
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
  readonly #whileWaiting: <Value>(awaited: Promise<Value>) => Promise<Value>;
  readonly #waiters = new Set<Waiter<string | undefined, void>>();
  readonly #stopListening: () => void;
  /** Set once the iteration is over; it has a reason if a failure ended it. */
  #over: { readonly reason?: unknown } | undefined;

  constructor(
    queue: FreeHostsQueue,
    signal: AbortSignal | undefined,
    whileWaiting: <Value>(awaited: Promise<Value>) => Promise<Value>,
  ) {
    this.#queue = queue;
    this.#whileWaiting = whileWaiting;
    this.#over = signal?.aborted ? { reason: signal.reason } : undefined;
    this.#stopListening =
      signal === undefined || signal.aborted ? () => {} : onAbort(signal, () => this.end(signal.reason));
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    if (this.#over !== undefined) {
      if ('reason' in this.#over) throw this.#over.reason;
      return DONE;
    }
    const free = this.#queue.take();
    if (free !== undefined) return { done: false, value: free };
    const waiter = this.#queue.join();
    this.#waiters.add(waiter);
    try {
      const value = await this.#whileWaiting(waiter.turn);
      return value === undefined ? DONE : { done: false, value };
    } finally {
      this.#waiters.delete(waiter);
    }
  }

  add(host: string): void {
    aString(host, 'host');
    if (this.#over === undefined) this.#queue.addIfIdle(host);
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#leave({});
    for (const waiter of this.#waiters) waiter.begin(undefined);
    return DONE;
  }

  [Symbol.asyncIterator](): FreeHosts {
    return this;
  }

  /** Ends the iteration because of a failure. */
  end(reason: unknown): void {
    this.#leave({ reason });
    for (const waiter of this.#waiters) waiter.giveUp(reason);
  }

  #leave(over: { readonly reason?: unknown }): void {
    this.#over ??= over;
    this.#stopListening();
    this.#queue.leave(this);
  }
}
