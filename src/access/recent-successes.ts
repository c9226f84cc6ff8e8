/**
 * What has worked of late: names that resolved, addresses that accepted a connection. Where another one has, a failure is
 * the site's; where none has, it may be this process's own.
 */
import { MINUTE_MS } from '../time-units.js';

/** For how long a success is evidence, in milliseconds. */
const EVIDENCE_MS = MINUTE_MS;

interface Success {
  readonly of: string;
  readonly at: number;
}

/** The last successes of some kind. */
export class RecentSuccesses {
  #latest: Success | undefined;
  /** The latest of another name or address than the one above. */
  #latestOther: Success | undefined;
  readonly #now: () => number;

  /** @param now monotonic milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Notes that something has worked. */
  note(of: string): void {
    if (this.#latest?.of !== of) this.#latestOther = this.#latest;
    this.#latest = { of, at: this.#now() };
  }

  /** Whether something else has worked within the last minute. */
  hasOther(than: string): boolean {
    const success = this.#latest?.of === than ? this.#latestOther : this.#latest;
    return success !== undefined && this.#now() - success.at <= EVIDENCE_MS;
  }
}
