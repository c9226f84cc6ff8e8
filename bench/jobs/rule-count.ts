/** Nanoseconds a verdict by number of rules, once warm. */
import { parseSync } from 'robotstream';
import { atMost, type Findings, measurementsOf, resultOf } from '../harness/measurements.js';
import { type Pace, race, type Subject, timesAsFast } from '../harness/race.js';
import { manyRules, type RuleKind } from '../inputs/many-rules.js';
import { AGENT } from '../inputs/questions.js';
import { subjectNamed } from '../subjects/index.js';
import { askPass } from '../subjects/passes.js';

const FEWEST = 100;
const MOST = 40_000;
const COUNTS = [FEWEST, 1000, 10_000, MOST];
/** A peer that tries one rule after the other takes part up to this many rules. */
const MOST_FOR_PEERS = 1000;

/** How many times as long a verdict may take with the most rules as with the fewest. */
const GOALS: Readonly<Record<RuleKind, number>> = { literal: 1.5, wildcard: 2 };

export interface RuleCountOptions {
  readonly kind: RuleKind;
  readonly peers: readonly string[];
  readonly pace: Pace;
}

export async function ruleCount({ kind, peers, pace }: RuleCountOptions): Promise<Findings> {
  const subjects: Subject[] = [];
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
      const ask = await subjectNamed(peer).prepare(octets, origin, AGENT);
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

function nameOf(count: number): string {
  return `robotstream, ${count} rules`;
}
