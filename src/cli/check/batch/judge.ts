/**
 * Judges the questions of `check --batch`: a question to its answers, one for each crawler and URL.
 */
import { answerLine } from '../answer-line.js';
import { type Decider, type DeciderOptions, rememberingDecider } from './decider.js';
import { kindOf, type Question } from './question.js';
import { type BatchFailure, type BatchResult, failure } from './result.js';

/** Judges questions; failures pass unchanged. */
export function judge(
  options: DeciderOptions,
): (item: Question | BatchFailure) => Generator<BatchResult, void> {
  const deciderFor = rememberingDecider(options);
  return function* (item) {
    if (item.kind === 'failure') {
      yield item;
      return;
    }
    const { agents, each } = item;
    const decider = deciderFor(item);
    if (agents.length > 0) yield* judgeUrls(item, decider, agents, null);
    for (const agent of each) yield* judgeUrls(item, decider, agent, agent);
  };
}

/**
 * Judges every URL of a question for one crawler.
 *
 * @param names the crawler's product token, or several that are obeyed together
 * @param agent the crawler as its results name it; null if they do not
 */
function* judgeUrls(
  { id, urls }: Question,
  decider: Decider,
  names: string | readonly string[],
  agent: string | null,
): Generator<BatchResult, void> {
  const decide = attempt(() => decider.forCrawler(names));
  if (typeof decide === 'string') {
    yield failure(id, 'invalid-agent', decide, agent);
    return;
  }
  for (const url of urls) {
    if (typeof url !== 'string') {
      yield failure(id, 'invalid-url', `a URL is ${kindOf(url)}; a string is expected`, agent);
      continue;
    }
    const decision = attempt(() => decide(url));
    if (typeof decision === 'string') yield failure(id, 'invalid-url', decision, agent);
    else yield { kind: 'answer', id, agent, answer: answerLine(url, decision) };
  }
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
