/**
 * Sends events to a webhook, with retries. The caller keeps the events that it does not accept.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { urlOrNull } from 'robotstream/crawlers/internal';
import { UsageError } from '../../../command-line/src/exit.js';
import { visible } from '../../../command-line/src/terminal.js';
import { environmentProxy } from '../with-client.js';
import type { WatchEvent } from './records.js';

/** How many times a request is sent at most. */
const MAX_ATTEMPTS = 3;

/** The pause before the second attempt, in milliseconds; each later one is twice as long. */
const FIRST_PAUSE_MS = 1000;

/** How long a response may take, in milliseconds. */
const ANSWER_MS = 10_000;

/** How many events one request has. */
export const EVENTS_PER_REQUEST = 100;

/** Where events are sent, and the parts that tests replace. */
export interface Webhook {
  readonly url: URL;
  readonly signal: AbortSignal;
  /** Waits before another attempt. Default: a timer. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly answerMs?: number;
}

/** @throws {UsageError} if the text is not an http or https URL */
export function webhookUrl(given: string): URL {
  const url = urlOrNull(given);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError('--webhook is not an http or https URL'); // it can be a secret, so it is not repeated
}

/** 128 bits, so that no two webhooks have one id. */
const ID_DIGITS = 32;

/** An id for a webhook that does not reveal its URL. */
export function webhookId({ href }: URL): string {
  return createHash('sha256').update(href).digest('hex').slice(0, ID_DIGITS);
}

/**
 * Sends events, in several requests if there are many.
 *
 * @returns the ids of those that were accepted, and why the others were not
 * @throws (rejects) the signal's reason if it aborts
 */
export async function deliver(
  events: readonly WatchEvent[],
  webhook: Webhook,
): Promise<{ readonly sent: ReadonlySet<string>; readonly failure: string | null }> {
  const sent = new Set<string>();
  for (let start = 0; start < events.length; start += EVENTS_PER_REQUEST) {
    const some = events.slice(start, start + EVENTS_PER_REQUEST);
    const failure = await send(some, webhook);
    if (failure !== null) return { sent, failure };
    for (const { id } of some) sent.add(id);
  }
  return { sent, failure: null };
}

async function send(events: readonly WatchEvent[], webhook: Webhook): Promise<string | null> {
  const { signal, wait = (ms: number) => pause(ms, undefined, { signal }) } = webhook;
  const body = {
    source: 'robotstream watch',
    // Chats show this key.
    text: events.map(({ url, title }) => `${url}: ${title}`).join('\n'),
    events,
  };
  for (let attempt = 1; ; attempt++) {
    const { failure, isFinal } = await post(JSON.stringify(body), webhook);
    if (failure === null) return null;
    if (isFinal || attempt === MAX_ATTEMPTS) return failure;
    await wait(FIRST_PAUSE_MS * 2 ** (attempt - 1), signal);
  }
}

/** Statuses that may be temporary, so the request is retried. */
const PASSING = /^(?:408|425|429|5\d\d)$/;

/** Sends a body once, through the proxy that the environment sets. Redirects are not followed, and the body of the response is not read. */
async function post(
  body: string,
  { url, signal, answerMs = ANSWER_MS }: Webhook,
): Promise<{ readonly failure: string | null; readonly isFinal: boolean }> {
  const { Agent, ProxyAgent, request } = await import('undici/index.js');
  const proxy = environmentProxy(url);
  const dispatcher = proxy === null ? new Agent() : new ProxyAgent(proxy);
  const timeout = AbortSignal.timeout(answerMs);
  const ending = AbortSignal.any([signal, timeout]);
  // A request does not see a signal before it has a connection: a proxy may never make one.
  ending.addEventListener('abort', () => void dispatcher.destroy());
  try {
    signal.throwIfAborted();
    const headers = { 'content-type': 'application/json', ...credentialsOf(url) };
    const { statusCode, body: unread } = await request(url, { method: 'POST', headers, body, dispatcher });
    unread.on('error', () => {}); // it is cut off below
    const status = String(statusCode);
    return { failure: /^2/.test(status) ? null : `status ${status}`, isFinal: !PASSING.test(status) };
  } catch (error) {
    signal.throwIfAborted();
    return { failure: timeout.aborted ? 'no answer in time' : visible(reasonOf(error)), isFinal: false };
  } finally {
    await dispatcher.destroy();
  }
}

/** The header for the name and the password in a URL (RFC 7617), which undici does not send. */
function credentialsOf({ username, password }: URL): { readonly authorization?: string } {
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return username + password === '' ? {} : { authorization: `Basic ${credentials.toString('base64')}` };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // For a name with several addresses, Node gives an error without a message.
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}
