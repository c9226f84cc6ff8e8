/**
 * `robotstream check URL...`: each URL by the robots.txt of its own site, through a client.
 */
import { RobotsError } from 'robotstream';
import type { CommandContext } from '../../../command-line/src/command.js';
import { type ExitCode, untilInterrupted } from '../../../command-line/src/exit.js';
import { ownProfileOf } from '../caller.js';
import { inOrder } from '../in-order.js';
import { isFetchable, notAUrl } from '../input.js';
import { type ClientRequest, isNamedIn } from '../network-options.js';
import { note } from '../notes.js';
import { type ReadAnswer, readAgain } from '../status-readings.js';
import { withClient } from '../with-client.js';
import { type AskedList, type AskingCrawlers, matchersOf } from './asked.js';
import { ClosingNotes } from './closing-notes.js';
import { type CrawlerAnswer, type Judged, ruledAnswers } from './judged.js';
import type { Judging } from './list/sites-judge.js';
import { report } from './report.js';

export interface SitesRequest extends ClientRequest {
  readonly urls: readonly string[];
  /** How a list is judged; `undefined` if `--urls` is not given. */
  readonly list: AskedList | undefined;
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
    const text = `--user-agent ${JSON.stringify(userAgent)} has none of the agents, so sites cannot tell which rules are meant (RFC 9309 §2.2.1)`;
    note(context, text);
  }
  const heading = {
    name: "each site's robots.txt",
    asked,
    truncated: false,
    notes: new ClosingNotes({ userAgent }),
  };
  return untilInterrupted((signal) =>
    withClient(request, context, async (client) => {
      const judging = { client, shared: request.profile, asked, signal };
      if (list === undefined) {
        return report(judgeAll(judging, urls), { asJson, heading }, context);
      }
      const { checkList } = await import('./list/check-list.js');
      const { SitesJudge } = await import('./list/sites-judge.js');
      const judge = new SitesJudge(judging, judgeOne);
      return checkList({ ...list, urls, heading, isFile: false, signal }, judge, context);
    }),
  );
}

/** Judges the URLs in order. Ends early, without an error, when the signal aborts. */
async function* judgeAll(judging: Judging, urls: readonly string[]): AsyncGenerator<Judged, void> {
  try {
    yield* inOrder(urls.entries(), MAX_CONCURRENT_URLS, ([i, url]) => judgeOne(judging, url, i + 1));
  } catch (error) {
    // An error here would destroy the output, which may still have buffered text.
    if (!judging.signal.aborted) throw error;
  }
}

async function judgeOne(
  { client, shared, asked, signal }: Judging,
  url: string,
  position: number,
): Promise<Judged> {
  if (url.startsWith('/')) {
    return {
      complaint: `${JSON.stringify(url)} is a path, and no site precedes it`,
    };
  }
  if (!isFetchable(url)) return { complaint: notAUrl(url) };
  try {
    const answer = await client.check(url, { signal });
    const { verdict, explanation, provenance } = answer;
    const site = verdict === null ? null : await client.robots(url, { signal });
    if (verdict !== null && site !== null && site.document !== null) {
      const { document } = site;
      const note = explanation.slice(verdict.explanation.length);
      const answers = ruledAnswers(matchersOf(document, asked), url, note);
      // The file may have been fetched again between the two questions.
      const isSameFile = site.provenance.validatedAt === provenance.validatedAt;
      return { url, position, answers, document, provenance: isSameFile ? provenance : site.provenance };
    }
    const profiles = asked.together
      ? [shared]
      : asked.agents.map((agent) => asked.profile ?? ownProfileOf(agent));
    const answers = await Promise.all(
      profiles.map((profile) => readAgain(answer, url, shared, profile).then(withoutFile)),
    );
    return { url, position, answers, document: null, provenance };
  } catch (error) {
    if (signal.aborted || !(error instanceof RobotsError)) throw error;
    return { complaint: error.message };
  }
}

function withoutFile({ allowed, reason, explanation, access }: ReadAnswer): CrawlerAnswer {
  return { decision: { allowed, reason, rule: null }, explanation, absence: access };
}
