/** The servers of a server case (`conformance/README.md`, "Servers"), in the place of all networks: a dispatcher that answers by the script. */
import type { Dispatcher } from 'undici';
import { answerBody, type ServerAnswer, type ServerRequest } from '../../../../test/conformance/suite.js';

type Handler = Dispatcher.DispatchHandler;

/** The errors that Node and undici report for each failure. */
const ERRORS: { readonly [failure in NonNullable<ServerAnswer['failure']>]: object } = {
  dns: { code: 'ENOTFOUND', syscall: 'getaddrinfo' },
  refused: { code: 'ECONNREFUSED', syscall: 'connect' },
  timeout: { code: 'UND_ERR_HEADERS_TIMEOUT' },
  reset: { code: 'ECONNRESET' },
  tls: { code: 'CERT_HAS_EXPIRED' },
  invalid: { code: 'HPE_INVALID_CONSTANT' },
  cut: { code: 'UND_ERR_SOCKET' },
};

/** Failures before the request is sent. */
const UNCONNECTED: readonly ServerAnswer['failure'][] = ['dns', 'refused', 'tls'];

/** Answers by the requests of one step after the other, and records what is not in the script. */
export class ScriptedServers {
  /** What differs from the script. */
  readonly faults: string[] = [];
  #open: readonly ServerRequest[] = [];
  #failed: ServerRequest | undefined;

  /** Begins a step. */
  expect(requests: readonly ServerRequest[]): void {
    this.#open = requests;
    this.#failed = undefined;
  }

  /** Ends a step: every request must have been made. */
  finish(): void {
    for (const { url } of this.#open) this.faults.push(`no request for ${url}`);
  }

  dispatch({ origin, path, headers }: Dispatcher.DispatchOptions, handler: Handler): boolean {
    const url = `${String(origin)}${path}`;
    const controller = {
      abort: () => {},
      pause: () => {},
      resume: () => {},
      aborted: false,
      paused: false,
      reason: null,
    };
    const { answer } = this.#next(url, headers as Readonly<Record<string, string>>);
    const { status, headers: fields, failure } = answer;
    const body = Buffer.from(answerBody(answer));
    const error = failure === undefined ? undefined : Object.assign(new Error(failure), ERRORS[failure]);
    if (!UNCONNECTED.includes(failure)) handler.onRequestStart?.(controller as never, {});
    if (status === undefined) {
      handler.onResponseError?.(controller as never, error ?? new Error('no status'));
      return true;
    }
    handler.onResponseStart?.(controller as never, status, { 'content-type': 'text/plain', ...fields }, '');
    if (body.length > 0) handler.onResponseData?.(controller as never, body);
    if (error === undefined) handler.onResponseEnd?.(controller as never, {});
    else handler.onResponseError?.(controller as never, error);
    return true;
  }

  #next(url: string, headers: Readonly<Record<string, string>>): ServerRequest {
    if (this.#failed !== undefined && this.#failed.url === url && this.#open[0]?.url !== url)
      return this.#failed;
    const [request, ...rest] = this.#open;
    if (request === undefined || request.url !== url) {
      this.faults.push(`a request for ${url} that the script does not have`);
      return { url, answer: { failure: 'refused' } };
    }
    for (const [name, value] of Object.entries(request.headers ?? {})) {
      if (headers[name] !== value) this.faults.push(`${url}: ${name}: ${headers[name]}, not ${value}`);
    }
    this.#open = rest;
    this.#failed = request.answer.failure === undefined ? undefined : request;
    return request;
  }
}
