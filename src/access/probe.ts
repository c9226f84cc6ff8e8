/**
 * Telling a site that answers every missing page with a 5xx from one that fails (seeds 002 and 004).
 */
import { randomUUID } from 'node:crypto';
import { ask, type FetchContext } from './ask.js';
import { AccessError } from './faults.js';
import { plainHeaders } from './http-request.js';
import { isInClass, SERVICE_UNAVAILABLE } from './judge.js';
import type { ProbeFacts } from './result.js';

/**
 * Asks the server that answered for a path that it cannot have. Redirects are not followed.
 *
 * @param url what was answered with a 5xx
 * @throws the caller's reason (rejects) if the caller aborts
 */
export async function probe(url: string, context: FetchContext): Promise<ProbeFacts> {
  const probed = new URL(`/robotstream-probe-${randomUUID()}`, url);
  return { url: probed.href, status: await statusOf(probed, context) };
}

/**
 * Whether a status is one by which a server may misname a missing page: a 503 says that it fails for now, and is believed.
 *
 * departs from semantics §6, whose row on the probe has every 5xx: seeds 002 and 004 tell sites to answer 503 everywhere in order to
 * suspend crawling; test/access/probe.test.ts.
 */
export function isErrorOfMissingPages(status: number | null): boolean {
  return status !== null && isInClass(status, 5) && status !== SERVICE_UNAVAILABLE;
}

async function statusOf(url: URL, context: FetchContext): Promise<number | null> {
  try {
    const exchange = await ask(url, plainHeaders(context.settings), context);
    exchange.close();
    return exchange.status;
  } catch (error) {
    context.settings.signal?.throwIfAborted();
    if (error instanceof AccessError) return null;
    throw error;
  }
}
