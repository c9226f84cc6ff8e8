/**
 * An HTTP request by an undici dispatcher. `dispatch`, rather than `request` or `fetch`: it reports when the request is
 * sent, follows no redirect, decodes nothing, and lets the body be stopped after any chunk.
 */
import type { Dispatcher } from 'undici';
import { responseOf } from './error-responses.js';
import type { HeaderValues } from './exchange.js';
import type { AccessError } from './faults.js';
import { HttpExchange, type HttpRequest } from './http-exchange.js';
import { httpFault } from './http-faults.js';
import { OWN_REQUEST } from './own-request.js';
import { parseRawHeaders } from './raw-headers.js';
import type { Stage, TimeLimits } from './time-limits.js';

export interface DispatchOptions {
  readonly dispatcher: Dispatcher;
  /** Whether the connection serves only this request (`Connection: close`). */
  readonly closesConnection: boolean;
  /** Called when the request is sent. */
  readonly onSent?: () => void;
}

type Controller = Pick<Dispatcher.DispatchController, 'abort'>;

export class DispatcherExchange extends HttpExchange implements Dispatcher.DispatchHandler {
  readonly #options: DispatchOptions;
  #controller: Controller | null = null;
  /** Why this side has ended the exchange. */
  #disconnectedFor: Error | null = null;

  constructor(request: HttpRequest, limits: TimeLimits, options: DispatchOptions) {
    super(request, limits);
    this.#options = options;
  }

  protected override send(): void {
    const { url, headers } = this.request;
    const { dispatcher, closesConnection } = this.#options;
    this.enter('connect');
    const options = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers,
      // The limits of this package apply.
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(closesConnection ? { reset: true } : {}),
      [OWN_REQUEST]: true,
    } as const;
    dispatcher.dispatch(options, this);
  }

  protected override disconnect(reason: Error): void {
    this.#disconnectedFor = reason;
    this.#controller?.abort(reason);
  }

  protected override faultOf(error: unknown, stage: Stage): AccessError {
    return httpFault(error, stage, this.request.url.href);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#disconnectedFor !== null) {
      controller.abort(this.#disconnectedFor);
      return;
    }
    this.#options.onSent?.();
    this.enter('headers');
  }

  onResponseStart(_controller: unknown, status: number, headers: HeaderValues): void {
    this.receiveHeaders(status, headers);
  }

  onResponseData(_controller: unknown, chunk: Uint8Array): void {
    this.receiveData(chunk);
  }

  onResponseEnd(): void {
    this.receiveEnd();
  }

  onResponseError(_controller: unknown, error: unknown): void {
    // The dispatcher has ended the request itself.
    this.#controller = null;
    const response = this.isOver || this.stage === 'body' ? null : responseOf(error);
    if (response === null) {
      this.fail(error);
      return;
    }
    this.receiveHeaders(response.status, response.headers);
    this.receiveEnd();
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
}
