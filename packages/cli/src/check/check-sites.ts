/**
 * `robotstream check URL...`: each URL by the robots.txt of its own site, through a client.
 */
import type { RobotsClient } from '@robotstream/client';
import { RobotsError } from 'robotstream';
import type { CommandContext } from '../../../command-line/src/command.js';
import { type ExitCode, untilInterrupted } from '../../../command-line/src/exit.js';
import { ownProfileOf } from '../caller.js';
import { inOrder } from '../in-order.js';
import { isFetchable, notAUrl } from '../input.js';
import { isNamedIn } from '../network-options.js';
import { note } from '../notes.js';
import { readAgain } from '../status-readings.js';
import { withClient } from '../with-client.js';
import { type Asker, askersOf, namesOf, type Questions, type Reporter, type UrlJudge } from './asked.js';
import { ClosingNotes } from './closing-notes.js';
import { type Answered, type Judged, ruledAnswers } from './judged.js';

/**
 * @throws {InputError} (rejects) if the file of `cache` cannot be used
 * @throws {Interrupted} (rejects) if a signal ended it
 */
export async function checkSites(
  questions: Questions,
  report: Reporter,
  context: CommandContext,
): Promise<ExitCode> {
  const { userAgent, agents } = questions.request;
  if (!isNamedIn(userAgent, agents)) {
    const text = `--user-agent ${JSON.stringify(userAgent)} has none of the agents, so sites cannot tell which rules are meant (RFC 9309 §2.2.1)`;
    note(context, text);
  }
  const heading = {
    name: "each site's robots.txt",
    truncated: false,
    notes: new ClosingNotes({ userAgent }),
  };
  return untilInterrupted((signal) =>
    withClient(questions.request, context, (client) => {
      const judge = new SitesJudge(client, questions, signal);
      return report({ ...questions, ...heading, isFile: false, signal }, judge, context);
    }),
  );
}

/** A site whose robots.txt decides about its URLs. */
interface KnownSite extends Pick<Answered, 'document' | 'provenance'> {
  readonly askers: readonly Asker[];
}

/** How many sites are kept, which is more than are prepared at once. If there are more, the oldest are forgotten, and requested again if needed. */
const MAX_SITES = 1000;

/** How many sites are requested at once. */
const MAX_CONCURRENT = 64;

/** Judges URLs. For URLs that are prepared, the file of a site is requested once, for its first URL. */
class SitesJudge implements UrlJudge {
  readonly #client: RobotsClient;
  readonly #questions: Questions;
  readonly #signal: AbortSignal;
  /** Sites by origin; null for a site without a file to judge by, where each URL is judged separately. */
  readonly #sites = new Map<string, KnownSite | null>();

  constructor(client: RobotsClient, questions: Questions, signal: AbortSignal) {
    this.#client = client;
    this.#questions = questions;
    this.#signal = signal;
  }

  async prepare(urls: readonly string[]): Promise<void> {
    const unknown = new Map<string, string>();
    for (const url of urls) {
      const origin = originOf(url);
      if (origin !== null && !this.#sites.has(origin)) unknown.set(origin, url);
    }
    const judged = inOrder(unknown, MAX_CONCURRENT, async ([origin, url]) => ({
      origin,
      first: await this.#judgeOne(url, 0),
    }));
    for await (const { origin, first } of judged) {
      if (!('complaint' in first)) this.#keep(origin, first);
    }
  }

  judge(url: string, position: number): Judged | Promise<Judged> {
    const origin = originOf(url);
    const site = origin === null ? undefined : this.#sites.get(origin);
    if (site == null) return this.#judgeOne(url, position);
    const { askers, document, provenance } = site;
    return { url, position, answers: ruledAnswers(askers, url), document, provenance };
  }

  #keep(origin: string, { document, provenance }: Answered): void {
    if (this.#sites.size >= MAX_SITES) this.#sites.delete(this.#sites.keys().next().value ?? '');
    const isFresh = provenance?.outcome === 'success' && document !== null;
    const askers = isFresh ? askersOf(document, this.#questions.asked) : [];
    this.#sites.set(origin, isFresh ? { document, provenance, askers } : null);
  }

  async #judgeOne(url: string, position: number): Promise<Judged> {
    if (url.startsWith('/')) {
      return { complaint: `${JSON.stringify(url)} is a path, and no site precedes it` };
    }
    if (!isFetchable(url)) return { complaint: notAUrl(url) };
    const signal = this.#signal;
    const { asked, request } = this.#questions;
    try {
      const answer = await this.#client.check(url, { signal });
      const { verdict, provenance } = answer;
      const site = verdict === null ? null : await this.#client.robots(url, { signal });
      if (verdict !== null && site !== null && site.document !== null) {
        const { document } = site;
        const note = answer.explanation.slice(verdict.explanation.length);
        const answers = ruledAnswers(askersOf(document, asked), url, note);
        // The file may have been fetched again between the two questions.
        const isSameFile = site.provenance.validatedAt === provenance.validatedAt;
        return { url, position, answers, document, provenance: isSameFile ? provenance : site.provenance };
      }
      const answers = namesOf(asked).map((agent) => {
        const own = asked.together ? request.profile : (asked.profile ?? ownProfileOf(agent));
        const { access, explanation, ...read } = readAgain(answer, url, request.profile, own);
        return { agent, decision: { ...read, rule: null }, explanation, absence: access };
      });
      return { url, position, answers, document: null, provenance };
    } catch (error) {
      if (signal.aborted || !(error instanceof RobotsError)) throw error;
      return { complaint: error.message };
    }
  }
}

/** The origin of an http, https or ftp URL; null for any other text. */
function originOf(url: string): string | null {
  return /^(?:https?|ftp):\/\/[^/?#\\\s@]+(?=[/?#]|$)/i.exec(url)?.[0].toLowerCase() ?? null;
}
