/** A running inspector with a page of the test's own, and requests to it with any headers. */
import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach } from 'vitest';
import { readPage } from '../../src/inspect/page.js';
import { type RunningServer, type Served, serveInspector } from '../../src/inspect/server.js';

export const STATIC_POLICY = "default-src 'none'; script-src 'self'";

/** A page of the test's own. */
const PAGE = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${STATIC_POLICY}">`;

const NOTHING = { file: null, url: null, agents: [], profile: null } as const;

/** Starts inspectors with a small page, and closes them after each test. */
export function useInspector(): (served?: Partial<Served>) => Promise<RunningServer> {
  const servers: RunningServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  return async (served = {}) => {
    const fetchSite = async (): Promise<never> => {
      throw new Error('the test fetches nothing');
    };
    const page = await readPage(Buffer.from(PAGE));
    const server = await serveInspector({ page, opening: NOTHING, fetchSite, ...served }, 0);
    servers.push(server);
    return server;
  };
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Question {
  readonly method?: string;
  /** Sent unchanged in place of the path of the URL: `URL` would resolve the dots. */
  readonly path?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** Sends a request with exactly these headers; the Host header is that of the URL unless another is given. */
export function ask(url: string | URL, { body, ...options }: Question = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, ...options }, (response) => {
      text(response).then(
        (read) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read }),
        reject,
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Makes the inspector fetch, as its page does. */
export function askFetch(
  address: string,
  message: object = { url: 'http://a.example/', profile: 'rfc9309' },
  signal?: AbortSignal,
): Promise<Reply> {
  return ask(new URL('fetch', address), {
    method: 'POST',
    headers: {
      origin: new URL(address).origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    body: JSON.stringify(message),
    ...(signal !== undefined && { signal }),
  });
}
