// @ts-check
/** One site's rules, asked again and again about full URLs. */
import { atLeast, measurementsOf, resultOf } from '../harness/measurements.mjs';
import { race, timesAsFast } from '../harness/race.mjs';
import { loadCorpus } from '../inputs/corpus.mjs';
import { AGENT, patternsOf, urlsFor } from '../inputs/questions.mjs';
import { randomFrom } from '../inputs/random.mjs';
import { PEERS, peerNamed, YARDSTICK } from '../subjects/index.mjs';
import { askPass } from '../subjects/stages.mjs';

const URL_SEED = 2309;
const URL_COUNT = 1024;

/** Sites by their number of rules, among the files that have any; the goal is set for the first. */
const SITES = /** @type {const} */ ([
  { share: 0.5, label: 'the median site' },
  { share: 0.9, label: 'the 90 % site' },
  { share: 0.99, label: 'the 99 % site' },
]);
const GOAL = 12;

/** @param {{ peers: string[], pace: import('../harness/race.mjs').Pace }} options */
export default async function warm({ peers, pace }) {
  const sites = loadCorpus()
    .files.map((file) => ({ ...file, ruleCount: patternsOf(file.octets).length }))
    .filter(({ ruleCount }) => ruleCount > 0)
    .sort((a, b) => a.ruleCount - b.ruleCount);

  const measurements = [];
  const goals = [];
  for (const { share, label } of SITES) {
    const { origin, octets, ruleCount } = sites[Math.floor((sites.length - 1) * share)];
    const urls = urlsFor(origin, octets, URL_COUNT, randomFrom(URL_SEED));
    const subjects = [];
    for (const name of [PEERS[0].name, ...peers]) {
      const ask = await peerNamed(name).prepare(octets, origin, AGENT);
      subjects.push({ name, run: askPass(ask, urls), perRun: urls.length });
    }
    const results = await race(subjects, pace);
    const input = `${label} (${origin.slice('https://'.length)}, ${ruleCount} rules)`;
    measurements.push(...measurementsOf(input, 'verdicts/s', results, YARDSTICK));
    if (goals.length > 0 || !peers.includes(YARDSTICK)) continue;
    const times = timesAsFast(resultOf(results, PEERS[0].name), resultOf(results, YARDSTICK));
    goals.push(atLeast('warm isAllowed(full URL string), one hot site', GOAL, '×', times));
  }
  return { measurements, goals };
}
