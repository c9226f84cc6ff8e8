/** One library's answers to the questions that are timed later. As a job, it can be killed if the library never answers. */
import { filesNamed } from '../inputs/file-sets.js';
import { AGENT, oneQuestionEach } from '../inputs/questions.js';
import { subjectNamed } from '../subjects/index.js';

/** @returns the answers in the order of the corpus; null where the library threw */
export async function answers({ subject }: { subject: string }): Promise<(boolean | null)[]> {
  const { prepare } = subjectNamed(subject);
  const given: (boolean | null)[] = [];
  for (const { octets, origin, url } of oneQuestionEach(filesNamed('all').files)) {
    try {
      given.push((await prepare(octets, origin, AGENT))(url));
    } catch {
      given.push(null);
    }
  }
  return given;
}
