/**
 * `robotstream check URL...`: each URL by the robots.txt of its own site, by way of the client.
 */
import { type Answer, type RobotsClient, type RobotsDocument, RobotsError } from '../../index.js';
import { answerOf, type Decision } from '../answer.js';
import type { Surroundings } from '../command.js';
import { EXIT, type ExitCode } from '../exit.js';
import { inOrder } from '../in-order.js';
import { untilInterrupted } from '../interrupt.js';
import { isNamedIn } from '../network-options.js';
import { print } from '../output.js';
import { provenanceText } from '../provenance-text.js';
import { styleFor } from '../style.js';
import { visible } from '../visible.js';
import { type ClientRequest, withClient } from '../with-client.js';
import { headingText, verdictText } from './verdict-text.js';

export interface SitesRequest extends ClientRequest {
  readonly urls: readonly string[];
  readonly asJson: boolean;
}

/** How many URLs are asked about at once. */
const WIDTH = 64;

/** A URL that was given, and what is said about it. */
type Judged =
  | {
      readonly url: string;
      readonly position: number;
      readonly answer: Answer;
      /** The file that decides; null if none does. */
      readonly document: RobotsDocument | null;
    }
  | { readonly url: string; readonly complaint: string };

/**
 * @throws {InputError} if the file of `cache` cannot be used
 * @throws {Interrupted}
 */
export async function checkSites(request: SitesRequest, surroundings: Surroundings): Promise<ExitCode> {
  const { userAgent, agents } = request;
  const { stdout, stderr } = surroundings;
  if (!isNamedIn(userAgent, agents)) {
    const note = `none of the agents is in --user-agent ${JSON.stringify(userAgent)}; sites cannot tell whom their rules are for (RFC 9309 §2.2.1)`;
    stderr.write(`robotstream: note: ${visible(note)}\n`);
  }
  let code: ExitCode = EXIT.fine;
  const noting = async function* (judged: AsyncIterable<Judged>): AsyncGenerator<Judged, void> {
    for await (const one of judged) {
      code = worse(code, one);
      if ('complaint' in one) stderr.write(`robotstream: ${visible(one.complaint)}\n`);
      yield one;
    }
  };
  await untilInterrupted((signal) =>
    withClient(request, surroundings, async (client) => {
      const judged = noting(judgeAll(client, request.urls, signal));
      await print(stdout, request.asJson ? jsonLines(judged) : texts(request, judged, surroundings));
    }),
  );
  return code;
}

/** Each URL's answer, in order. Ends early, without an error, once the signal aborts. */
async function* judgeAll(
  client: RobotsClient,
  urls: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Judged, void> {
  try {
    yield* inOrder(urls.entries(), WIDTH, ([index, url]) => judge(client, url, index + 1, signal));
  } catch (error) {
    // An error here would be one of the output, too, which is written to no more.
    if (!signal.aborted) throw error;
  }
}

async function judge(
  client: RobotsClient,
  url: string,
  position: number,
  signal: AbortSignal,
): Promise<Judged> {
  if (url.startsWith('/')) return { url, complaint: pathComplaint(url) };
  try {
    const answer = await client.check(url, { signal });
    const site = answer.verdict === null ? null : await client.robots(url, { signal });
    const isSame = site?.provenance.validatedAt === answer.provenance.validatedAt;
    return { url, position, answer, document: isSame ? site.document : null };
  } catch (error) {
    const isAboutUrl = error instanceof TypeError || error instanceof RobotsError;
    if (signal.aborted || !isAboutUrl) throw error;
    return { url, complaint: error.message };
  }
}

function pathComplaint(path: string): string {
  return `${JSON.stringify(path)} is a path; where a URL comes first all are URLs, each judged by the robots.txt of its own site`;
}

function worse(code: ExitCode, one: Judged): ExitCode {
  if (code === EXIT.failure || 'complaint' in one) return EXIT.failure;
  return one.answer.allowed ? code : EXIT.findings;
}

async function* jsonLines(judged: AsyncIterable<Judged>): AsyncGenerator<string, void> {
  for await (const one of judged) {
    if ('complaint' in one) continue;
    const { url, position, answer, document } = one;
    const { explanation, provenance } = answer;
    const access = provenance.outcome;
    const truncated = document?.truncated ?? false;
    const keys = { ...answerOf(url, decisionOf(answer)), explanation, access, truncated, provenance };
    yield `${JSON.stringify({ id: position, ...keys })}\n`;
  }
}

async function* texts(
  { agents, profile }: SitesRequest,
  judged: AsyncIterable<Judged>,
  surroundings: Surroundings,
): AsyncGenerator<string, void> {
  const style = styleFor(surroundings);
  yield headingText({ name: "each site's robots.txt", agents, profile, truncated: false }, style);
  for await (const one of judged) {
    if ('complaint' in one) continue;
    const { url, answer, document } = one;
    const { explanation, provenance } = answer;
    yield `\n${verdictText(url, { ...decisionOf(answer), explanation }, document, style)}`;
    yield `  ${style.faint(provenanceText(provenance, document?.truncated ?? false))}\n`;
    if (provenance.faultMessage !== null) yield `  ${style.odd(visible(provenance.faultMessage))}\n`;
  }
}

function decisionOf({ allowed, reason, verdict }: Answer): Decision {
  return { allowed, reason, rule: verdict?.rule ?? null };
}
