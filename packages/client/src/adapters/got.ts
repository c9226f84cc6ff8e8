/**
 * The entry point `@robotstream/client/got`: makes got obey robots.txt.
 */

import type { RobotsClient } from '../client/client.js';
import { RefusalError } from '../client/obey/refusal-error.js';
import type { EndTurn } from '../pacing/host-turns.js';
import { type AdapterOptions, obedienceOf } from './obedience.js';

export type { AdapterOptions } from './obedience.js';

/** The options of one request, as got passes them to hooks. */
export interface GotRequest {
  readonly url?: string | URL | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly headers: Record<string, unknown>;
  context: Record<string, unknown>;
}

/** Options for `got.extend`. */
export interface GotExtension {
  readonly handlers: (<Result>(options: GotRequest, next: (options: never) => Result) => Result)[];
  readonly hooks: {
    readonly beforeRequest: ((options: GotRequest) => Promise<void>)[];
    readonly beforeRedirect: ((options: GotRequest) => void)[];
    readonly beforeError: (<Failure extends Error>(error: Failure) => Failure)[];
  };
}

/** The key of a request's context that keeps its turn. */
const TURN = 'robotstream.turn';

/** The turn of one call of got. The call may send several requests, one after the other. */
class CallTurn {
  #end: EndTurn = () => {};
  #isOver = false;

  /** The turn of the next request. It ends at once if the call is over: it was aborted while it waited. */
  begin(end: EndTurn): void {
    if (this.#isOver) end();
    else this.#end = end;
  }

  end(): void {
    this.#end();
    this.#end = () => {};
  }

  /** The call is over. */
  close(): void {
    this.#isOver = true;
    this.end();
  }
}

/** What a call of got returns, as {@link GotExtension.handlers} see it: a promise of the response, or a stream. */
interface GotResult {
  then?(onEnd: () => void, onError: () => void): unknown;
  on(event: string, listener: () => void): unknown;
}

/**
 * Makes options for `got.extend`. got then sends only requests that robots.txt allows, under the name of the client's crawler, and waits for the
 * host's turn before each: the first one, redirects and retries.
 *
 * A request that is not allowed fails with a `RefusalError`. The turn lasts until the headers of the response arrive.
 *
 * @throws {TypeError} if `client` is not a client, or an option is unknown or malformed
 * @example
 * ```js
 * import { createClient } from '@robotstream/client';
 * import { robotsGot } from '@robotstream/client/got';
 * import got from 'got';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://foo.example/bot)', agents: 'FooBot' });
 * const obedientGot = got.extend(robotsGot(client));
 * console.log(await obedientGot('https://example.com/').text());
 * await client.close();
 * ```
 */
export function robotsGot(client: RobotsClient, options: AdapterOptions = {}): GotExtension {
  const { gate, userAgent } = obedienceOf('robotsGot', client, options);
  return {
    handlers: [
      (request, next) => {
        const turn = new CallTurn();
        const close = (): void => turn.close();
        request.context = { ...request.context, [TURN]: turn };
        const result = next(request as never);
        const sent = result as GotResult;
        sent.on('response', () => turn.end());
        if (sent.then === undefined) sent.on('close', close);
        else sent.then(close, close);
        return result;
      },
    ],
    hooks: {
      beforeRequest: [
        async (request) => {
          const turn = turnOf(request);
          // A request that is retried has had no response.
          turn?.end();
          request.headers['user-agent'] = userAgent;
          const end = await gate.pass(String(request.url), request.signal);
          if (turn === undefined) end();
          else turn.begin(end);
        },
      ],
      beforeRedirect: [(request) => turnOf(request)?.end()],
      beforeError: [
        (error) => (error.cause instanceof RefusalError ? (error.cause as unknown as typeof error) : error),
      ],
    },
  };
}

function turnOf({ context }: GotRequest): CallTurn | undefined {
  const turn = context[TURN];
  return turn instanceof CallTurn ? turn : undefined;
}
