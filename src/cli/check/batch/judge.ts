/**
 * The third stage of `check --batch`: a question to the lines of its answers, one for each crawler and URL.
 */
import type { Decision } from '../answer-line.js';
import { AnswerTexts } from './answer-texts.js';
import { type Decide, type DeciderOptions, rememberingDecider } from './decider.js';
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
  const failed = (why: BatchFailure): string => {
    onFailure(why);
    return failureLine(why);
  };
  return function* (item) {
    if (item.kind === 'failure') {
      yield failed(item);
      return;
    }
    const { id, urls } = item;
    const decider = deciderFor(item);
    const texts = new AnswerTexts();
    for (const { names, agent } of crawlersOf(item)) {
      let decide: Decide;
      try {
        decide = decider.forCrawler(names);
      } catch (error) {
        yield failed(failure(id, 'invalid-agent', refusal(error), agent));
        continue;
      }
      const start = lineStart(id, agent);
      for (let nth = 0; nth < urls.length; nth++) {
        const url = urls[nth];
        const decision = decisionAbout(url, decide);
        yield typeof decision === 'string'
          ? failed(failure(id, 'invalid-url', decision, agent))
          : start + texts.textOf(nth, url as string, decision);
      }
    }
  };
}

/** A crawler of a question. */
interface Crawler {
  /** Its product token, or several that are obeyed together. */
  readonly names: string | readonly string[];
  /** The crawler as its lines name it; null if they do not. */
  readonly agent: string | null;
}

function crawlersOf({ agents, each }: Question): Crawler[] {
  const crawlers = each.map((agent): Crawler => ({ names: agent, agent }));
  if (agents.length > 0) crawlers.unshift({ names: agents, agent: null });
  return crawlers;
}

/** The decision about a URL, or why there is none. */
function decisionAbout(url: unknown, decide: Decide): Decision | string {
  if (typeof url !== 'string') return `a URL is ${kindOf(url)}; a string is expected`;
  try {
    return decide(url);
  } catch (error) {
    return refusal(error);
  }
}

/** Why the library does not accept an argument. Throws any other error. */
function refusal(error: unknown): string {
  if (error instanceof TypeError) return error.message;
  throw error;
}
