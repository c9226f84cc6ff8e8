/**
 * Asks a program the cases of matching: a robots.txt, crawlers, a URL.
 */
import { isOneOfFour } from '../../command-line/src/named-readers.js';
import { type Style, visible } from '../../command-line/src/terminal.js';
import { asciiJson } from './ascii-json.js';
import { type Disguise, disguised } from './disguise.js';
import type { PreparedSuite, SuiteRun } from './kind.js';
import { lineTallyOf, outcomeOf } from './outcome.js';
import { type AskOptions, ask, type Reply } from './program/ask.js';
import type { Question } from './program/sitting.js';
import { readerCases } from './reader-cases.js';
import { type Selection, selectedSections } from './selection.js';
import type { MatchingCase } from './suite/cases.js';
import { bodyMember, octetsOf, shownLines } from './suite/octets.js';
import { readMatchingSuite, type Section } from './suite/suite.js';

/**
 * Reads the suite and chooses its cases of matching.
 *
 * @param folder the suite that comes with the command if it is `undefined`
 * @throws {InputError | UsageError} (rejects) if the suite cannot be read, or no case is chosen
 */
export async function prepareMatching(
  folder: string | undefined,
  selection: Selection,
  disguise: Disguise,
): Promise<PreparedSuite> {
  const suite = await readMatchingSuite(folder);
  const all = suite.sections.map(({ name, cases }) => ({
    name,
    cases: cases.map((one) => disguised(one, disguise)),
  }));
  const { profile } = selection;
  const ofProfile = isOneOfFour(profile) ? all : readerCases(all, profile);
  const sections = selectedSections(ofProfile, selection);
  return {
    version: suite.version,
    run: (withLines, options) => runMatching(sections, withLines, options),
    shown: (one, style) => shownQuestion(one as MatchingCase, style),
  };
}

async function runMatching(
  sections: readonly Section<MatchingCase>[],
  withLines: boolean,
  options: AskOptions,
): Promise<SuiteRun> {
  const cases = sections.flatMap((section) => section.cases);
  const { replies, restarts } = await ask(cases.map(questionOf), options);
  const replyTo = new Map(cases.map((one, index) => [one, replies.get(index + 1) as Reply]));
  return {
    sections: sections.map(({ name, cases: ofSection }) => ({
      name,
      outcomes: ofSection.map((one) => outcomeOf(one, replyTo.get(one) as Reply, withLines)),
    })),
    lines: withLines ? null : lineTallyOf(cases.map((one) => [one.expected, replyTo.get(one)])),
    restarts,
  };
}

/** The question of a case, in the shape of `check --batch`. It is written when it is asked: a large file takes memory. */
function questionOf(one: MatchingCase, index: number): Question {
  const id = index + 1;
  const { parts, agents, url } = one;
  return { id, json: () => asciiJson({ id, case: one.id, ...bodyMember(parts), agents, url }) };
}

/** The question of a case, for people. */
function* shownQuestion({ parts, agents, url }: MatchingCase, style: Style): Generator<string, void> {
  yield* shownLines(octetsOf(parts), style);
  yield `  ${agents.length === 1 ? 'agent     ' : 'agents    '}${visible(agents.join(', '))}`;
  yield `  url       ${visible(url)}`;
}
