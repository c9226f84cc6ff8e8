/**
 * One HTTP request by an undici dispatcher. `dispatch` rather than `request` or `fetch`: it tells when a connection stands,
 * follows no redirect, decodes nothing, and lets the body be stopped after any piece.
 *
 * The body is never paused: undici 7 fails an assertion, outside of anybody's reach, when a connection ends while its
 * parser is paused (nodejs/undici#5360, mended in 8), so that a server could end the process. What waits here is bounded
 * otherwise: a reader that keeps up leaves a piece or two, and more than `maxEncodedOctets` is never taken.
 */
import type { Dispatcher } from 'undici';
import { responseOf } from './error-responses.js';
import type { AnswerHeaders, Exchange } from './exchange.js';
import { AccessError } from './faults.js';
import { httpFault } from './http-faults.js';
import { OctetQueue } from './octet-queue.js';
import { parseRawHeaders } from './raw-headers.js';
import type { Stage, TimeLimits } from './time-limits.js';

export interface HttpRequest {
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly dispatcher: Dispatcher;
  /** How many octets of the body are taken at most, as they are sent. */
  readonly maxEncodedOctets: number;
  /** Whether the connection serves this request alone (`Connection: close`). */
  readonly closesConnection: boolean;
}

/** What befalls the connection, where the dispatcher is this package's own. */
export interface ConnectionWatch {
  /** An error of the connection since the request was sent: it makes a body that ends with the connection one cut off. */
  readonly socketError: Error | null;
}

/**
 * Sends a request and waits for the headers of its answer.
 *
 * @param onConnected is called once the request can be sent
 * @throws {AccessError} (rejects) if there is no answer
 * @throws the limits' reason (rejects) if they abort
 */
export function exchangeHttp(
  request: HttpRequest,
  limits: TimeLimits,
  watch: ConnectionWatch | null,
  onConnected: () => void,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    new HttpExchange(request, limits, watch, onConnected, resolve, reject).send();
  });
}

class HttpExchange implements Exchange, Dispatcher.DispatchHandler {
  status = 0;
  headers: AnswerHeaders = {};
  readonly #request: HttpRequest;
  readonly #limits: TimeLimits;
  readonly #watch: ConnectionWatch | null;
  readonly #onConnected: () => void;
  readonly #resolve: (exchange: Exchange) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #queue = new OctetQueue();
  #stage: Stage = 'connect';
  #controller: Pick<Dispatcher.DispatchController, 'abort'> | null = null;
  /** Why it was ended from this side. */
  #closedFor: Error | null = null;
  #isOver = false;

  constructor(
    request: HttpRequest,
    limits: TimeLimits,
    watch: ConnectionWatch | null,
    onConnected: () => void,
    resolve: (exchange: Exchange) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#request = request;
    this.#limits = limits;
    this.#watch = watch;
    this.#onConnected = onConnected;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  get encodedOctets(): number {
    return this.#queue.octets;
  }

  send(): void {
    const { url, headers, dispatcher, closesConnection } = this.#request;
    const { signal } = this.#limits;
    if (signal.aborted) {
      this.#onAbort();
      return;
    }
    signal.addEventListener('abort', this.#onAbort, { once: true });
    this.#limits.enter('connect');
    try {
      dispatcher.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: 'GET',
          headers,
          // The limits of this package hold.
          headersTimeout: 0,
          bodyTimeout: 0,
          ...(closesConnection ? { reset: true } : {}),
        },
        this,
      );
    } catch (error) {
      this.#fail(error);
    }
  }

  async *body(): AsyncGenerator<Uint8Array, void> {
    try {
      yield* this.#queue.read({
        waiting: () => this.#limits.enter('body'),
        arrived: () => this.#limits.leave(),
      });
    } finally {
      this.close();
    }
  }

  close(): void {
    this.#closeFor(new Error('no more is wanted of the answer'));
  }

  onRequestStart(controller: Pick<Dispatcher.DispatchController, 'abort'>): void {
    this.#controller = controller;
    if (this.#closedFor !== null) {
      controller.abort(this.#closedFor);
      return;
    }
    this.#stage = 'headers';
    this.#onConnected();
    this.#limits.enter('headers');
  }

  onResponseStart(_controller: unknown, status: number, headers: AnswerHeaders): void {
    if (status < FIRST_FINAL_STATUS) return;
    this.#limits.leave();
    this.#stage = 'body';
    this.status = status;
    this.headers = headers;
    this.#resolve(this);
  }

  onResponseData(_controller: unknown, chunk: Uint8Array): void {
    const { maxEncodedOctets } = this.#request;
    if (this.#queue.octets <= maxEncodedOctets) {
      this.#queue.push(chunk);
      return;
    }
    const message = `${this.#request.url.href}: the body has more than ${maxEncodedOctets} octets and decodes to less`;
    this.#fail(new AccessError('bad-encoding', message));
    this.#controller?.abort(new Error(message));
  }

  onResponseEnd(): void {
    const error = this.#watch?.socketError;
    if (error != null) {
      this.#fail(error);
      return;
    }
    this.#over();
    this.#queue.end();
  }

  onResponseError(_controller: unknown, error: unknown): void {
    this.#fail(error);
  }

  // undici 6 and earlier, which Node 20 brings along for its own `fetch`, call these instead.

  onConnect(abort: (reason?: Error) => void): void {
    this.onRequestStart({ abort });
  }

  onHeaders(status: number, rawHeaders: readonly Uint8Array[]): boolean {
    this.onResponseStart(null, status, parseRawHeaders(rawHeaders));
    return true;
  }

  onData(chunk: Uint8Array): boolean {
    this.onResponseData(null, chunk);
    return true;
  }

  onComplete(): void {
    this.onResponseEnd();
  }

  onError(error: unknown): void {
    this.#fail(error);
  }

  readonly #onAbort = (): void => {
    const { reason } = this.#limits.signal;
    this.#reject(reason);
    this.#queue.fail(reason);
    this.#closeFor(reason instanceof Error ? reason : new Error('aborted', { cause: reason }));
  };

  #closeFor(reason: Error): void {
    if (this.#isOver) return;
    this.#closedFor = reason;
    this.#over();
    this.#queue.end();
    this.#controller?.abort(reason);
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    const response = this.#stage === 'body' ? null : responseOf(error);
    if (response !== null) {
      this.onResponseStart(null, response.status, response.headers);
      this.onResponseEnd();
      return;
    }
    this.#over();
    const fault = httpFault(error, this.#stage, this.#request.url.href);
    this.#reject(fault);
    this.#queue.fail(fault);
  }

  /** Nothing more is to be waited for. */
  #over(): void {
    this.#isOver = true;
    this.#limits.leave();
    this.#limits.signal.removeEventListener('abort', this.#onAbort);
  }
}

/** Below it stand informational ones, after which another comes (RFC 9110 §15.2). */
const FIRST_FINAL_STATUS = 200;
