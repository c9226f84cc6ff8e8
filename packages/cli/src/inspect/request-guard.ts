/**
 * Which requests the server answers. A server on loopback can be reached by every page in the user's browser and by every user of
 * the machine, so a request must name the server as the browser's address bar does, come from the page itself, and know the token.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** An answer without content for the page. */
export interface Refusal {
  readonly status: number;
  readonly text: string;
  readonly headers?: { readonly [name: string]: string };
}

/** A request that is answered: what it asks for. */
export interface Admitted {
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** The path after the token, without a query: `` for the page, `fetch`. */
  readonly path: string;
}

/** What the guard knows about the server. */
export interface GuardedServer {
  readonly port: number;
  readonly token: string;
}

const TOKEN_OCTETS = 24;

/** A token that cannot be guessed, in characters that need no escape in a URL. */
export function newToken(): string {
  return randomBytes(TOKEN_OCTETS).toString('base64url');
}

const NOT_FOUND: Refusal = {
  status: 404,
  text: 'Not found. The address needs the token that robotstream printed.',
};
const METHODS = ['GET', 'HEAD', 'POST'] as const;

/** Admits a request, or says how to refuse it. */
export function admit(request: IncomingMessage, server: GuardedServer): Admitted | Refusal {
  const host = request.headers.host?.toLowerCase();
  if (host === undefined || !hostsOf(server).includes(host)) {
    // Without this check, a page could be same-origin with this server if its name resolves to 127.0.0.1 (DNS rebinding).
    return { status: 403, text: 'Refused: the Host header does not name this server.' };
  }
  if (!comesFromThePage(request, host)) {
    return { status: 403, text: 'Refused: the request comes from another site.' };
  }
  const [target = ''] = (request.url ?? '').split('?', 1);
  const [, root, token = '', path] = /^(\/)([^/]*)(?:\/(.*))?$/.exec(target) ?? [];
  if (root === undefined || !isSameToken(token, server.token)) return NOT_FOUND;
  if (path === undefined) return { status: 308, text: '', headers: { location: `/${token}/` } };
  const method = METHODS.find((name) => name === request.method);
  if (method === undefined) return methodRefusal(METHODS);
  return { method, path };
}

/** The refusal of a method that a path does not take. */
export function methodRefusal(accepted: readonly string[]): Refusal {
  const allow = accepted.join(', ');
  return { status: 405, text: `Refused: the methods are ${allow}.`, headers: { allow } };
}

const HTTP_PORT = 80;

/** How the Host header may name the server. */
function hostsOf({ port }: GuardedServer): readonly string[] {
  return ['127.0.0.1', 'localhost'].flatMap((name) =>
    port === HTTP_PORT ? [name, `${name}:${port}`] : [`${name}:${port}`],
  );
}

/**
 * Whether a request comes from the page, or from the user who opens it. Browsers say so by `Origin` and `Sec-Fetch-Site` (Fetch
 * Metadata Request Headers); a request that changes something must have an `Origin`.
 */
function comesFromThePage({ method, headers }: IncomingMessage, host: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (origin === undefined) return method !== 'POST';
  return origin === `http://${host}`;
}

/** Compares tokens in a time that says nothing about where they differ. */
function isSameToken(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((token) => createHash('sha256').update(token).digest());
  return timingSafeEqual(one as Buffer, other as Buffer);
}
