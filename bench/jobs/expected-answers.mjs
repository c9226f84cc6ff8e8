// @ts-check
/**
 * The right answers to the questions that are timed later, by the naive reference of the tests, which reads the specification
 * plainly and shares no code with the package.
 */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { filesNamed } from '../inputs/file-sets.mjs';
import { AGENT, oneQuestionEach, QUESTION_SEED } from '../inputs/questions.mjs';
import { randomFrom } from '../inputs/random.mjs';

const REFERENCE = fileURLToPath(new URL('../../test/reference/reference.ts', import.meta.url));

/** @returns {Promise<{ url: string, allowed: boolean }[]>} in the order of the corpus */
export default async function expectedAnswers() {
  /** @type {{ module: typeof import('../../test/reference/reference.js') }} */
  const { module } = await runnerImport(REFERENCE, { configFile: false, logLevel: 'error' });
  const questions = oneQuestionEach(filesNamed('all').files, randomFrom(QUESTION_SEED));
  return questions.map(({ octets, url }) => ({
    url,
    allowed: module.referenceVerdict(octets, [AGENT], url, 'rfc9309').allowed,
  }));
}
