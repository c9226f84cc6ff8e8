/**
 * Asks a program the cases of matching: a robots.txt, crawlers, a URL.
 */
import { type Style, visible } from '../terminal.js';
import { type LineTally, lineTallyOf, outcomeOf } from './outcome.js';
import { type AskOptions, ask, type Reply } from './program/ask.js';
import type { Question } from './program/sitting.js';
import type { SectionReport } from './report.js';
import type { MatchingCase } from './suite/cases.js';
import { bodyMember, octetsOf, shownLines } from './suite/octets.js';
import type { Section } from './suite/suite.js';

export interface MatchingRun {
  readonly sections: readonly SectionReport[];
  readonly lines: LineTally;
  readonly restarts: number;
}

/**
 * Asks all cases.
 *
 * @param withLines whether the deciding line must be right, too
 * @throws {InputError} (rejects) if the program cannot be started, or never answers
 */
export async function runMatching(
  sections: readonly Section<MatchingCase>[],
  withLines: boolean,
  options: AskOptions,
): Promise<MatchingRun> {
  const cases = sections.flatMap((section) => section.cases);
  const { replies, restarts } = await ask(cases.map(questionOf), options);
  const replyTo = new Map(cases.map((one, index) => [one, replies.get(index + 1) as Reply]));
  return {
    sections: sections.map(({ name, cases: ofSection }) => ({
      name,
      outcomes: ofSection.map((one) => outcomeOf(one, replyTo.get(one) as Reply, withLines)),
    })),
    lines: lineTallyOf(cases.map((one) => [one.expected, replyTo.get(one)])),
    restarts,
  };
}

/** The question of a case, in the shape of `check --batch`. It is written when it is asked: a large file takes memory. */
function questionOf(one: MatchingCase, index: number): Question {
  const id = index + 1;
  const { parts, agents, url } = one;
  return { id, json: () => asciiJson({ id, case: one.id, ...bodyMember(parts), agents, url }) };
}

/** JSON in ASCII: a program that reads its input in another encoding than UTF-8 reads the same. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The question of a case, for people. */
export function* shownQuestion({ parts, agents, url }: MatchingCase, style: Style): Generator<string, void> {
  yield* shownLines(octetsOf(parts), style);
  yield `  ${agents.length === 1 ? 'agent     ' : 'agents    '}${visible(agents.join(', '))}`;
  yield `  url       ${visible(url)}`;
}
