/**
 * Having a robots.txt: by a fetch of its own, or by way of a client where there is a cache.
 */
import { fetchRobots, type RobotsDocument, RobotsError } from '../../index.js';
import type { Surroundings } from '../command.js';
import { InputError } from '../exit.js';
import { type ClientRequest, withClient } from '../with-client.js';
import { cachedFacts, documentOf, type Facts, fetchFacts } from './facts.js';

export interface ObtainRequest extends ClientRequest {
  readonly url: string;
}

/** What was had. */
export interface Obtained {
  readonly facts: Facts;
  /** The file; null if there is none. */
  readonly document: RobotsDocument | null;
}

/**
 * @throws {InputError} (rejects) if the file of `cache` cannot be used, or FTP needs a package that is not there
 * @throws the signal's reason (rejects) if it aborts
 */
export async function obtain(
  request: ObtainRequest,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<Obtained> {
  try {
    return await (request.cache === undefined
      ? obtainByFetch(request, signal)
      : obtainByClient(request, surroundings, signal));
  } catch (error) {
    if (error instanceof RobotsError) throw new InputError(error.message, { cause: error });
    throw error;
  }
}

async function obtainByFetch(request: ObtainRequest, signal: AbortSignal): Promise<Obtained> {
  const { url, userAgent, profile, maxOctets, totalMs } = request;
  const timeouts = totalMs === undefined ? undefined : { totalMs };
  const result = await fetchRobots(url, { userAgent, profile, maxOctets, timeouts, signal });
  return { facts: fetchFacts(request, result), document: documentOf(result) };
}

async function obtainByClient(
  request: ObtainRequest,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<Obtained> {
  const agents = request.agents.length === 0 ? ['*'] : request.agents;
  const site = await withClient({ ...request, agents }, surroundings, (client) =>
    client.robots(request.url, { signal }),
  );
  return { facts: cachedFacts(request, site), document: site.document };
}
