/**
 * How many things happen at once, overall and for each host. Who is first in line for a host goes first; hosts that can go
 * on take turns, so that a host with a long line holds nobody else up.
 */

export interface ConcurrencyLimits {
  /** How many at once. */
  readonly total: number;
  /** How many of them for one host name, whatever the port. */
  readonly perHost: number;
}

interface Host {
  running: number;
  /** Who waits, in order. */
  readonly line: Set<() => void>;
}

/** Runs tasks within limits. */
export class Limiter {
  readonly #limits: ConcurrencyLimits;
  readonly #hosts = new Map<string, Host>();
  /** Hosts that could run another task if there were room overall, in the order of their turns. */
  readonly #turns = new Set<string>();
  #running = 0;
  #waiting = 0;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Runs a task as soon as there is room.
   *
   * @throws the signal's reason if it aborts while the task waits; while it runs, aborting is the task's business
   */
  async run<Value>(host: string, signal: AbortSignal, task: () => Promise<Value>): Promise<Value> {
    await this.#enter(host, signal);
    try {
      return await task();
    } finally {
      this.#leave(host);
    }
  }

  async #enter(name: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const host = this.#hosts.get(name) ?? { running: 0, line: new Set() };
    this.#hosts.set(name, host);
    if (this.#running < this.#limits.total && host.running < this.#limits.perHost) {
      this.#start(host);
      return;
    }
    await this.#wait(name, host, signal);
  }

  /** Resolves once whoever made room has counted this one in. */
  #wait(name: string, host: Host, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        host.line.delete(go);
        this.#waiting--;
        this.#tidy(name, host);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      host.line.add(go);
      this.#waiting++;
      this.#tidy(name, host);
    });
  }

  #start(host: Host): void {
    host.running++;
    this.#running++;
  }

  #leave(name: string): void {
    const host = this.#hosts.get(name);
    if (host === undefined) return;
    host.running--;
    this.#running--;
    this.#tidy(name, host);
    this.#startNext();
  }

  #startNext(): void {
    while (this.#running < this.#limits.total) {
      const [name] = this.#turns;
      const host = name === undefined ? undefined : this.#hosts.get(name);
      if (name === undefined || host === undefined) return;
      const [next] = host.line;
      this.#turns.delete(name);
      if (next === undefined) continue;
      host.line.delete(next);
      this.#waiting--;
      this.#start(host);
      this.#tidy(name, host);
      next();
    }
  }

  /** Gives a host its turn if it can use one, and forgets one with nothing to do. */
  #tidy(name: string, host: Host): void {
    if (host.line.size > 0 && host.running < this.#limits.perHost) this.#turns.add(name);
    else this.#turns.delete(name);
    if (host.line.size === 0 && host.running === 0) this.#hosts.delete(name);
  }
}
