/**
 * Plays the scripts of servers to a program: a question for each step, the server's answers to its requests, the verdict after each.
 */
import { isUtf8 } from 'node:buffer';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { excerpt, type Style, visible } from '../../../command-line/src/terminal.js';
import { asciiJson } from '../ascii-json.js';
import type { PreparedSuite, SuiteRun } from '../kind.js';
import type { Outcome } from '../outcome.js';
import type { Answer } from '../program/answer.js';
import { type AskOptions, answersNothing, isFailure } from '../program/ask.js';
import { Dialogue } from '../program/dialogue.js';
import type { Failure } from '../program/sitting.js';
import { startTimer } from '../program/timers.js';
import { replyText, verdictText } from '../reply-text.js';
import type { SectionReport } from '../report.js';
import { type Selection, selectedSections } from '../selection.js';
import { readSuite, type Section } from '../suite/suite.js';
import { makeCertificates } from './certificate.js';
import { hostsOf, type Script, type ServerCase, type Step, serverCaseOf } from './script.js';
import { ScriptedProxy } from './scripted-proxy.js';
import { StepRequests } from './step-requests.js';

/** When the scripts begin: 2026-01-01T00:00:00Z, in milliseconds. */
const START_MS = Date.UTC(2026, 0, 1);
const SECOND_MS = 1000;

/** How long requests may follow an answer, in milliseconds. */
const MAX_LATE_MS = 2000;

/**
 * Reads the suite and chooses its cases of servers.
 *
 * @param folder the suite that comes with the command if it is `undefined`
 * @throws {InputError | UsageError} (rejects) if the suite cannot be read, or no case is chosen
 */
export async function prepareServers(
  folder: string | undefined,
  selection: Selection,
): Promise<PreparedSuite> {
  const suite = await readSuite(folder, 'servers', serverCaseOf);
  const sections = selectedSections(suite.sections, selection);
  return {
    version: suite.version,
    run: (withLines, options) => runServers(sections, withLines, options),
    shown: (one, style) => shownScript(one as ServerCase, style),
  };
}

async function runServers(
  sections: readonly Section<ServerCase>[],
  withLines: boolean,
  options: AskOptions,
): Promise<SuiteRun> {
  const hosts = [...new Set(sections.flatMap(({ cases }) => cases.flatMap(hostsOf)))];
  const { authority, server } = makeCertificates(hosts);
  const folder = await mkdtemp(join(tmpdir(), 'robotstream-conform-'));
  const proxy = new ScriptedProxy(server, hosts);
  try {
    const ca = join(folder, 'authority.pem');
    await writeFile(ca, authority);
    const stage = new Stage(proxy, { proxy: await proxy.listen(), ca }, withLines, options);
    try {
      return await stage.play(sections);
    } finally {
      await stage.close();
    }
  } finally {
    await proxy.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** How a program reaches the servers. */
interface Access {
  readonly proxy: string;
  /** The file with the certificate to trust. */
  readonly ca: string;
}

class Stage {
  readonly #proxy: ScriptedProxy;
  readonly #access: Access;
  readonly #withLines: boolean;
  readonly #options: AskOptions;
  #dialogue: Dialogue | null = null;
  #starts = 0;
  #questions = 0;
  #hasAnswered = false;

  constructor(proxy: ScriptedProxy, access: Access, withLines: boolean, options: AskOptions) {
    this.#proxy = proxy;
    this.#access = access;
    this.#withLines = withLines;
    this.#options = { ...options, env: { ...options.env, ...environmentFor(access) } };
  }

  async play(sections: readonly Section<ServerCase>[]): Promise<SuiteRun> {
    const reports: SectionReport[] = [];
    let crawler = 0;
    for (const { name, cases } of sections) {
      const outcomes: Outcome<ServerCase>[] = [];
      for (const one of cases) {
        const played: Outcome<ServerCase>[] = [];
        for (const script of one.scripts) played.push(await this.#outcomeOf(one, script, ++crawler));
        outcomes.push(unitedOutcome(played));
      }
      reports.push({ name, outcomes });
    }
    await this.#dialogue?.end();
    this.#dialogue = null;
    return { sections: reports, lines: null, restarts: Math.max(this.#starts - 1, 0) };
  }

  /** Ends what is in progress. */
  async close(): Promise<void> {
    await this.#dialogue?.abandon();
  }

  async #outcomeOf(
    one: ServerCase,
    { source, steps }: Script,
    crawler: number,
  ): Promise<Outcome<ServerCase>> {
    const common = { case: one, sides: [] };
    for (const [index, step] of steps.entries()) {
      const place = steps.length === 1 ? '' : `step ${index + 1}, after ${step.at} s: `;
      const expected = place + expectedText(step);
      if (this.#dialogue === null && this.#starts > this.#options.maxRestarts) {
        return { ...common, isPassed: false, expected, got: replyText({ kind: 'unasked' }) };
      }
      const requests = new StepRequests(step.requests);
      const reply = await this.#ask(one, crawler, step, requests);
      const isRight = reply.kind === 'verdict' && reply.allowed === step.allowed;
      const isLineRight = !this.#withLines || (reply.kind === 'verdict' && reply.line === step.line);
      if (isRight && isLineRight) await this.#awaitRequests(requests);
      const complaints = [
        ...requests.complaints,
        ...requests.missing.map(({ url }) => `it did not request ${url}`),
      ];
      if (isRight && isLineRight && complaints.length === 0) continue;
      const got = place + [replyText(reply), ...complaints].join('; ');
      return { ...common, isPassed: false, expected, got };
    }
    const text = expectedText(steps.at(-1) as Step);
    return { ...common, isPassed: true, expected: text, got: text, sides: source === null ? [] : [source] };
  }

  /** Asks about a step. A program that ends or hangs is started again for the next case. */
  async #ask(
    one: ServerCase,
    crawler: number,
    step: Step,
    requests: StepRequests,
  ): Promise<Answer | Failure> {
    const nowMs = START_MS + step.at * SECOND_MS;
    const id = ++this.#questions;
    const dialogue = this.#dialogue ?? this.#start();
    const onWait = (): void => {
      void dialogue.tell(asciiJson({ id, waiting: true }));
    };
    this.#proxy.begin({ requests, nowMs, onWait });
    const { agents } = one;
    const question = {
      id,
      crawler,
      case: one.id,
      agents,
      url: step.url,
      now: nowMs / SECOND_MS,
      ...this.#access,
    };
    const reply = await dialogue.ask({ id, json: () => asciiJson(question) });
    if (!isFailure(reply)) {
      this.#hasAnswered = true;
      return reply;
    }
    this.#dialogue = null;
    if (!this.#hasAnswered) answersNothing(this.#options.command, reply, this.#starts);
    return reply;
  }

  #start(): Dialogue {
    this.#starts += 1;
    this.#dialogue = new Dialogue(this.#options);
    return this.#dialogue;
  }

  /** Requests may follow the answer. */
  async #awaitRequests(requests: StepRequests): Promise<void> {
    let stop = (): void => {};
    const late = new Promise<void>((resolve) => {
      const timer = startTimer(this.#options.timers, MAX_LATE_MS, resolve);
      stop = () => timer.stop();
    });
    await Promise.race([requests.all, late]);
    stop();
  }
}

/** The outcome of a case, from the outcomes of its scripts: in a dispute, a program passes with the script of either side. */
function unitedOutcome(outcomes: readonly Outcome<ServerCase>[]): Outcome<ServerCase> {
  const [first] = outcomes;
  const passed = outcomes.filter(({ isPassed }) => isPassed);
  if (passed.length > 0) return { ...passed[0], sides: passed.flatMap(({ sides }) => sides) };
  return {
    ...first,
    expected: outcomes.map(({ expected }) => expected).join('; or '),
    got: outcomes.map(({ got }) => got).join('; and '),
  };
}

function expectedText({ allowed, line, requests }: Step): string {
  const made =
    requests.length === 0 ? 'without a request' : `after ${requests.map(({ url }) => url).join(', ')}`;
  return `${verdictText(allowed, line)}, ${made}`;
}

/** The steps of a script, for people. */
function* shownScript({ agents, scripts }: ServerCase, style: Style): Generator<string, void> {
  yield `  agent     ${visible(agents.join(', '))}`;
  for (const { source, steps } of scripts) {
    if (source !== null) yield `  as ${source}`;
    yield* shownSteps(steps, style);
  }
}

function* shownSteps(steps: readonly Step[], style: Style): Generator<string, void> {
  for (const { at, url, requests, ...expected } of steps) {
    yield `  ${style.dim(`${at} s`.padStart(8))}  ${visible(url)}: ${verdictText(expected.allowed, expected.line)}`;
    for (const request of requests) {
      const { status, headers, body, failure } = request.answer;
      const parts = [
        failure,
        status === 0 ? null : status,
        ...Object.entries(headers).map((pair) => pair.join(': ')),
      ];
      const text = parts.filter((part) => part !== null).join(', ');
      yield `            GET ${visible(request.url)} → ${excerpt(body.length === 0 ? text : `${text}, ${bodyText(body)}`)}`;
    }
  }
}

/** A body as text in quotation marks; only its size if it is not UTF-8. */
function bodyText(body: Buffer): string {
  return isUtf8(body) ? JSON.stringify(body.toString()) : `${body.length} octets`;
}

/** The environment of the program: most HTTP clients find the proxy and the certificate there. */
function environmentFor({ proxy, ca }: Access): { readonly [name: string]: string } {
  return {
    http_proxy: proxy,
    https_proxy: proxy,
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    SSL_CERT_FILE: ca,
    NODE_EXTRA_CA_CERTS: ca,
    REQUESTS_CA_BUNDLE: ca,
    CURL_CA_BUNDLE: ca,
  };
}
