// @ts-check
/** One site's rules, asked again and again about full URLs. */
import { parseSync } from 'robotstream';
import { measurementsOf } from '../harness/measurements.mjs';
import { race, timesAsFast } from '../harness/race.mjs';
import { loadCorpus } from '../inputs/corpus.mjs';
import { AGENT, urlsFor } from '../inputs/questions.mjs';
import { randomFrom } from '../inputs/random.mjs';
import { PEERS, peerNamed, YARDSTICK } from '../subjects/index.mjs';
import { askPass } from '../subjects/stages.mjs';

const URL_SEED = 2309;
const URL_COUNT = 1024;
const PER_CENT = 100;

/**
 * @param {{
 *   share: number,
 *   peers: string[],
 *   pace: import('../harness/race.mjs').Pace,
 * }} options `share`: which site, by how many of its rules apply to the caller: so many of the sites where any do have no more
 */
export default async function warm({ share, peers, pace }) {
  const sites = loadCorpus()
    .files.map((file) => ({ ...file, ruleCount: countRules(file.octets) }))
    .filter(({ ruleCount }) => ruleCount > 0)
    .sort((a, b) => a.ruleCount - b.ruleCount);
  const { origin, octets, ruleCount } = sites[Math.floor((sites.length - 1) * share)];
  const urls = urlsFor(origin, octets, URL_COUNT, randomFrom(URL_SEED));

  const subjects = [];
  for (const name of [PEERS[0].name, ...peers]) {
    const ask = await peerNamed(name).prepare(octets, origin, AGENT);
    subjects.push({ name, run: askPass(ask, urls), perRun: urls.length });
  }
  const results = await race(subjects, pace);
  const name = origin.slice('https://'.length);
  const input = `${share * PER_CENT} %, ${name}, ${ruleCount} rules`;
  const [ours, yardstick] = [results.get(PEERS[0].name), results.get(YARDSTICK)];
  return {
    measurements: measurementsOf(input, 'verdicts/s', results, YARDSTICK),
    times: ours && yardstick ? timesAsFast(ours, yardstick) : null,
  };
}

/**
 * How many rules apply to the caller: those of the groups that name it, or else of those for all.
 *
 * @param {Uint8Array} octets
 */
function countRules(octets) {
  const { groups } = parseSync(octets);
  const groupsOf = (/** @type {string} */ agent) =>
    groups.filter(({ userAgents }) => userAgents.some(({ name }) => name.toLowerCase() === agent));
  const named = groupsOf(AGENT.toLowerCase());
  return (named.length > 0 ? named : groupsOf('*')).reduce((sum, { rules }) => sum + rules.length, 0);
}
