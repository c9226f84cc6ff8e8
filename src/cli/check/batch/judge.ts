/**
 * The third stage of `check --batch`: a question to its answers, one for each URL.
 */
import { type Matcher, type ProfileName, parseSync, type RobotsDocument } from '../../../index.js';
import { answerLine } from '../answer-line.js';
import { type Body, kindOf, type Question } from './question.js';
import { type BatchFailure, type BatchResult, failure } from './result.js';

export interface JudgeOptions {
  readonly profile: ProfileName;
  /** The parsing limit of every body; default the library's. */
  readonly maxOctets?: number | undefined;
}

/** A stage that answers questions; failures pass unchanged. */
export function judge(
  options: JudgeOptions,
): (item: Question | BatchFailure) => Generator<BatchResult, void> {
  const matcherFor = rememberingMatcher(options);
  return function* (item) {
    if (item.kind === 'failure') {
      yield item;
      return;
    }
    const { id, body, agents, urls } = item;
    const matcher = attempt(() => matcherFor(body, agents));
    if (typeof matcher === 'string') {
      yield failure(id, 'invalid-agent', matcher);
      return;
    }
    for (const url of urls) yield judgeUrl(id, matcher, url);
  };
}

function judgeUrl(id: string, matcher: Matcher, url: unknown): BatchResult {
  if (typeof url !== 'string') {
    return failure(id, 'invalid-url', `a URL is ${kindOf(url)}; a string is expected`);
  }
  const verdict = attempt(() => matcher.check(url));
  if (typeof verdict === 'string') return failure(id, 'invalid-url', verdict);
  return { kind: 'answer', id, answer: answerLine(url, verdict) };
}

/** The result, or the message if the library throws a `TypeError` because it does not accept an argument. */
function attempt<Result extends object>(act: () => Result): Result | string {
  try {
    return act();
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

/** Makes matchers. Reuses the last document and the last matcher if the next question has the same body and agents. */
function rememberingMatcher({ profile, maxOctets }: JudgeOptions) {
  let lastBody: Body | undefined;
  let document: RobotsDocument;
  let lastAgents: readonly string[] = [];
  let matcher: Matcher | undefined;
  return (body: Body, agents: readonly string[]): Matcher => {
    if (body.text !== lastBody?.text || body.encoding !== lastBody.encoding) {
      document = parseSync(octetsOf(body), { maxOctets });
      lastBody = body;
      matcher = undefined;
    }
    if (matcher === undefined || !isSame(agents, lastAgents)) {
      matcher = undefined; // the next line may throw
      matcher = document.matcher({ agents, profile });
      lastAgents = agents;
    }
    return matcher;
  };
}

function octetsOf({ encoding, text }: Body): Uint8Array | string {
  return encoding === 'base64' ? Buffer.from(text, 'base64') : text;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((agent, index) => agent === b[index]);
}
