/**
 * One HTTP request by a dispatcher of undici, and its response as it arrives. `dispatch`, rather than `request` or `fetch`: it reports when
 * the request is sent, follows no redirect, decodes nothing, and lets the body be stopped after any chunk.
 *
 * The body is never paused: undici 7 fails an assertion that nothing can catch when a connection ends while its parser is
 * paused (nodejs/undici#5360, fixed in 8), so a server could end the process. Memory is bounded in another way: a reader
 * that keeps up leaves a chunk or two unread, and at most `maxEncodedOctets` are ever received.
 */

import { abortError, onAbort } from 'robotstream/internal';
import type { Dispatcher } from 'undici';
import { FIRST_FINAL_STATUS, OWN_REQUEST } from './dispatch.js';
import { httpFault, isLengthMismatch, responseOf } from './fault-of-error.js';
import { AccessError } from './faults.js';
import type { Stage, TimeLimits } from './limits.js';
import { type Exchange, type HeaderValues, parseRawHeaders } from './requests.js';

/** Called when a reader begins and stops waiting, so that a time limit can run meanwhile. */
export interface QueueWatch {
  /** The reader waits for a chunk. */
  waiting(): void;
  /** The reader has stopped waiting. */
  arrived(): void;
}

/** A queue with one reader. */
export class OctetQueue {
  #chunks: Uint8Array[] = [];
  #end: 'open' | 'ended' | { readonly error: unknown } = 'open';
  #wake: (() => void) | null = null;
  /** Octets pushed so far. */
  octets = 0;

  push(chunk: Uint8Array): void {
    if (this.#end !== 'open') return;
    this.octets += chunk.length;
    this.#chunks.push(chunk);
    this.#wakeUp();
  }

  /** Ends the queue. Only the first `end` or `fail` counts. */
  end(): void {
    if (this.#end === 'open') this.#end = 'ended';
    this.#wakeUp();
  }

  /** Makes the reader throw after it has read what was pushed before. */
  fail(error: unknown): void {
    if (this.#end === 'open') this.#end = { error };
    this.#wakeUp();
  }

  /** Yields what is pushed; call it once. Waiting chunks are joined, because a body may arrive in chunks of one octet. */
  async *read(watch: QueueWatch): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      if (this.#chunks.length > 0) {
        const chunks = this.#chunks;
        this.#chunks = [];
        yield chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
        continue;
      }
      if (this.#end === 'ended') return;
      if (this.#end !== 'open') throw this.#end.error;
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      watch.waiting();
      await woken;
      watch.arrived();
    }
  }

  #wakeUp(): void {
    this.#wake?.();
    this.#wake = null;
  }
}

export interface HttpRequest {
  readonly url: URL;
  readonly headers: Record<string, string>;
  /** How many octets of the body are received, in encoded form. */
  readonly maxEncodedOctets: number;
  /** Called when the request is sent. */
  readonly onSent: () => void;
}

type Controller = Pick<Dispatcher.DispatchController, 'abort'>;

/** How many interim responses may come before a final one. Servers send one or two; each takes time to read. */
const MAX_INTERIM_RESPONSES = 100;

/** The statuses of responses that end with their headers: RFC 9112 §6.3. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 304]);

export class HttpExchange implements Exchange, Dispatcher.DispatchHandler {
  status = 0;
  headers: HeaderValues = {};
  readonly #request: HttpRequest;
  readonly #limits: TimeLimits;
  readonly #queue = new OctetQueue();
  #controller: Controller | null = null;
  /** Why this side has ended the exchange. */
  #closedFor: Error | null = null;
  #stage: Stage = 'connect';
  #isOver = false;
  #interimResponses = 0;
  #resolve: (exchange: Exchange) => void = () => {};
  #reject: (reason: unknown) => void = () => {};
  #stopListening = (): void => {};

  constructor(request: HttpRequest, limits: TimeLimits) {
    this.#request = request;
    this.#limits = limits;
  }

  get encodedOctets(): number {
    return this.#queue.octets;
  }

  /**
   * Sends the request and waits for the headers of the final response.
   *
   * @throws {AccessError} (rejects) if there is no response
   * @throws the limits' reason (rejects) if they abort
   */
  begin(dispatcher: Pick<Dispatcher, 'dispatch'>): Promise<Exchange> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      const { signal } = this.#limits;
      if (signal.aborted) {
        this.#onAbort();
        return;
      }
      this.#stopListening = onAbort(signal, () => this.#onAbort());
      this.#limits.enter('connect');
      try {
        dispatcher.dispatch(this.#dispatchOptions(), this);
      } catch (error) {
        this.fail(error);
      }
    });
  }

  body(): AsyncGenerator<Uint8Array, void> {
    return this.#queue.read({
      waiting: () => this.#limits.enter('body'),
      arrived: () => this.#limits.leave(),
    });
  }

  close(): void {
    if (!this.#isOver) this.#closeFor(new Error('no more of the response is needed'));
  }

  /** There is no response, or no more of it. Nothing happens if the exchange is over. */
  fail(error: unknown): void {
    if (this.#isOver) return;
    this.#over();
    const fault = httpFault(error, this.#stage, this.#request.url.href);
    this.#reject(fault);
    this.#queue.fail(fault);
    this.#disconnect(fault);
  }

  /** The response breaks the protocol or a limit of octets. */
  failAsMalformed(reason: string): void {
    this.fail(new AccessError('malformed-response', `${this.#request.url.href}: ${reason}`));
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#closedFor !== null) {
      controller.abort(this.#closedFor);
      return;
    }
    this.#request.onSent();
    this.#stage = 'headers';
    this.#limits.enter('headers');
  }

  onResponseStart(_controller: unknown, status: number, headers: HeaderValues): void {
    if (this.#isOver) return;
    if (status < FIRST_FINAL_STATUS) {
      this.#interimResponses++;
      if (this.#interimResponses > MAX_INTERIM_RESPONSES)
        this.failAsMalformed(`there are more than ${MAX_INTERIM_RESPONSES} interim responses`);
      return;
    }
    this.#limits.leave();
    this.#stage = 'body';
    this.status = status;
    this.headers = headers;
    this.#resolve(this);
  }

  onResponseData(_controller: unknown, chunk: Uint8Array): void {
    const { maxEncodedOctets, url } = this.#request;
    if (this.#queue.octets <= maxEncodedOctets) {
      this.#queue.push(chunk);
      return;
    }
    const message = `${url.href}: the body has more than ${maxEncodedOctets} octets, and decodes to less`;
    this.fail(new AccessError('bad-encoding', message));
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    if (this.#stage !== 'body') {
      this.failAsMalformed('the response ended without the headers of a final response');
      return;
    }
    this.#over();
    this.#queue.end();
  }

  onResponseError(_controller: unknown, error: unknown): void {
    // The dispatcher has ended the request itself.
    this.#controller = null;
    // A response without a body may state the length that one would have (RFC 9110 §8.6), which undici takes for a body that is cut off.
    if (WITHOUT_BODY.has(this.status) && isLengthMismatch(error)) {
      this.onResponseEnd();
      return;
    }
    const response = this.#stage === 'body' ? null : responseOf(error);
    if (response === null) {
      this.fail(error);
      return;
    }
    this.onResponseStart(null, response.status, response.headers);
    this.onResponseEnd();
  }

  // undici 6, which Node 20 has for its own `fetch`, calls these instead.

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
    this.onResponseError(null, error);
  }

  #dispatchOptions(): Dispatcher.DispatchOptions {
    const { url, headers } = this.#request;
    const options = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers,
      // The limits of this package apply.
      headersTimeout: 0,
      bodyTimeout: 0,
      [OWN_REQUEST]: true,
    } as const;
    return options;
  }

  #onAbort(): void {
    const { signal } = this.#limits;
    const { reason } = signal;
    this.#reject(reason);
    this.#queue.fail(reason);
    this.#closeFor(abortError(signal));
  }

  #closeFor(reason: Error): void {
    this.#over();
    this.#queue.end();
    this.#disconnect(reason);
  }

  #disconnect(reason: Error): void {
    this.#closedFor = reason;
    this.#controller?.abort(reason);
  }

  #over(): void {
    this.#isOver = true;
    this.#limits.leave();
    this.#stopListening();
  }
}
