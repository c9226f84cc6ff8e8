/**
 * `robotstream check URL...`: each URL by the robots.txt of its own site, through a client.
 */
import type { RobotsClient } from '../../client/index.js';
import { RobotsError } from '../../index.js';
import type { CommandContext } from '../command.js';
import { type ExitCode, untilInterrupted } from '../exit.js';
import { inOrder } from '../in-order.js';
import { isFetchable, notAUrl } from '../input.js';
import { isNamedIn } from '../network-options.js';
import { visible } from '../terminal.js';
import { type ClientRequest, withClient } from '../with-client.js';
import { type Judged, report } from './report.js';

export interface SitesRequest extends ClientRequest {
  readonly urls: readonly string[];
  readonly asJson: boolean;
}

/** How many URLs are in progress at once. */
const MAX_CONCURRENT_URLS = 64;

/**
 * @throws {InputError} (rejects) if the file of `cache` cannot be used
 * @throws {Interrupted} (rejects) if a signal ended it
 */
export async function checkSites(request: SitesRequest, context: CommandContext): Promise<ExitCode> {
  const { userAgent, agents, profile, urls, asJson } = request;
  if (!isNamedIn(userAgent, agents)) {
    const note = `--user-agent ${JSON.stringify(userAgent)} has none of the agents, so sites cannot tell which rules are meant (RFC 9309 §2.2.1)`;
    context.stderr.write(`robotstream: note: ${visible(note)}\n`);
  }
  const heading = { name: "each site's robots.txt", agents, profile, truncated: false };
  return untilInterrupted((signal) =>
    withClient(request, context, (client) =>
      report(judgeAll(client, urls, signal), { asJson, heading }, context),
    ),
  );
}

/** Judges the URLs in order. Ends early, without an error, when the signal aborts. */
async function* judgeAll(
  client: RobotsClient,
  urls: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Judged, void> {
  try {
    yield* inOrder(urls.entries(), MAX_CONCURRENT_URLS, ([index, url]) =>
      judge(client, url, index + 1, signal),
    );
  } catch (error) {
    // An error here would destroy the output, which may still have text to write.
    if (!signal.aborted) throw error;
  }
}

async function judge(
  client: RobotsClient,
  url: string,
  position: number,
  signal: AbortSignal,
): Promise<Judged> {
  if (url.startsWith('/')) {
    return {
      complaint: `${JSON.stringify(url)} is a path; if the first argument is a URL, all must be, and each is judged by the robots.txt of its own site`,
    };
  }
  if (!isFetchable(url)) return { complaint: notAUrl(url) };
  try {
    const answer = await client.check(url, { signal });
    const { allowed, reason, verdict, explanation, provenance } = answer;
    const site = verdict === null ? null : await client.robots(url, { signal });
    const isSameFile = site?.provenance.validatedAt === provenance.validatedAt;
    return {
      url,
      position,
      decision: { allowed, reason, rule: verdict?.rule ?? null },
      explanation,
      document: isSameFile ? site.document : null,
      provenance,
    };
  } catch (error) {
    if (signal.aborted || !(error instanceof RobotsError)) throw error;
    return { complaint: error.message };
  }
}
