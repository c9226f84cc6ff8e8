/**
 * Which requests the server answers. A server on loopback can be reached by every page in the user's browser and by every user of
 * the machine, so a request must name the server as the browser's address bar does, come from the page itself, and know the token.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Answer, textAnswer } from './response.js';

const TOKEN_OCTETS = 24;

/** A token that cannot be guessed, in characters that need no escape in a URL. */
export function newToken(): string {
  return randomBytes(TOKEN_OCTETS).toString('base64url');
}

/**
 * Admits a request, or refuses it.
 *
 * @param port that of the server
 * @param expected the token of the server
 * @returns the path after the token, without a query: `` for the page, `fetch`; or the refusal
 */
export function admit(request: IncomingMessage, port: number, expected: string): string | Answer {
  const host = request.headers.host?.toLowerCase();
  // Without this check, a page could be same-origin with this server if its name resolves to 127.0.0.1 (DNS rebinding).
  if (host === undefined || !hostsOf(port).includes(host))
    return textAnswer(403, 'Refused: the Host header does not name this server.');
  if (!comesFromThePage(request, host))
    return textAnswer(403, 'Refused: the request comes from another site.');
  const [target = ''] = (request.url ?? '').split('?', 1);
  const [, root, token = '', path] = /^(\/)([^/]*)(?:\/(.*))?$/.exec(target) ?? [];
  if (root === undefined || !isSameToken(token, expected))
    return textAnswer(404, 'Not found. The address needs the token that robotstream printed.');
  return path ?? textAnswer(308, '', { location: `/${token}/` });
}

const HTTP_PORT = 80;

/** How the Host header may name the server. */
function hostsOf(port: number): readonly string[] {
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
