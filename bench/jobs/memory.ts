/** What one library keeps in memory of the files that it has read. As a job, nothing else is counted. */
import { collectAllGarbage } from '../harness/collect-garbage.js';
import { octetsOf } from '../inputs/corpus.js';
import { filesNamed, type SetName } from '../inputs/file-sets.js';
import { oneQuestionEach } from '../inputs/questions.js';
import { KEPT } from '../subjects/kept.js';

/** A small set is kept in several copies, so that memory outside the documents counts for little. */
const LEAST_KEPT = 32;

export interface MemoryResult {
  /** Octets kept for each octet of file. */
  readonly perOctet: number;
  /** Octets kept for each file. */
  readonly perFile: number;
}

export async function memory({ name, set }: { name: string; set: SetName }): Promise<MemoryResult> {
  const { files } = filesNamed(set);
  const questions = oneQuestionEach(files);
  const make = KEPT[name];
  // The first use loads and compiles code, which is not the documents' memory.
  await make(questions[0]);

  const copies = Math.ceil(LEAST_KEPT / questions.length);
  const kept = new Array<unknown>(questions.length * copies).fill(null);
  const before = usedOctets();
  for (let i = 0; i < kept.length; i++) kept[i] = await make(questions[i % questions.length]);
  const retained = (usedOctets() - before) / copies;
  kept.fill(null);
  return { perOctet: retained / octetsOf(files), perFile: retained / files.length };
}

/** Octets in use, on the heap and in array buffers. */
function usedOctets(): number {
  // The first collection may leave weak references that only the second clears.
  collectAllGarbage();
  collectAllGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
