/**
 * The third stage of `check --batch`: a question to the lines of its answers, one for each crawler and URL.
 */
import type { Decision } from '../answer-line.js';
import { AgentTexts, AnswerTexts } from './answer-texts.js';
import { type CrawlerDecider, type DeciderOptions, rememberingDecider } from './decider.js';
import { kindOf, type Question } from './question.js';
import { type BatchFailure, failure, failureLine, lineStart } from './result.js';

/**
 * Judges questions. Each failure becomes a line, too.
 *
 * @param onFailure called with every failure, in order
 */
export function judge(
  options: DeciderOptions,
  onFailure: (failure: BatchFailure) => void,
): (item: Question | BatchFailure) => Generator<string, void> {
  const deciderFor = rememberingDecider(options);
  const names = new AgentTexts();
  const failed = (why: BatchFailure): string => {
    onFailure(why);
    return failureLine(why);
  };
  return function* (item) {
    if (item.kind === 'failure') {
      yield failed(item);
      return;
    }
    const { id, urls, agents, each } = item;
    const decider = deciderFor(item);
    const ready = decider.forEach(each);
    const answers = new AnswerTexts();
    const start = lineStart(id);
    for (let nth = agents.length > 0 ? AS_ONE : 0; nth < each.length; nth++) {
      const agent = nth === AS_ONE ? null : each[nth];
      let crawler: CrawlerDecider;
      try {
        crawler = ready?.[nth] ?? decider.forCrawler(agent ?? agents);
      } catch (error) {
        yield failed(failure(id, 'invalid-agent', refusal(error), agent));
        continue;
      }
      const startWithAgent = agent === null ? start : start + names.textOf(nth, agent);
      for (let nthUrl = 0; nthUrl < urls.length; nthUrl++) {
        const url = urls[nthUrl];
        const decision = decisionAbout(url, crawler);
        yield typeof decision === 'string'
          ? failed(failure(id, 'invalid-url', decision, agent))
          : startWithAgent + answers.textOf(nthUrl, url as string, decision);
      }
    }
  };
}

/** The index of the crawlers that are judged as one. The indexes of those judged each by itself follow. */
const AS_ONE = -1;

/** The decision about a URL, or why there is none. */
function decisionAbout(url: unknown, crawler: CrawlerDecider): Decision | string {
  if (typeof url !== 'string') return `a URL is ${kindOf(url)}; a string is expected`;
  try {
    return crawler.check(url);
  } catch (error) {
    return refusal(error);
  }
}

/** Why the library does not accept an argument. Throws any other error. */
function refusal(error: unknown): string {
  if (error instanceof TypeError) return error.message;
  throw error;
}
