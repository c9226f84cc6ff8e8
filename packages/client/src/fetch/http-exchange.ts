/**
 * One HTTP request and its response as it arrives. Each way to send the request is a subclass.
 *
 * The body is never paused: undici 7 fails an assertion that nothing can catch when a connection ends while its parser is
 * paused (nodejs/undici#5360, fixed in 8), so a server could end the process. Memory is bounded in another way: a reader
 * that keeps up leaves a chunk or two unread, and at most `maxEncodedOctets` are ever received.
 */

import { FIRST_FINAL_STATUS } from './dispatch.js';
import { errorOf, onEnd } from './ending.js';
import { type Exchange, type HeaderValues, OctetQueue } from './exchange.js';
import { AccessError } from './faults.js';
import type { Stage, TimeLimits } from './limits.js';

export interface HttpRequest {
  readonly url: URL;
  readonly headers: Record<string, string>;
  /** How many octets of the body are received, in encoded form. */
  readonly maxEncodedOctets: number;
}

/** One error for all exchanges: with its stack, an error takes 2 KB. */
const NO_MORE_NEEDED = new Error('no more of the response is needed');

export abstract class HttpExchange implements Exchange {
  status = 0;
  headers: HeaderValues = {};
  protected readonly request: HttpRequest;
  protected readonly limits: TimeLimits;
  readonly #queue = new OctetQueue();
  #stage: Stage = 'connect';
  #resolve: (exchange: Exchange) => void = () => {};
  #reject: (reason: unknown) => void = () => {};
  #stopListening = (): void => {};
  #isOver = false;
  #interimResponses = 0;

  constructor(request: HttpRequest, limits: TimeLimits) {
    this.request = request;
    this.limits = limits;
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
  begin(): Promise<Exchange> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      const { signal } = this.limits;
      if (signal.aborted) {
        this.#onAbort();
        return;
      }
      this.#stopListening = onEnd(signal, () => this.#onAbort());
      try {
        this.send();
      } catch (error) {
        this.fail(error);
      }
    });
  }

  async *body(): AsyncGenerator<Uint8Array, void> {
    try {
      yield* this.#queue.read({
        waiting: () => this.limits.enter('body'),
        arrived: () => this.limits.leave(),
      });
    } finally {
      this.close();
    }
  }

  close(): void {
    this.#closeFor(NO_MORE_NEEDED);
  }

  /** Sends the request. */
  protected abstract send(): void;

  /** Closes the connection, or leaves it to its owner to do so. */
  protected abstract disconnect(reason: Error): void;

  /** The fault for an error. */
  protected abstract faultOf(error: unknown, stage: Stage): AccessError;

  /** Whether the exchange has ended, so that events of the connection are ignored. */
  protected get isOver(): boolean {
    return this.#isOver;
  }

  /** What the request waits for. */
  protected get stage(): Stage {
    return this.#stage;
  }

  /** Begins to wait for a connection, or for headers. */
  protected enter(stage: 'connect' | 'headers'): void {
    this.#stage = stage;
    this.limits.enter(stage);
  }

  /** The headers of a response have arrived. Nothing happens if the exchange is over, or the response is an interim one. */
  protected receiveHeaders(status: number, headers: HeaderValues): void {
    if (this.#isOver || status < FIRST_FINAL_STATUS) return;
    this.limits.leave();
    this.#stage = 'body';
    this.status = status;
    this.headers = headers;
    this.#resolve(this);
  }

  /** An interim response has arrived. */
  protected countInterim(): void {
    this.#interimResponses++;
    if (this.#interimResponses <= MAX_INTERIM_RESPONSES) return;
    this.failAsMalformed(`there are more than ${MAX_INTERIM_RESPONSES} interim responses`);
  }

  /** A part of the body has arrived. Nothing happens if the exchange is over. */
  protected receiveData(chunk: Uint8Array): void {
    const { maxEncodedOctets, url } = this.request;
    if (this.#queue.octets <= maxEncodedOctets) {
      this.#queue.push(chunk);
      return;
    }
    const message = `${url.href}: the body has more than ${maxEncodedOctets} octets, and decodes to less`;
    this.fail(new AccessError('bad-encoding', message));
  }

  /** The body has been received to its end. Nothing happens if the exchange is over. */
  protected receiveEnd(): void {
    if (this.#isOver) return;
    if (this.#stage !== 'body') {
      this.failAsMalformed('the response ended without the headers of a final response');
      return;
    }
    this.#over();
    this.#queue.end();
  }

  /** The response breaks the protocol or a limit of octets. */
  protected failAsMalformed(reason: string): void {
    this.fail(new AccessError('malformed-response', `${this.request.url.href}: ${reason}`));
  }

  /** There is no response, or no more of it. */
  protected fail(error: unknown): void {
    if (this.#isOver) return;
    this.#over();
    const fault = this.faultOf(error, this.#stage);
    this.#reject(fault);
    this.#queue.fail(fault);
    this.disconnect(fault);
  }

  #onAbort(): void {
    const { signal } = this.limits;
    const { reason } = signal;
    this.#reject(reason);
    this.#queue.fail(reason);
    this.#closeFor(errorOf(signal));
  }

  #closeFor(reason: Error): void {
    if (this.#isOver) return;
    this.#over();
    this.#queue.end();
    this.disconnect(reason);
  }

  #over(): void {
    this.#isOver = true;
    this.limits.leave();
    this.#stopListening();
  }
}

/** How many of them may come before a final response. Servers send one or two; each takes time to read. */
const MAX_INTERIM_RESPONSES = 100;

/** The lowest status (RFC 9110 §15). */
export const MIN_STATUS = 100;
