/** Compares answers before anything is timed. */
import { OverLimit, runJob } from './harness/child.js';
import type { ExpectedAnswer } from './jobs/expected-answers.js';
import type { Comparison } from './jobs/recorded-verdicts.js';
import { OURS, PEERS } from './subjects/index.js';

/** How long a peer may take for one question about each file of the corpus. */
const CORPUS_LIMIT_MS = 120_000;

export interface Answers {
  /** How many questions were compared. */
  readonly questions: number;
  /** The comparison with the recorded verdicts of the reference C++ matcher; null if they are not available. */
  readonly recorded: Comparison | null;
  readonly peers: readonly PeerAnswers[];
}

/** How one library's answers compare with the correct ones. */
export interface PeerAnswers {
  readonly peer: string;
  readonly differs: number;
  readonly throws: number;
  /** Says that the library was killed because it took too long; null if it was not. */
  readonly overLimit: string | null;
  /** One wrong answer corrected; null if there is none. */
  readonly example: string | null;
}

/** @throws {Error} if this package gives a wrong answer */
export async function compareAnswers(): Promise<Answers> {
  const recorded = await runJob('recorded-verdicts', {}, CORPUS_LIMIT_MS);
  if (recorded !== null && recorded.wrong.length > 0) {
    throw new Error(
      `wrong recorded verdicts: ${recorded.wrong.length}, the first has id ${recorded.wrong[0]}`,
    );
  }

  const expected = await runJob('expected-answers', {}, CORPUS_LIMIT_MS);
  for (const { name } of OURS) {
    const { differs, throws, overLimit, example } = await answersOf(name, expected);
    if (differs + throws > 0 || overLimit !== null) {
      throw new Error(
        `${name} differs from the naive reference ${differs} times and throws ${throws} times: ${example}`,
      );
    }
  }

  const peers: PeerAnswers[] = [];
  for (const { name } of PEERS) peers.push(await answersOf(name, expected));
  return { questions: expected.length, recorded, peers };
}

async function answersOf(subject: string, expected: readonly ExpectedAnswer[]): Promise<PeerAnswers> {
  try {
    const given = await runJob('answers', { subject }, CORPUS_LIMIT_MS);
    const wrong = expected.filter(({ allowed }, nth) => given[nth] !== null && given[nth] !== allowed);
    return {
      peer: subject,
      differs: wrong.length,
      throws: given.filter((answer) => answer === null).length,
      overLimit: null,
      example: wrong.length === 0 ? null : `${wrong[0].url} is ${wrong[0].allowed ? '' : 'not '}allowed`,
    };
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error;
    return { peer: subject, differs: 0, throws: 0, overLimit: error.message, example: null };
  }
}
