// @ts-check
/** ns a verdict by the number of rules, once warm. */
import { parseSync } from 'robotstream';
import { atMost, measurementsOf, resultOf } from '../harness/measurements.mjs';
import { race, timesAsFast } from '../harness/race.mjs';
import { manyRules } from '../inputs/many-rules.mjs';
import { AGENT } from '../inputs/questions.mjs';
import { peerNamed } from '../subjects/index.mjs';
import { askPass } from '../subjects/stages.mjs';

const COUNTS = [100, 1000, 10_000, 40_000];
const FEWEST = COUNTS[0];
const MOST = COUNTS[COUNTS.length - 1];
/** A peer that tries one rule after the other gets no more. */
const MOST_FOR_PEERS = 1000;

/** How much slower than with the fewest rules a verdict may be with the most. */
const GOALS = { literal: 1.5, wildcard: 2 };

/** @param {{ kind: import('../inputs/many-rules.mjs').Kind, peers: string[], pace: import('../harness/race.mjs').Pace }} options */
export default async function ruleCount({ kind, peers, pace }) {
  const subjects = [];
  for (const count of COUNTS) {
    const { octets, origin, urls } = manyRules(kind, count);
    const matcher = parseSync(octets, { maxOctets: Infinity }).matcher({ agents: AGENT });
    subjects.push({
      name: nameOf(count),
      run: askPass((url) => matcher.isAllowed(url), urls),
      perRun: urls.length,
    });
    if (count > MOST_FOR_PEERS) continue;
    for (const peer of peers) {
      const ask = await peerNamed(peer).prepare(octets, origin, AGENT);
      subjects.push({ name: `${peer}, ${count} rules`, run: askPass(ask, urls), perRun: urls.length });
    }
  }
  const results = await race(subjects, pace);
  const slowdown = timesAsFast(resultOf(results, nameOf(FEWEST)), resultOf(results, nameOf(MOST)));
  return {
    measurements: measurementsOf(`${kind} rules`, 'ns', results, nameOf(FEWEST)),
    goals: [atMost(`ns a verdict at ${MOST} ${kind} rules vs at ${FEWEST}`, GOALS[kind], '×', slowdown)],
  };
}

/** @param {number} count */
function nameOf(count) {
  return `robotstream, ${count} rules`;
}
