/** A real server of one test, whose answers the test sets. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a site answers: a status, headers and a body, or whatever a function sends. */
export type SiteAnswer =
  | {
      readonly status?: number;
      readonly headers?: Record<string, string>;
      readonly body?: string | Uint8Array;
    }
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** A site on loopback. */
export interface Site {
  /** Such as `http://127.0.0.1:1234`. */
  readonly origin: string;
  readonly port: number;
  /** Every request so far. */
  readonly requests: { readonly url: string; readonly headers: IncomingMessage['headers'] }[];
  /** Sets its answer from now on. */
  answer(next: SiteAnswer): void;
  close(): Promise<void>;
}

/** Starts a site. It has no robots.txt until the test sets an answer. */
export async function startSite(): Promise<Site> {
  let answer: SiteAnswer = { status: 404 };
  const requests: Site['requests'] = [];
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers });
    if (typeof answer === 'function') return answer(request, response);
    const { status = 200, headers = {}, body = '' } = answer;
    response.writeHead(status, headers).end(body);
  });
  const port = await listen(server, '127.0.0.1');
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    answer: (next) => {
      answer = next;
    },
    close: () => stop(server),
  };
}

/** What a program asked a site for itself: a browser may ask for `/favicon.ico` beside that, or not. */
export function withoutFavicon(requests: Site['requests']): Site['requests'] {
  return requests.filter(({ url }) => url !== '/favicon.ico');
}

/** @returns the port */
export function listen(server: Server, host: string, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
