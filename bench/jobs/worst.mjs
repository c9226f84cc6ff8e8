// @ts-check
/** The slowest verdict of all that hostile files of 500 KiB and URLs of 8 KiB can cause, compilation included. */
import { parseSync } from 'robotstream';
import { collectYoungGarbage } from '../harness/collect-garbage.mjs';
import { atMost } from '../harness/measurements.mjs';
import { summarize } from '../harness/statistics.mjs';
import { startStopwatch, timeCall } from '../harness/stopwatch.mjs';
import { FAMILY_NAMES, hostileFile, hostileUrls } from '../inputs/hostile-files.mjs';
import { AGENT } from '../inputs/questions.mjs';

const GOAL_MS = 150;
/** Enough for every tier of the matcher to have been built. */
const QUESTIONS = 40;

/** @param {{ pace: import('../harness/race.mjs').Pace }} options */
export default async function worst({ pace }) {
  const urls = hostileUrls();
  const measurements = [];
  let slowestOfAllMs = 0;
  for (const family of FAMILY_NAMES) {
    const octets = hostileFile(family);
    const parse = [];
    let slowestUrl = '';
    let worstOfFamily = { median: 0, low: 0, high: 0 };
    let warmOfFamily = { median: 0, low: 0, high: 0 };
    for (const { name, url } of urls) {
      const slowestMs = [];
      const warmMs = [];
      for (let round = 0; round < Math.ceil(pace.rounds / 3); round++) {
        collectYoungGarbage();
        const elapsedMs = startStopwatch();
        const document = parseSync(octets);
        parse.push(elapsedMs());
        const matcher = document.matcher({ agents: AGENT });
        const each = Array.from({ length: QUESTIONS }, () => timeCall(() => matcher.isAllowed(url)));
        slowestMs.push(Math.max(...each));
        slowestOfAllMs = Math.max(slowestOfAllMs, ...each);
        warmMs.push(each[QUESTIONS - 1]);
      }
      const summary = summarize(slowestMs);
      if (summary.median > worstOfFamily.median) {
        worstOfFamily = summary;
        slowestUrl = name;
      }
      if (summarize(warmMs).median > warmOfFamily.median) warmOfFamily = summarize(warmMs);
    }
    measurements.push({ input: family, subject: 'parse', unit: 'ms', value: summarize(parse) });
    measurements.push({
      input: family,
      subject: `slowest verdict of ${QUESTIONS}`,
      unit: 'ms',
      value: worstOfFamily,
      note: `(URL ${slowestUrl})`,
    });
    measurements.push({ input: family, subject: 'verdict once warm', unit: 'ms', value: warmOfFamily });
  }
  return {
    layout: 'matrix',
    measurements,
    goals: [
      atMost(
        'worst verdict of all, 500 KiB files and 8 KiB URLs',
        GOAL_MS,
        'ms',
        summarize([slowestOfAllMs]),
      ),
    ],
  };
}
