/**
 * Recent successes: names that resolved, addresses that accepted a connection. If another one has succeeded, a failure is
 * the site's; otherwise it may be this process's own.
 */
import { MINUTE_MS } from 'robotstream/internal';

/** For how long a success is evidence, in milliseconds. */
const EVIDENCE_MS = MINUTE_MS;

interface Success {
  readonly of: string;
  readonly at: number;
}

/** The last successes of some kind. */
export class RecentSuccesses {
  #latest: Success | undefined;
  /** The latest success of a name or address other than that of `#latest`. */
  #latestOther: Success | undefined;
  readonly #now: () => number;

  /** @param now monotonic milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Records a success. */
  note(of: string): void {
    if (this.#latest?.of !== of) this.#latestOther = this.#latest;
    this.#latest = { of, at: this.#now() };
  }

  /** Whether another name or address has succeeded within the last minute. */
  hasOther(than: string): boolean {
    const success = this.#latest?.of === than ? this.#latestOther : this.#latest;
    return success !== undefined && this.#now() - success.at <= EVIDENCE_MS;
  }
}
