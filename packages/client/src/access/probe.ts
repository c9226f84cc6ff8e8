/**
 * Distinguishes a site that responds with a 5xx to every missing page from one that fails (docs/semantics.md §6.1;
 * Google's page, "Handling of errors and HTTP status codes").
 */
import { randomUUID } from 'node:crypto';
import { isInClass } from 'robotstream/internal';
import { ask, type FetchContext } from './ask.js';
import { AccessError } from './faults.js';
import { Hop } from './hop.js';
import { plainHeaders } from './http-request.js';
import type { ProbeFacts } from './result.js';
import { SERVICE_UNAVAILABLE } from './retry.js';

/**
 * Requests a path that cannot exist from the server that responded. Redirects are not followed.
 *
 * @param hop the request that got a 5xx
 * @param robotsUrl the robots.txt asked for
 * @throws the signal's reason (rejects) if the program aborts the fetch
 */
export async function probe(hop: Hop, robotsUrl: string, context: FetchContext): Promise<ProbeFacts> {
  const probed = new URL(`/robotstream-probe-${randomUUID()}`, hop.url);
  return { url: probed.href, status: await statusOf(new Hop(probed, hop.from), robotsUrl, context) };
}

/**
 * Whether a server may use this status for a missing page by mistake: a 5xx other than 503 (docs/semantics.md §6.1). Google's page,
 * "Handling of errors and HTTP status codes", recommends 503 for every URL to suspend crawling, so a 503 always counts as meant.
 */
export function isErrorOfMissingPages(status: number | null): boolean {
  return status !== null && isInClass(status, 5) && status !== SERVICE_UNAVAILABLE;
}

async function statusOf(hop: Hop, robotsUrl: string, context: FetchContext): Promise<number | null> {
  try {
    const exchange = await ask(hop, plainHeaders(hop.url, robotsUrl, context.settings), context);
    exchange.close();
    return exchange.status;
  } catch (error) {
    context.settings.signal?.throwIfAborted();
    if (error instanceof AccessError) return null;
    throw error;
  }
}
