/**
 * Sends answers, each with the headers that isolate the page.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** An answer as a whole. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly octets: Uint8Array;
  readonly headers: { readonly [name: string]: string };
}

/** The headers of every answer, besides its Content-Security-Policy. */
const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** An answer of one line of text. */
export function textAnswer(status: number, text: string, headers: Answer['headers'] = {}): Answer {
  return { status, headers, contentType: 'text/plain; charset=utf-8', octets: Buffer.from(`${text}\n`) };
}

/** The refusal of a method that a path does not take. */
export function methodRefusal(allow: string): Answer {
  return textAnswer(405, `Refused: the methods are ${allow}.`, { allow });
}

export function jsonAnswer(status: number, value: object, headers: Answer['headers'] = {}): Answer {
  return { status, headers, contentType: 'application/json', octets: Buffer.from(JSON.stringify(value)) };
}

/** Sends an answer when it is ready. If the connection is closed, nothing happens. */
export async function send(
  answer: Answer | Promise<Answer>,
  { method }: IncomingMessage,
  response: ServerResponse,
  contentPolicy: string,
): Promise<void> {
  const { status, contentType, octets, headers } = await answer;
  if (response.destroyed) return;
  response.writeHead(status, {
    ...SECURITY_HEADERS,
    'content-security-policy': contentPolicy,
    'content-type': contentType,
    'content-length': octets.length,
    ...headers,
  });
  response.end(method === 'HEAD' ? undefined : octets);
}
