// @ts-check
/** From octets to events, verdicts and documents, over a set of files, against what peers do with them: parse and check. */
import { measurementsOf } from '../harness/measurements.mjs';
import { race, timesAsFast } from '../harness/race.mjs';
import { octetsOf } from '../inputs/corpus.mjs';
import { filesNamed } from '../inputs/file-sets.mjs';
import { oneQuestionEach, QUESTION_SEED } from '../inputs/questions.mjs';
import { randomFrom } from '../inputs/random.mjs';
import { peerNamed, YARDSTICK } from '../subjects/index.mjs';
import { parseAndCheckPass } from '../subjects/peer-passes.mjs';
import { STAGES } from '../subjects/stages.mjs';

/**
 * @param {{
 *   set: import('../inputs/file-sets.mjs').SetName,
 *   unit: 'MB/s' | 'files/s',
 *   stages: import('../subjects/stages.mjs').StageName[],
 *   peers: string[],
 *   pace: import('../harness/race.mjs').Pace,
 * }} options
 * @returns the measurements, and for each stage how many times as fast as the yardstick it is
 */
export default async function octets({ set, unit, stages, peers, pace }) {
  const { files, name } = filesNamed(set);
  const questions = oneQuestionEach(files, randomFrom(QUESTION_SEED));
  const perRun = unit === 'files/s' ? files.length : octetsOf(files);
  const subjects = [
    ...stages.map((stage) => ({ name: stage, run: STAGES[stage](questions), perRun })),
    ...peers.map((peer) => ({ name: peer, run: parseAndCheckPass(peerNamed(peer), questions), perRun })),
  ];
  const results = await race(subjects, pace);
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
