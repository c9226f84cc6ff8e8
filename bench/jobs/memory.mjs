// @ts-check
/** What one library keeps in memory for files that it has read. In a job of its own, so that nothing else is counted. */
import { collectAllGarbage } from '../harness/collect-garbage.mjs';
import { octetsOf } from '../inputs/corpus.mjs';
import { filesNamed } from '../inputs/file-sets.mjs';
import { oneQuestionEach, QUESTION_SEED } from '../inputs/questions.mjs';
import { randomFrom } from '../inputs/random.mjs';
import { KEPT } from '../subjects/kept.mjs';

/** Of few files several copies are kept, so that what is not theirs does not weigh. */
const LEAST_KEPT = 32;

/**
 * @param {{ name: string, set: import('../inputs/file-sets.mjs').SetName }} options
 * @returns {Promise<{ perOctet: number, perFile: number }>} octets kept
 */
export default async function memory({ name, set }) {
  const { files } = filesNamed(set);
  const questions = oneQuestionEach(files, randomFrom(QUESTION_SEED));
  const make = KEPT[name];
  // Whatever is loaded or compiled at the first use is not the documents'.
  await make(questions[0]);

  const copies = Math.ceil(LEAST_KEPT / questions.length);
  const kept = new Array(questions.length * copies).fill(null);
  const before = usedOctets();
  for (let i = 0; i < kept.length; i++) kept[i] = await make(questions[i % questions.length]);
  const retained = (usedOctets() - before) / copies;
  kept.fill(null);
  return { perOctet: retained / octetsOf(files), perFile: retained / files.length };
}

/** Octets in use, on the heap and in array buffers. */
function usedOctets() {
  // Twice, as the first may leave weak references that only the second lets go.
  collectAllGarbage();
  collectAllGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
