// @ts-check
/** Are the answers right? Asked before anything is timed. */
import { OverLimit, runJob } from './harness/child.mjs';
import { PEERS } from './subjects/index.mjs';
import { robotstreamOnce } from './subjects/robotstream.mjs';

const [OURS, ...OTHERS] = PEERS.map(({ name }) => name);
const WAYS = [OURS, robotstreamOnce.name];

/** How long a peer may take for one question about each file of the corpus. */
const CORPUS_LIMIT_MS = 120_000;

/**
 * @typedef {object} Answers
 * @property {number} questions
 * @property {{ count: number, wrong: number[] } | null} recorded verdicts of the reference C++ matcher; null: not at hand
 * @property {{ peer: string, differs: number, throws: number, overLimit: string | null, example: string | null }[]} peers
 */

/**
 * @returns {Promise<Answers>}
 * @throws {Error} if this package gives a wrong answer
 */
export async function compareAnswers() {
  const recorded = await runJob('recorded-verdicts', {}, CORPUS_LIMIT_MS);
  if (recorded !== null && recorded.wrong.length > 0) {
    throw new Error(
      `wrong recorded verdicts: ${recorded.wrong.length}, the first of them id ${recorded.wrong[0]}`,
    );
  }

  /** @type {{ url: string, allowed: boolean }[]} */
  const expected = await runJob('expected-answers', {}, CORPUS_LIMIT_MS);
  for (const way of WAYS) {
    const { differs, throws, overLimit, example } = await answersOf(way, expected);
    if (differs + throws > 0 || overLimit !== null) {
      throw new Error(
        `${way} differs from the naive reference ${differs} times, throws ${throws} times: ${example}`,
      );
    }
  }

  const peers = [];
  for (const peer of OTHERS) peers.push(await answersOf(peer, expected));
  return { questions: expected.length, recorded, peers };
}

/**
 * @param {string} peer
 * @param {{ url: string, allowed: boolean }[]} expected
 */
async function answersOf(peer, expected) {
  try {
    /** @type {(boolean | null)[]} */
    const given = await runJob('answers', { peer }, CORPUS_LIMIT_MS);
    const wrong = given.flatMap((answer, nth) =>
      answer !== null && answer !== expected[nth].allowed ? [nth] : [],
    );
    return {
      peer,
      differs: wrong.length,
      throws: given.filter((answer) => answer === null).length,
      overLimit: null,
      example:
        wrong.length === 0
          ? null
          : `${expected[wrong[0]].url} is ${expected[wrong[0]].allowed ? '' : 'not '}allowed`,
    };
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error;
    return { peer, differs: 0, throws: 0, overLimit: error.message, example: null };
  }
}
