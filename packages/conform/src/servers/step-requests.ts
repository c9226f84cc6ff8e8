/**
 * The requests of one step: which is expected next, and what went otherwise.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { ExpectedRequest } from './script.js';

/** Watches the requests that a question causes. */
export class StepRequests {
  /** What was not as the script says. */
  readonly complaints: string[] = [];
  readonly #expected: readonly ExpectedRequest[];
  #next = 0;
  /** The request that failed last: it may be repeated. */
  #failed: ExpectedRequest | null = null;
  #onAll: () => void = () => {};
  /** Resolves once all requests are made. */
  readonly all: Promise<void>;

  constructor(expected: readonly ExpectedRequest[]) {
    this.#expected = expected;
    this.all = new Promise((resolve) => {
      this.#onAll = resolve;
    });
    if (expected.length === 0) this.#onAll();
  }

  /** The expected requests that have not been made. */
  get missing(): readonly ExpectedRequest[] {
    return this.#expected.slice(this.#next);
  }

  /** The request whose turn it is if it goes to an authority such as `www.example.com:443`; it has not been made yet. */
  nextTo(authority: string): ExpectedRequest | null {
    const next = this.#expected[this.#next];
    if (next !== undefined && authorityOf(next.url) === authority) return next;
    const failed = this.#failed;
    return failed !== null && authorityOf(failed.url) === authority ? failed : null;
  }

  /**
   * Takes a request that was made.
   *
   * @param headers null if it failed before there were any
   * @returns null if it is not expected
   */
  take(url: string, headers: IncomingHttpHeaders | null): ExpectedRequest | null {
    const next = this.#expected[this.#next];
    if (next?.url === url) {
      this.#next += 1;
      this.#failed = next.answer.failure === null ? null : next;
      if (headers !== null) this.#checkHeaders(next, headers);
      if (this.#next === this.#expected.length) this.#onAll();
      return next;
    }
    if (this.#failed?.url === url) return this.#failed;
    this.complaints.push(`it requested ${url}; ${next?.url ?? 'no further request'} is expected`);
    return null;
  }

  #checkHeaders({ url, headers: expected }: ExpectedRequest, headers: IncomingHttpHeaders): void {
    for (const [name, value] of Object.entries(expected)) {
      if (headers[name] === value) continue;
      const given = headers[name] === undefined ? 'no' : JSON.stringify(headers[name]);
      this.complaints.push(
        `its request of ${url} has ${given} ${name}; ${JSON.stringify(value)} is expected`,
      );
    }
  }
}

/** The host and the port of a URL, also if it is the default one. */
export function authorityOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
}
