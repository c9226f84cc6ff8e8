/**
 * `POST fetch`: the robots.txt of a site, for the page.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { InputError, UsageError } from '../../../command-line/src/exit.js';
import { wholeInput } from '../input.js';
import type { FailureMessage, FetchMessage, FoundMessage } from './messages.js';
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

/** How many fetches may be in progress at once. */
const MAX_FETCHES = 8;

/** Fetches that are refused while too many others are in progress. */
export function limited(fetchSite: FetchSite): FetchSite {
  let running = 0;
  return async (message, signal) => {
    if (running >= MAX_FETCHES)
      throw new InputError(`${MAX_FETCHES} fetches are in progress; try again later`);
    running++;
    try {
      return await fetchSite(message, signal);
    } finally {
      running--;
    }
  };
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
    const message = error instanceof Error ? error.message : String(error);
    const status = error instanceof UsageError || error instanceof InputError ? 400 : 500;
    const failure: FailureMessage = { error: message };
    return jsonAnswer(status, failure, { connection: 'close' }); // the rest of the body is not read
  }
}

/** @throws {InputError} (rejects) if the body is too long or not such a message */
async function messageOf(request: IncomingMessage): Promise<FetchMessage> {
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
    throw new InputError('The Content-Type of the request is not application/json.');
  }
  // Destroying the request would also destroy its connection, and so the answer.
  const octets: AsyncIterable<Uint8Array> = request.iterator({ destroyOnReturn: false });
  const text = (await wholeInput({ name: 'the request', octets }, MAX_BODY_OCTETS)).toString('utf8');
  try {
    const { url, profile } = JSON.parse(text) as Partial<Record<keyof FetchMessage, unknown>>;
    if (typeof url === 'string' && (typeof profile === 'string' || profile === null)) return { url, profile };
  } catch {
    // What is no JSON is refused below.
  }
  throw new InputError(
    'The body of the request is not JSON of an object with the text "url" and with "profile", a text or null.',
  );
}
