/**
 * The part of undici's interface that this package needs, in every version from 6 on. It is declared here because the types of
 * one version do not fit the dispatchers of another.
 */

/**
 * Loads undici on first use, because loading it takes longer than loading this whole package. The import names a file: Bun replaces plain
 * `undici` by an incomplete module of its own.
 */
export const loadUndici = (): Promise<typeof import('undici')> => import('undici/index.js');

/** Sends requests: an undici `Dispatcher` of any version. */
export interface DispatcherLike {
  dispatch(options: never, handler: never): boolean;
}

/** The options of one request. */
export interface RequestOptions {
  readonly origin?: unknown;
  readonly path?: unknown;
  readonly method?: unknown;
  readonly query?: unknown;
}

/** Sends requests: the type of `dispatcher.dispatch`. */
export type Dispatch = (options: RequestOptions, handler: Handler) => boolean;

/** Lets a handler stop its request. */
export interface Controller {
  readonly aborted: boolean;
  readonly paused: boolean;
  readonly reason: Error | null;
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/** Receives the events of a request. undici 7 and later call the first two methods, undici 6 the others. */
export interface Handler {
  onRequestStart?(controller: Controller, context: object): void;
  onResponseError?(controller: Controller, error: Error): void;
  onConnect?(abort: (reason: Error) => void, context: object): void;
  onError?(error: Error): void;
}

/** Gives a handler the means to abort a request that is not sent yet. */
export function announce(handler: Handler, controller: Controller): void {
  if (handler.onRequestStart !== undefined) handler.onRequestStart(controller, {});
  else handler.onConnect?.((reason) => controller.abort(reason), {});
}

/** Ends a request that is not sent. */
export function refuse(handler: Handler, controller: Controller, error: Error): void {
  if (handler.onResponseError !== undefined) handler.onResponseError(controller, error);
  else handler.onError?.(error);
}

/** The methods that show that the server has the request, or never will. */
const FIRST_SIGN = /^on(?:(?:Request)?Upgrade|Response(?:Start|End|Error)|Headers|Complete|Error)$/;

/** Where the methods that receive a status have it among their values. */
const STATUS_PLACES: Readonly<Record<string, number>> = { onResponseStart: 1, onHeaders: 0 };

/**
 * A handler that forwards everything to another, and calls back before a final response or an error, and again at the end of the
 * response: an interceptor may swallow its headers.
 */
export function untilResponse(handler: Handler, onResponse: () => void): Handler {
  return observed(handler, (name, values) => {
    if (FIRST_SIGN.test(name) && !isInterim(name, values)) onResponse();
  });
}

/**
 * A handler that forwards every call to another one, after it has called an observer with the name of the method and its arguments. undici checks which
 * methods exist, so it has those of the other.
 */
function observed(handler: Handler, observe: (name: string, values: readonly unknown[]) => void): Handler {
  return new Proxy(handler, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...values: unknown[]) => {
        observe(String(name), values);
        return method.apply(target, values);
      };
    },
  });
}

/** The methods that undici 6 calls, and that the handlers of `fetch` of undici 7 have. */
interface FirstHandler {
  onConnect?(abort: (reason: Error) => void, context: object): unknown;
  onHeaders?(status: number, headers: readonly Uint8Array[], resume: () => void, text?: string): unknown;
  onData?(chunk: Uint8Array): unknown;
  onComplete?(trailers: readonly Uint8Array[]): unknown;
  onError?(error: Error): unknown;
}

/**
 * A handler that the dispatchers of every version accept. undici 8 accepts only the methods of undici 7 and later, and the handlers of undici 7's
 * `fetch` have those of undici 6.
 */
export function forEveryVersion(handler: Handler): Handler {
  if (handler.onRequestStart !== undefined) return handler;
  const first = handler as FirstHandler;
  const later = {
    onRequestStart: (controller: Controller, context: object) => {
      first.onConnect?.((reason) => controller.abort(reason), context);
    },
    onResponseStart: (controller: Controller, status: number, headers: HeaderFields, text?: string) => {
      const more = first.onHeaders?.(status, rawHeaders(headers), () => controller.resume(), text);
      // An interim response has no body that could be held back.
      if (more === false && status >= FIRST_FINAL_STATUS) controller.pause();
    },
    onResponseData: (controller: Controller, chunk: Uint8Array) => {
      if (first.onData?.(chunk) === false) controller.pause();
    },
    onResponseEnd: (_: Controller, trailers: HeaderFields) => {
      first.onComplete?.(rawHeaders(trailers));
    },
    onResponseError: (_: Controller, error: Error) => {
      first.onError?.(error);
    },
  };
  return new Proxy(handler, {
    get: (target, name) => {
      const method: unknown = Reflect.get(name in later ? later : target, name);
      return typeof method === 'function' ? method.bind(target) : method;
    },
  });
}

/** Header fields as undici 7 and later pass them. */
type HeaderFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Header fields as undici 6 passes them: a list in which names and values alternate. */
function rawHeaders(fields: HeaderFields | undefined): Uint8Array[] {
  const octets = (text: string) => Buffer.from(text, 'latin1');
  return Object.entries(fields ?? {}).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((one) => [octets(name), octets(one)]),
  );
}

function isInterim(name: string, values: readonly unknown[]): boolean {
  return name in STATUS_PLACES && Number(values[STATUS_PLACES[name]]) < FIRST_FINAL_STATUS;
}

/** The controller of a request that waits to be sent. */
export class WaitingController implements Controller {
  readonly paused = false;
  readonly #abortion = new AbortController();
  #isSent = false;

  /** Aborts when the request is aborted. */
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

  /** The request has been sent, and has another controller. */
  sent(): void {
    this.#isSent = true;
  }

  pause(): void {}
  resume(): void {}
}

/**
 * A dispatch option that is true for a request of this package. Interceptors copy it with the other options. One that asks the client
 * about each request must let these pass, or the client would wait for itself.
 */
export const OWN_REQUEST: unique symbol = Symbol.for('robotstream.own-request');

/** The lowest status of a final response. Lower ones are interim responses, which come before it. */
export const FIRST_FINAL_STATUS = 200;
