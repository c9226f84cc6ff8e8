/**
 * `robotstream check URL...`: each URL by the robots.txt of its own site, through a client.
 */
import type { RobotsClient } from '@robotstream/client';
import { RobotsError } from 'robotstream';
import type { CommandContext } from '../command.js';
import { type ExitCode, InputError, untilInterrupted } from '../exit.js';
import { inOrder } from '../in-order.js';
import { isFetchable, notAUrl } from '../input.js';
import { type ClientRequest, isNamedIn } from '../network-options.js';
import { visible } from '../terminal.js';
import { withClient } from '../with-client.js';
import { type AskedUrl, type AskingCrawlers, askedUrls, matchersOf } from './asked.js';
import { ClosingNotes } from './closing-notes.js';
import { type Judged, ruledAnswers } from './judged.js';
import { report } from './report.js';

export interface SitesRequest extends ClientRequest {
  readonly urls: readonly string[];
  /** The value of `--urls`; `undefined` if it is not given. */
  readonly list: string | undefined;
  readonly asked: AskingCrawlers;
  readonly asJson: boolean;
}

/** How many URLs are in progress at once. */
const MAX_CONCURRENT_URLS = 64;

/**
 * @throws {InputError} (rejects) if the file of `cache` cannot be used
 * @throws {Interrupted} (rejects) if a signal ended it
 */
export async function checkSites(request: SitesRequest, context: CommandContext): Promise<ExitCode> {
  const { userAgent, agents, urls, list, asked, asJson } = request;
  if (!isNamedIn(userAgent, agents)) {
    const note = `--user-agent ${JSON.stringify(userAgent)} has none of the agents, so sites cannot tell which rules are meant (RFC 9309 §2.2.1)`;
    context.stderr.write(`robotstream: note: ${visible(note)}\n`);
  }
  const heading = {
    name: "each site's robots.txt",
    asked,
    truncated: false,
    notes: new ClosingNotes({ userAgent }),
  };
  return untilInterrupted((signal) =>
    withClient(request, context, (client) =>
      report(judgeAll(client, askedUrls(urls, list, context), asked, signal), { asJson, heading }, context),
    ),
  );
}

/** Judges the URLs in order. Ends early, without an error, when the signal aborts. */
async function* judgeAll(
  client: RobotsClient,
  urls: AsyncIterable<AskedUrl>,
  asked: AskingCrawlers,
  signal: AbortSignal,
): AsyncGenerator<Judged, void> {
  try {
    yield* inOrder(urls, MAX_CONCURRENT_URLS, (one) => judge(client, one, asked, signal));
  } catch (error) {
    // An error here would destroy the output, which may still have buffered text.
    if (signal.aborted) return;
    if (!(error instanceof InputError)) throw error;
    yield { complaint: error.message };
  }
}

async function judge(
  client: RobotsClient,
  { url, position }: AskedUrl,
  asked: AskingCrawlers,
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
    if (verdict !== null && site !== null && site.document !== null) {
      const { document } = site;
      const note = explanation.slice(verdict.explanation.length);
      const answers = ruledAnswers(matchersOf(document, asked), url, note);
      // The file may have been fetched again between the two questions.
      const isSameFile = site.provenance.validatedAt === provenance.validatedAt;
      return { url, position, answers, document, provenance: isSameFile ? provenance : site.provenance };
    }
    const decision = { allowed, reason, rule: null };
    const same = { decision, explanation, isWithoutFile: true };
    const answers = asked.together ? [same] : asked.agents.map(() => same);
    return { url, position, answers, document: null, provenance };
  } catch (error) {
    if (signal.aborted || !(error instanceof RobotsError)) throw error;
    return { complaint: error.message };
  }
}
