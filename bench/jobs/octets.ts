/** From octets to events, verdicts and documents, over a set of files. The peers parse each file and check one URL. */
import { type Measurement, measurementsOf } from '../harness/measurements.js';
import { type Pace, race, timesAsFast } from '../harness/race.js';
import type { Summary } from '../harness/statistics.js';
import { octetsOf } from '../inputs/corpus.js';
import { filesNamed, type SetName } from '../inputs/file-sets.js';
import { oneQuestionEach } from '../inputs/questions.js';
import { subjectNamed, YARDSTICK } from '../subjects/index.js';
import { parseAndCheckPass } from '../subjects/peer-passes.js';
import { STAGES, type StageName } from '../subjects/stages.js';

export interface OctetsOptions {
  readonly set: SetName;
  readonly unit: 'MB/s' | 'files/s';
  readonly stages: readonly StageName[];
  readonly peers: readonly string[];
  readonly pace: Pace;
}

export interface OctetsResult {
  readonly measurements: Measurement[];
  /** For each subject, how many times as fast as the yardstick it is; empty if the yardstick does not take part. */
  readonly times: Record<string, Summary>;
}

export async function octets({ set, unit, stages, peers, pace }: OctetsOptions): Promise<OctetsResult> {
  const { files, name } = filesNamed(set);
  const questions = oneQuestionEach(files);
  const perRun = unit === 'files/s' ? files.length : octetsOf(files);
  const results = await race(
    [
      ...stages.map((stage) => ({ name: stage, run: STAGES[stage](questions), perRun })),
      ...peers.map((peer) => ({ name: peer, run: parseAndCheckPass(subjectNamed(peer), questions), perRun })),
    ],
    pace,
  );
  const yardstick = results.get(YARDSTICK);
  return {
    measurements: measurementsOf(name, unit, results, YARDSTICK),
    times: Object.fromEntries(
      yardstick === undefined
        ? []
        : [...results.values()].map((result) => [result.name, timesAsFast(result, yardstick)]),
    ),
  };
}
