/**
 * Third stage: a question to its answers, one for each URL.
 */
import { type Matcher, type ProfileName, parseSync, type RobotsDocument } from '../../index.js';
import { type Answer, answerOf } from '../answer.js';
import { type Failure, failure } from './failures.js';
import { type Body, kindOf, type Question } from './question.js';

export interface JudgeOptions {
  readonly profile: ProfileName;
  /** The parsing limit of every body; default the library's. */
  readonly maxOctets?: number | undefined;
}

/** What a question is told about one of its URLs. */
export interface Told {
  readonly kind: 'answer';
  /** The id as JSON text. */
  readonly id: string;
  readonly answer: Answer;
}

/** A stage that answers questions, and lets what is none pass. */
export function judge(options: JudgeOptions): (item: Question | Failure) => Generator<Told | Failure, void> {
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
    for (const url of urls) yield answerOne(id, matcher, url);
  };
}

function answerOne(id: string, matcher: Matcher, url: unknown): Told | Failure {
  if (typeof url !== 'string') {
    return failure(id, 'invalid-url', `a URL is ${kindOf(url)}; a string is expected`);
  }
  const verdict = attempt(() => matcher.check(url));
  if (typeof verdict === 'string') return failure(id, 'invalid-url', verdict);
  return { kind: 'answer', id, answer: answerOf(url, verdict) };
}

/** The result, or the message of a `TypeError`: the library's word for an argument that it does not take. */
function attempt<Result extends object>(act: () => Result): Result | string {
  try {
    return act();
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

/** Makes matchers, and uses the last document and the last matcher again where the next question has the same. */
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
      matcher = undefined; // should the next line throw
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
