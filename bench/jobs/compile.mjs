// @ts-check
/**
 * From a parsed file of 40,000 rules to answers that no longer depend on their number. Compiling is put off until a
 * question needs it, so what is timed is `matcher()` and as many questions as it takes until it has happened: the
 * slowest of them is charged in full.
 */

import { parseSync } from 'robotstream';
import { collectYoungGarbage } from '../harness/collect-garbage.mjs';
import { atMost } from '../harness/measurements.mjs';
import { summarize } from '../harness/statistics.mjs';
import { startStopwatch, timeCall } from '../harness/stopwatch.mjs';
import { manyRules } from '../inputs/many-rules.mjs';
import { AGENT } from '../inputs/questions.mjs';

const RULE_COUNT = 40_000;
const GOAL_MS = 80;
/** More than enough for the compilation to have happened. */
const QUESTIONS = 64;

/** @param {{ pace: import('../harness/race.mjs').Pace }} options */
export default async function compile({ pace }) {
  /** @type {import('../harness/measurements.mjs').Measurement[]} */
  const measurements = [];
  const goals = [];
  for (const kind of /** @type {const} */ (['literal', 'wildcard'])) {
    const { octets, urls } = manyRules(kind, RULE_COUNT);
    const document = parseSync(octets, { maxOctets: Infinity });
    const first = [];
    const compiled = [];
    const all = [];
    for (let round = 0; round < pace.rounds; round++) {
      collectYoungGarbage();
      const totalMs = startStopwatch();
      const matcher = document.matcher({ agents: AGENT });
      const readyMs = totalMs();
      let slowestMs = 0;
      for (let i = 0; i < QUESTIONS; i++) {
        const tookMs = timeCall(() => matcher.isAllowed(urls[i]));
        if (i === 0) first.push(readyMs + tookMs);
        slowestMs = Math.max(slowestMs, tookMs);
      }
      compiled.push(readyMs + slowestMs);
      all.push(totalMs());
    }
    const input = `${RULE_COUNT} ${kind} rules`;
    const row = (/** @type {string} */ subject, /** @type {number[]} */ ms) => {
      measurements.push({ input, subject, unit: 'ms', value: summarize(ms) });
    };
    row('matcher() and the first verdict', first);
    row('matcher() and the slowest verdict, which compiles', compiled);
    row(`matcher() and the first ${QUESTIONS} verdicts`, all);
    goals.push(atMost(`compile of ${RULE_COUNT} ${kind} rules`, GOAL_MS, 'ms', summarize(compiled)));
  }
  return { measurements, goals };
}
