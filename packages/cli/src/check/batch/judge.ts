/**
 * The third stage of `check --batch`: questions to the lines of their answers, one for each crawler and URL.
 */
import type { Matcher } from 'robotstream';
import { crawler } from 'robotstream/crawlers';
import { inBlocks } from '../../../../command-line/src/output.js';
import type { ReadingName } from '../../../../command-line/src/reading-name.js';
import { DEFAULT_PROFILE } from '../../options.js';
import { AnswerTexts } from './answer-texts.js';
import { type BatchFile, rememberingFiles } from './file.js';
import { type Question, typeName } from './question.js';
import { agentMember, type BatchFailure, failure, failureLine, lineStart } from './result.js';

export interface JudgeOptions {
  /** The profile that is named; by default product tokens are judged by `rfc9309`, and crawlers of the registry by their own. */
  readonly profile?: ReadingName | undefined;
  /** The parsing limit of every body; default the library's. */
  readonly maxOctets?: number | undefined;
  /** Called with every failure, in order. */
  readonly onFailure?: (failure: BatchFailure) => void;
}

/**
 * Judges questions. Each failure becomes a line, too. The lines come in blocks, because the stream takes as long to pass a line on as it
 * takes to make it. No line waits for questions that have not been asked yet.
 */
export function judge({ profile, maxOctets, onFailure }: JudgeOptions) {
  const fileOf = rememberingFiles(maxOctets);
  function* lines(items: readonly (Question | BatchFailure)[]): Generator<string, void> {
    for (const item of items) {
      const results = item.kind === 'failure' ? [item] : answersTo(item, fileOf(item), profile);
      for (const result of results) {
        if (typeof result === 'string') {
          yield result;
        } else {
          onFailure?.(result);
          yield failureLine(result);
        }
      }
    }
  }
  return (items: readonly (Question | BatchFailure)[]) => inBlocks(lines(items));
}

function* answersTo(
  question: Question,
  file: BatchFile,
  profile: ReadingName | undefined,
): Generator<string | BatchFailure, void> {
  const { id, urls } = question;
  let answers = new AnswerTexts(file.kind);
  let lastReading: string | null = null;
  for (const { agent, place, reading, matcher } of callersOf(question, file, profile)) {
    if (matcher instanceof TypeError) {
      yield failure(id, 'invalid-agent', matcher.message.replace(/^(?:agents|name) /, `${place} `), agent);
      continue;
    }
    if (reading !== lastReading) answers = new AnswerTexts(file.kind);
    lastReading = reading;
    const profileMember = reading === null ? '' : `,"profile":"${reading}"`;
    const start = lineStart(id) + (agent === null ? '' : agentMember(agent) + profileMember);
    for (const [nth, url] of urls.entries()) {
      const verdict = checked(matcher, url);
      yield verdict instanceof TypeError
        ? failure(id, 'invalid-url', verdict.message, agent)
        : start + answers.textOf(nth, url as string, verdict);
    }
  }
}

/** The verdict about a URL, or why it is not judged. */
function checked(matcher: Matcher, url: unknown) {
  if (typeof url !== 'string') return new TypeError(`a URL is ${typeName(url)}; a string is expected`);
  try {
    return matcher.check(url);
  } catch (error) {
    if (error instanceof TypeError) return error;
    throw error;
  }
}

/** Who asks a question. */
interface Caller {
  /** Null for crawlers that are judged as one. */
  readonly agent: string | null;
  /** Where the question names the crawler, in place of the library's name of the argument. */
  readonly place: string;
  /** The profile by which a crawler of the registry is judged; null for product tokens. */
  readonly reading: ReadingName | null;
  /** An error if the crawler is not accepted. */
  readonly matcher: Matcher | TypeError;
}

/** How many matchers are made at once, which is faster than one by one. */
const MAX_AT_ONCE = 64;

/** Crawlers that are judged as one, then those that are judged each by itself. */
function* callersOf(
  { agents, each, crawlers }: Question,
  file: BatchFile,
  named: ReadingName | undefined,
): Generator<Caller, void> {
  const profile = named ?? DEFAULT_PROFILE;
  const document = file.under(profile);
  const matcherOf = (names: string | readonly string[]) =>
    tried(() => document.matcher({ agents: names, profile }));
  if (agents.length > 0) yield { agent: null, place: 'agents', reading: null, matcher: matcherOf(agents) };
  const ready = each.length > MAX_AT_ONCE ? [] : tried(() => document.matchers(each, { profile }));
  for (const [i, agent] of each.entries()) {
    // If one of them is no product token, each of the others still has a matcher of its own.
    const matcher = (ready instanceof TypeError ? undefined : ready[i]) ?? matcherOf(agent);
    yield { agent, place: `each[${i}]`, reading: null, matcher };
  }
  for (const [i, agent] of crawlers.entries()) {
    const known = tried(() => crawler(agent));
    const place = `crawlers[${i}]`;
    if (known instanceof TypeError) {
      yield { agent, place, reading: null, matcher: known };
    } else {
      const reading = named ?? known.profile;
      const matcher = file.under(reading).matcher({ crawler: known, profile: reading });
      yield { agent, place, reading, matcher };
    }
  }
}

/** The result of a call, or the error with which the library refuses its argument. */
function tried<Value>(call: () => Value): Value | TypeError {
  try {
    return call();
  } catch (error) {
    if (error instanceof TypeError) return error;
    throw error;
  }
}
