/**
 * `POST fetch`: the robots.txt of a site, for the page.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { InputError, UsageError } from '../../../command-line/src/exit.js';
import type { FailureMessage, FetchMessage, FoundMessage } from './messages.js';
import { BusyError } from './one-at-a-time.js';
import { type Answer, jsonAnswer } from './response.js';

/**
 * Fetches the robots.txt that governs a URL.
 *
 * @throws {UsageError | InputError} (rejects) if the message asks for what cannot be fetched
 */
export type FetchSite = (message: FetchMessage, signal: AbortSignal) => Promise<FoundMessage>;

/** The longest body of a request. A URL of more than 2 KiB is rare. */
const MAX_BODY_OCTETS = 16 * 1024;

const JSON_TYPE = /^application\/json(?:\s*;|$)/i;

/** Why the body of a request cannot be used. */
class BodyError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Answers a request of the page. If the page is closed, the fetch is aborted. */
export async function answerFetch(
  request: IncomingMessage,
  response: ServerResponse,
  fetchSite: FetchSite,
): Promise<Answer> {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  try {
    return jsonAnswer(200, await fetchSite(await messageOf(request), controller.signal));
  } catch (error) {
    return failure(error);
  }
}

function failure(error: unknown): Answer {
  const answer = (status: number, text: string, headers = {}): Answer => ({
    ...jsonAnswer(status, { error: text } satisfies FailureMessage),
    headers,
  });
  if (error instanceof BodyError) {
    // The rest of the body is not read.
    return answer(error.status, error.message, { connection: 'close' });
  }
  if (error instanceof UsageError || error instanceof InputError) return answer(400, error.message);
  if (error instanceof BusyError) return answer(503, `Too many fetches: ${error.message}.`);
  return answer(500, error instanceof Error ? error.message : String(error));
}

/** @throws {BodyError} (rejects) if the body is too long or not such a message */
async function messageOf(request: IncomingMessage): Promise<FetchMessage> {
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
    throw new BodyError(415, 'The Content-Type of the request is not application/json.');
  }
  const value = parsed(await bodyOf(request));
  const { url, profile } = (value ?? {}) as Partial<Record<keyof FetchMessage, unknown>>;
  if (typeof url === 'string' && (typeof profile === 'string' || profile === null)) return { url, profile };
  throw new BodyError(
    400,
    'The body of the request is not an object with the text "url" and with "profile", a text or null.',
  );
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let octets = 0;
  // Destroying the request would also destroy its connection, and so the answer.
  const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of body) {
    octets += chunk.length;
    if (octets > MAX_BODY_OCTETS) {
      throw new BodyError(413, `The body of the request has more than ${MAX_BODY_OCTETS} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BodyError(400, 'The body of the request is not JSON.');
  }
}
