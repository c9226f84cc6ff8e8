/**
 * The server of the inspector: the page, what it opens with, and the robots.txt of sites.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { named } from '../input.js';
import { answerFetch, type FetchSite, limited } from './fetch-endpoint.js';
import type { OpeningMessage } from './messages.js';
import type { Page } from './page.js';
import { admit, newToken } from './request-guard.js';
import { type Answer, jsonAnswer, methodRefusal, send, textAnswer } from './response.js';

/** What is served. */
export interface Served {
  readonly page: Page;
  readonly opening: OpeningMessage;
  /** Fetches the robots.txt of a site for the page. */
  readonly fetchSite: FetchSite;
}

export interface RunningServer {
  /** The URL of the page, with the token. */
  readonly address: string;
  /** Closes the server and every connection, which aborts what they wait for. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** A page has a handful of connections; several tabs have a few dozen. */
const MAX_CONNECTIONS = 64;

/** How long a client may take to send a request, in milliseconds. */
const REQUEST_TIMEOUT_MS = 10_000;

/** The octets of a request's line and headers. */
const MAX_HEADER_OCTETS = 16 * 1024;

/**
 * Serves the inspector on loopback.
 *
 * @param port 0 for a free one
 * @throws {InputError} (rejects) if the port cannot be used
 */
export async function serveInspector(served: Served, port: number): Promise<RunningServer> {
  const token = newToken();
  const bounded = { ...served, fetchSite: limited(served.fetchSite) };
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_OCTETS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
    },
    (request, response) => {
      const admitted = admit(request, portOf(server), token);
      const answer = typeof admitted === 'string' ? answerTo(admitted, request, response, bounded) : admitted;
      send(answer, request, response, served.page.contentPolicy);
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  await named(`--port ${port}`, () => once(server.listen(port, LOOPBACK), 'listening'));
  return {
    address: `http://${LOOPBACK}:${portOf(server)}/${token}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The answer to a request that the guard admits. */
function answerTo(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  { page, opening, fetchSite }: Served,
): Answer | Promise<Answer> {
  const { method } = request;
  if (path === 'fetch')
    return method === 'POST' ? answerFetch(request, response, fetchSite) : methodRefusal('POST');
  if (method !== 'GET' && method !== 'HEAD') return methodRefusal('GET, HEAD');
  if (path === 'opening') return jsonAnswer(200, opening);
  if (path !== '') return textAnswer(404, 'Not found.');
  return { status: 200, headers: {}, contentType: 'text/html; charset=utf-8', octets: page.octets };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
