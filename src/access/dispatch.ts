/**
 * As much of undici's interface as an interceptor needs, in every version from 6 on. It is written out here because the types of
 * one version do not fit the dispatchers of another.
 */

/** The options of one request. */
export interface RequestOptions {
  readonly origin?: unknown;
  readonly path?: unknown;
  readonly method?: unknown;
  readonly query?: unknown;
}

/** What sends requests: `dispatcher.dispatch`. */
export type Dispatch = (options: RequestOptions, handler: Handler) => boolean;

/** What a handler uses to stop its request. */
export interface Controller {
  readonly aborted: boolean;
  readonly paused: boolean;
  readonly reason: Error | null;
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/** What hears of a request: undici 7 and later call the first two methods, undici 6 the others. */
export interface Handler {
  onRequestStart?(controller: Controller, context: object): void;
  onResponseError?(controller: Controller, error: Error): void;
  onConnect?(abort: (reason: Error) => void, context: object): void;
  onError?(error: Error): void;
}

/** Has a handler know how to abort a request that is not sent yet. */
export function announce(handler: Handler, controller: Controller): void {
  if (handler.onRequestStart !== undefined) handler.onRequestStart(controller, {});
  else handler.onConnect?.((reason) => controller.abort(reason), {});
}

/** Ends a request that is not sent. */
export function refuse(handler: Handler, controller: Controller, error: Error): void {
  if (handler.onResponseError !== undefined) handler.onResponseError(controller, error);
  else handler.onError?.(error);
}

/** The controller of a request that waits to be sent. */
export class WaitingController implements Controller {
  readonly paused = false;
  readonly #abortion = new AbortController();
  #isSent = false;

  /** Aborts with the request. */
  get signal(): AbortSignal {
    return this.#abortion.signal;
  }

  get aborted(): boolean {
    return this.signal.aborted;
  }

  get reason(): Error | null {
    return (this.signal.reason as Error | undefined) ?? null;
  }

  abort(reason: Error): void {
    if (!this.#isSent) this.#abortion.abort(reason);
  }

  /** The request is sent, and has another controller. */
  sent(): void {
    this.#isSent = true;
  }

  pause(): void {}
  resume(): void {}
}
