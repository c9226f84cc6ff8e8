/**
 * The hosts whose next turn has come due, for programs that keep the URLs of each host themselves.
 */
import { aString, onAbort } from 'robotstream/internal';
import { type Waiter, WaitingQueue } from '../access/waiting.js';

/** The hosts that become free, as `client.hostsFree` gives them. Each goes to one call of {@link next}. */
export interface FreeHosts extends AsyncIterator<string, undefined, undefined> {
  /**
   * Waits for the next host.
   *
   * @throws {RobotsError} (rejects) `client-closed`
   * @throws the signal's reason (rejects) if it aborts
   */
  next(): Promise<IteratorResult<string, undefined>>;
  /**
   * Adds a host that has had no turn, such as one that has its first URL now: it comes next, after those that are free already. A host that has
   * turns or a delay comes anyway once it is free, so adding it has no effect, and neither has adding it again.
   *
   * @param host as `client.turnKey` says
   * @throws {TypeError} if it is no text
   */
  add(host: string): void;
  /** Ends the iteration. Calls of {@link next} that wait resolve with `done`, as a loop that waits does. */
  return(): Promise<IteratorReturnResult<undefined>>;
  [Symbol.asyncIterator](): FreeHosts;
}

const DONE: IteratorReturnResult<undefined> = Object.freeze({ done: true, value: undefined });

/** Hands out hosts that are free to the iterations that ask for them. Without an iteration, none is kept. */
export class FreeHostsQueue {
  /** Hosts that are free and that nobody has taken yet, in the order in which they became free. */
  readonly #free = new Set<string>();
  /** Goes through them as they are taken: to begin at the first again would pass the places of all that were taken before. */
  #order = this.#free.values();
  readonly #iterations = new Set<Iteration>();
  readonly #waiting = new WaitingQueue<string | undefined>();
  readonly #whileWaiting: <Value>(awaited: Promise<Value>) => Promise<Value>;
  readonly #isBusy: (host: string) => boolean;

  /**
   * @param whileWaiting called with each promise that is waited for
   * @param isBusy whether a host will become free by itself
   */
  constructor(
    whileWaiting: <Value>(awaited: Promise<Value>) => Promise<Value>,
    isBusy: (host: string) => boolean,
  ) {
    this.#whileWaiting = whileWaiting;
    this.#isBusy = isBusy;
  }

  /** Adds a host unless it becomes free by itself. */
  addIfIdle(host: string): void {
    if (!this.#isBusy(host)) this.add(host);
  }

  /** A host has become free. */
  add(host: string): void {
    if (this.#iterations.size === 0) return;
    const { first } = this.#waiting;
    if (first === undefined) this.#free.add(host);
    else first.begin(host);
  }

  /** A host is no longer free. */
  remove(host: string): void {
    this.#free.delete(host);
  }

  /** The host that has been free for longest; undefined if there is none. */
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
  /** Set once the iteration is over; it has a reason if it is over because of a failure. */
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
