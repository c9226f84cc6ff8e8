/** One library, one hostile file, one URL of 8 KiB: octets → verdict. As a job, it can be killed. */
import { startStopwatch } from '../harness/stopwatch.js';
import { type FamilyName, HOSTILE_ORIGIN, hostileFile, hostileUrls } from '../inputs/hostile-files.js';
import { AGENT } from '../inputs/questions.js';
import { subjectNamed } from '../subjects/index.js';

/** The first time includes compiling the code, the others show a repeated question. A slow library is asked once. */
const TIMES = 5;
const ENOUGH_MS = 1000;

export interface HostileResult {
  readonly ms: number[];
  /** Null if the library threw. */
  readonly allowed: boolean | null;
}

export async function hostile(options: { subject: string; family: FamilyName }): Promise<HostileResult> {
  const { prepare } = subjectNamed(options.subject);
  const octets = hostileFile(options.family);
  const { url } = hostileUrls()[0];
  let allowed: boolean | null = null;
  const ms: number[] = [];
  for (let time = 0, totalMs = 0; time < TIMES && totalMs < ENOUGH_MS; time++) {
    const elapsedMs = startStopwatch();
    try {
      allowed = (await prepare(octets, HOSTILE_ORIGIN, AGENT))(url);
    } catch {
      allowed = null;
    }
    const tookMs = elapsedMs();
    ms.push(tookMs);
    totalMs += tookMs;
  }
  return { ms, allowed };
}
