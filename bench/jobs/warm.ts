/** One site's rules, asked again and again about full URLs. */
import { parseSync } from 'robotstream';
import { type Measurement, measurementsOf } from '../harness/measurements.js';
import { type Pace, race, type Subject, timesAsFast } from '../harness/race.js';
import type { Summary } from '../harness/statistics.js';
import { loadCorpus } from '../inputs/corpus.js';
import { AGENT, urlsFor } from '../inputs/questions.js';
import { randomFrom } from '../inputs/random.js';
import { subjectNamed, YARDSTICK } from '../subjects/index.js';
import { askPass } from '../subjects/passes.js';
import { robotstream } from '../subjects/robotstream.js';

const URL_SEED = 2309;
const URL_COUNT = 1024;
const PER_CENT = 100;

export interface WarmOptions {
  /** Selects the site: this share of the sites with any rules for the crawler has no more rules than it. */
  readonly share: number;
  readonly peers: readonly string[];
  readonly pace: Pace;
}

export interface WarmResult {
  readonly measurements: Measurement[];
  /** How many times as fast as the yardstick; null if the yardstick does not take part. */
  readonly times: Summary | null;
}

export async function warm({ share, peers, pace }: WarmOptions): Promise<WarmResult> {
  const sites = loadCorpus()
    .files.map((file) => ({ ...file, ruleCount: countRules(file.octets) }))
    .filter(({ ruleCount }) => ruleCount > 0)
    .sort((a, b) => a.ruleCount - b.ruleCount);
  const site = sites[Math.floor((sites.length - 1) * share)];
  const urls = urlsFor(site, URL_COUNT, randomFrom(URL_SEED));

  const subjects: Subject[] = [];
  for (const name of [robotstream.name, ...peers]) {
    const ask = await subjectNamed(name).prepare(site.octets, site.origin, AGENT);
    subjects.push({ name, run: askPass(ask, urls), perRun: urls.length });
  }
  const results = await race(subjects, pace);
  const host = site.origin.slice('https://'.length);
  const input = `${share * PER_CENT} %, ${host}, ${site.ruleCount} rules`;
  const [ours, yardstick] = [results.get(robotstream.name), results.get(YARDSTICK.name)];
  return {
    measurements: measurementsOf(input, 'verdicts/s', results, YARDSTICK.name),
    times: ours && yardstick ? timesAsFast(ours, yardstick) : null,
  };
}

/** How many rules apply to the crawler: those of the groups that name it, or else those of the groups for `*`. */
function countRules(octets: Uint8Array): number {
  const { groups } = parseSync(octets);
  const groupsOf = (agent: string) =>
    groups.filter(({ userAgents }) => userAgents.some(({ name }) => name.toLowerCase() === agent));
  const named = groupsOf(AGENT.toLowerCase());
  return (named.length > 0 ? named : groupsOf('*')).reduce((sum, { rules }) => sum + rules.length, 0);
}
