/**
 * The third stage of `check --batch`: questions to the lines of their answers, one for each crawler and URL.
 */
import { BLOCK_CHARACTERS } from '../../../../command-line/src/output.js';
import type { Decision } from '../answer-line.js';
import { AnswerTexts } from './answer-texts.js';
import { type CrawlerDecider, type Decider, type DeciderOptions, rememberingDecider } from './decider.js';
import { type Question, typeName } from './question.js';
import {
  agentMember,
  type BatchFailure,
  type BatchFailureCode,
  failure,
  failureLine,
  lineStart,
} from './result.js';

/**
 * Judges questions. Each failure becomes a line, too. The lines come in blocks, because to pass a line on takes as long as to make it. No
 * line waits for questions that have not been asked yet.
 *
 * @param onFailure called with every failure, in order
 */
export function judge(
  options: DeciderOptions,
  onFailure: (failure: BatchFailure) => void,
): (items: readonly (Question | BatchFailure)[]) => Generator<string, void> {
  const deciderFor = rememberingDecider(options);
  const failed = (why: BatchFailure): string => {
    onFailure(why);
    return failureLine(why);
  };
  return function* (items) {
    let block = '';
    for (const item of items) {
      if (block.length >= BLOCK_CHARACTERS) {
        yield block;
        block = '';
      }
      if (item.kind === 'failure') {
        block += failed(item);
        continue;
      }
      const { id, urls } = item;
      const decider = deciderFor(item);
      let answers = new AnswerTexts(decider.kind);
      let lastReading: string | null = null;
      const start = lineStart(id);
      for (const { agent, crawler } of callersOf(item, decider)) {
        const reading = crawler instanceof Refusal ? null : (crawler.profileName ?? null);
        if (reading !== lastReading) answers = new AnswerTexts(decider.kind);
        lastReading = reading;
        const startWithAgent = agent === null ? start : start + agentMember(agent) + profileMember(reading);
        // A crawler that is refused has one line.
        const lines = crawler instanceof Refusal ? 1 : urls.length;
        for (let nthUrl = 0; nthUrl < lines; nthUrl++) {
          const url = urls[nthUrl];
          const decision = crawler instanceof Refusal ? crawler : decisionAbout(url, crawler);
          block +=
            decision instanceof Refusal
              ? failed(failure(id, decision.code, decision.message, agent))
              : startWithAgent + answers.textOf(nthUrl, url as string, decision);
          if (block.length < BLOCK_CHARACTERS) continue;
          yield block;
          block = '';
        }
      }
    }
    if (block !== '') yield block;
  };
}

/** Who asks a question: crawlers that are judged as one, whose agent is null, then those that are judged each by itself. */
function* callersOf({ agents, each, crawlers }: Question, decider: Decider) {
  const ready = decider.forEach(each);
  if (agents.length > 0) yield { agent: null, crawler: made('agents ', () => decider.forCrawler(agents)) };
  for (const [i, agent] of each.entries()) {
    yield { agent, crawler: ready?.[i] ?? made(`each[${i}] `, () => decider.forCrawler(agent)) };
  }
  for (const [i, agent] of crawlers.entries()) {
    yield { agent, crawler: made(`crawlers[${i}] `, () => decider.forRegistered(agent)) };
  }
}

/** Why a crawler or a URL is not judged. */
class Refusal {
  readonly code: BatchFailureCode;
  readonly message: string;

  constructor(code: BatchFailureCode, message: string) {
    this.code = code;
    this.message = message;
  }
}

/**
 * A decider, or why there is none.
 *
 * @param place where the question names the crawler, in place of the library's name of the argument
 */
function made(place: string, make: () => CrawlerDecider): CrawlerDecider | Refusal {
  try {
    return make();
  } catch (error) {
    const { code, message } = refusal('invalid-agent', error);
    return new Refusal(code, message.replace(/^(?:agents|name) /, place));
  }
}

/** What a line about a crawler of the registry says about its profile. */
function profileMember(reading: string | null): string {
  return reading === null ? '' : `,"profile":"${reading}"`;
}

function decisionAbout(url: unknown, crawler: CrawlerDecider): Decision | Refusal {
  if (typeof url !== 'string') {
    return new Refusal('invalid-url', `a URL is ${typeName(url)}; a string is expected`);
  }
  try {
    return crawler.check(url);
  } catch (error) {
    return refusal('invalid-url', error);
  }
}

/** Why the library does not accept an argument. Throws any other error. */
function refusal(code: BatchFailureCode, error: unknown): Refusal {
  if (error instanceof TypeError) return new Refusal(code, error.message);
  throw error;
}
