/** Compares recorded answers with a profile of this project, or with the recorded answers of another program. */
import { existsSync } from 'node:fs';
import { type Answer, answersPath, type RecordedSet, readAnswers, unpack } from './answers.js';
import { ourAnswers } from './ours.js';
import { type Case, digestOf, type Question, questionsOf } from './questions/case.js';
import { casesOf, hasSet, SET_NAMES, type SetName } from './questions/sets.js';

export interface Difference {
  readonly set: SetName;
  readonly question: Question;
  /** What the recorded program says. */
  readonly recorded: Answer;
  /** What it is compared with says. */
  readonly other: Answer;
}

/** How the answers to one set compare. */
export interface Comparison {
  readonly set: SetName;
  /** Why the set was not compared; undefined if it was. */
  readonly skipped?: string;
  /** Questions to which both have an answer that is no error. */
  readonly compared: number;
  readonly heldOut: number;
  readonly differences: readonly Difference[];
}

/**
 * @param name the reader whose recorded answers are right
 * @param other a profile of this project, or a reader with recorded answers; the records are preferred if `other` is another name
 * @param only the sets to compare; all if it is empty
 * @throws {TypeError} if either is unknown
 */
export function compare(name: string, other: string, only: readonly SetName[]): Comparison[] {
  const { sets } = readAnswers(name);
  const otherSets = other !== name && existsSync(answersPath(other)) ? readAnswers(other).sets : undefined;
  return SET_NAMES.filter((set) => only.length === 0 || only.includes(set)).map((set) => {
    const recorded = sets[set];
    const skipped = (reason: string) => ({ set, skipped: reason, compared: 0, heldOut: 0, differences: [] });
    if (recorded === undefined) return skipped(`there are no answers of ${name}`);
    if (!hasSet(set)) return skipped('the shared folder with the real files is missing');
    const cases = casesOf(set);
    if (digestOf(cases) !== recorded.sha256)
      return skipped(`the answers of ${name} are to other questions: record them again`);
    const theirs =
      otherSets === undefined ? ourAnswers(other, cases) : recordedAnswers(otherSets[set], recorded.sha256);
    if (theirs === undefined) return skipped(`there are no answers of ${other} to these questions`);
    return { set, ...compareSet(set, cases, unpack(recorded), theirs) };
  });
}

function recordedAnswers(recorded: RecordedSet | undefined, sha256: string): Answer[] | undefined {
  return recorded?.sha256 === sha256 ? unpack(recorded) : undefined;
}

function compareSet(
  set: SetName,
  cases: readonly Case[],
  recorded: readonly Answer[],
  others: Iterable<Answer>,
): Omit<Comparison, 'set' | 'skipped'> {
  const differences: Difference[] = [];
  let compared = 0;
  let heldOut = 0;
  const questions = questionsOf(cases);
  const answers = recorded.values();
  for (const other of others) {
    const question = questions.next().value as Question;
    const answer = answers.next().value as Answer;
    if (answer === 'error' || other === 'error') continue;
    compared++;
    if (question.isHeldOut) heldOut++;
    if (answer !== other) differences.push({ set, question, recorded: answer, other });
  }
  return { compared, heldOut, differences };
}

/** The comparisons as text, with at most `most` differences of each set, none of them held out. */
export function comparisonText(comparisons: readonly Comparison[], most: number): string {
  return comparisons
    .flatMap((comparison) => [setText(comparison), ...differenceTexts(comparison, most)])
    .join('\n');
}

function setText({ set, skipped, compared, heldOut, differences }: Comparison): string {
  if (skipped !== undefined) return `${set}: not compared: ${skipped}`;
  const wrongHeldOut = differences.filter(({ question }) => question.isHeldOut).length;
  const share = ((100 * differences.length) / Math.max(1, compared)).toFixed(3);
  return `${set}: ${differences.length} of ${compared} answers differ (${share} %), ${wrongHeldOut} of them among the ${heldOut} held out`;
}

/** Differences whose file is new come first, so that a short list shows as many reasons as it can. */
function differenceTexts({ differences }: Comparison, most: number): string[] {
  const seen = new Set<Case>();
  const shown = differences.filter(({ question }) => !question.isHeldOut);
  const firsts = shown.filter(({ question }) => !seen.has(question.case) && seen.add(question.case));
  return [...new Set([...firsts, ...shown])].slice(0, most).map(({ question, recorded, other }) => {
    const { case: asked, agent, url } = question;
    const start = Buffer.from(asked.body.subarray(0, 400)).toString('latin1');
    return `  ${asked.name}: ${JSON.stringify(agent)} ${JSON.stringify(url)}: ${recorded}, not ${other}\n    ${JSON.stringify(start)}`;
  });
}
