// @ts-check
/**
 * One library's answers to the questions that are timed later: `true`, `false`, or `null` where it threw. In a job of its own,
 * so that one that never answers can be stopped.
 */
import { filesNamed } from '../inputs/file-sets.mjs';
import { AGENT, oneQuestionEach, QUESTION_SEED } from '../inputs/questions.mjs';
import { randomFrom } from '../inputs/random.mjs';
import { peerNamed } from '../subjects/index.mjs';

/**
 * @param {{ peer: string }} options
 * @returns {Promise<(boolean | null)[]>} in the order of the corpus
 */
export default async function answers({ peer }) {
  const { prepare } = peerNamed(peer);
  const questions = oneQuestionEach(filesNamed('all').files, randomFrom(QUESTION_SEED));
  const given = [];
  for (const { octets, origin, url } of questions) {
    try {
      given.push((await prepare(octets, origin, AGENT))(url));
    } catch {
      given.push(null);
    }
  }
  return given;
}
