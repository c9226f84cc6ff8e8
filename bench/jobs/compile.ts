/**
 * Compiling 40,000 rules. The package compiles only when a question needs it. So this times `matcher()` and as many questions
 * as it takes until the rules are compiled, and counts the slowest question in full.
 */
import { parseSync } from 'robotstream';
import { collectYoungGarbage } from '../harness/collect-garbage.js';
import { atMost, type Findings, type Goal, type Measurement } from '../harness/measurements.js';
import type { Pace } from '../harness/race.js';
import { summarize } from '../harness/statistics.js';
import { startStopwatch, timeCall } from '../harness/stopwatch.js';
import { manyRules } from '../inputs/many-rules.js';
import { AGENT } from '../inputs/questions.js';

const RULE_COUNT = 40_000;
const GOAL_MS = 80;
/** More than enough questions to make the package compile. */
const QUESTIONS = 64;

export function compile({ pace }: { pace: Pace }): Findings {
  const measurements: Measurement[] = [];
  const goals: Goal[] = [];
  for (const kind of ['literal', 'wildcard'] as const) {
    const { octets, urls } = manyRules(kind, RULE_COUNT);
    const first: number[] = [];
    const compiled: number[] = [];
    const all: number[] = [];
    for (let round = 0; round < pace.rounds; round++) {
      // A document keeps what is compiled for all its matchers, so each round has one of its own, with its lines read.
      const document = parseSync(octets, { maxOctets: Infinity });
      void document.lineCount;
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
    const row = (subject: string, ms: readonly number[]): Measurement => ({
      input,
      subject,
      unit: 'ms',
      value: summarize(ms),
    });
    measurements.push(
      row('matcher() and the first verdict', first),
      row('matcher() and the slowest verdict, which compiles', compiled),
      row(`matcher() and the first ${QUESTIONS} verdicts`, all),
    );
    goals.push(atMost(`compiling ${RULE_COUNT} ${kind} rules`, GOAL_MS, 'ms', summarize(compiled)));
  }
  return { measurements, goals };
}
