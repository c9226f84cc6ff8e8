/**
 * The right answers to the questions that are timed later, from the naive reference of the tests. It follows the specification
 * word by word and shares no code with the package.
 */
import { referenceVerdict } from '../../test/reference/reference.js';
import { filesNamed } from '../inputs/file-sets.js';
import { AGENT, oneQuestionEach } from '../inputs/questions.js';

export interface ExpectedAnswer {
  readonly url: string;
  readonly allowed: boolean;
}

/** @returns the answers in the order of the corpus */
export function expectedAnswers(): ExpectedAnswer[] {
  return oneQuestionEach(filesNamed('all').files).map(({ octets, url }) => ({
    url,
    allowed: referenceVerdict(octets, [AGENT], url, 'rfc9309').allowed,
  }));
}
