/** The slowest verdict on any hostile file of 500 KiB for a URL of 8 KiB, compilation included. */
import { parseSync } from 'robotstream';
import { collectYoungGarbage } from '../harness/collect-garbage.js';
import { atMost, type Findings, type Measurement } from '../harness/measurements.js';
import type { Pace } from '../harness/race.js';
import { single, summarize } from '../harness/statistics.js';
import { startStopwatch, timeCall } from '../harness/stopwatch.js';
import { FAMILY_NAMES, hostileFile, hostileUrls } from '../inputs/hostile-files.js';
import { AGENT } from '../inputs/questions.js';

const GOAL_MS = 150;
/** Enough questions to make the matcher build every tier. */
const QUESTIONS = 40;

export function worst({ pace }: { pace: Pace }): Findings {
  const urls = hostileUrls();
  const measurements: Measurement[] = [];
  let slowestOfAllMs = 0;
  for (const family of FAMILY_NAMES) {
    const octets = hostileFile(family);
    const parse: number[] = [];
    let slowestUrl = '';
    let slowest = single(0);
    let warm = single(0);
    for (const { name, url } of urls) {
      const slowestMs: number[] = [];
      const warmMs: number[] = [];
      for (let round = 0; round < Math.ceil(pace.rounds / 3); round++) {
        collectYoungGarbage();
        const elapsedMs = startStopwatch();
        const document = parseSync(octets);
        void document.lineCount;
        parse.push(elapsedMs());
        const matcher = document.matcher({ agents: AGENT });
        const each = Array.from({ length: QUESTIONS }, () => timeCall(() => matcher.isAllowed(url)));
        slowestMs.push(Math.max(...each));
        slowestOfAllMs = Math.max(slowestOfAllMs, ...each);
        warmMs.push(each[QUESTIONS - 1]);
      }
      const summary = summarize(slowestMs);
      if (summary.median > slowest.median) {
        slowest = summary;
        slowestUrl = name;
      }
      if (summarize(warmMs).median > warm.median) warm = summarize(warmMs);
    }
    measurements.push(
      { input: family, subject: 'parse', unit: 'ms', value: summarize(parse) },
      {
        input: family,
        subject: `slowest verdict of ${QUESTIONS}`,
        unit: 'ms',
        value: slowest,
        note: `(URL ${slowestUrl})`,
      },
      { input: family, subject: 'verdict once warm', unit: 'ms', value: warm },
    );
  }
  const stage = 'slowest verdict of all, 500 KiB files and 8 KiB URLs';
  return { layout: 'matrix', measurements, goals: [atMost(stage, GOAL_MS, 'ms', single(slowestOfAllMs))] };
}
