/** Scores programs by the conformance suite: `conformance/scores.json`, and the table `conformance/SCORES.md` made from it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { writeGoogleSuite } from './google-tests.js';
import { SCORED, type Scored, scoredNamed } from './scored.js';
import { scoresPage } from './scores-page.js';

const SCORES = 'conformance/scores.json';
const PAGE = 'conformance/SCORES.md';

/** The command, built. */
const CONFORM = ['packages/conform/dist/main.js', '--json', '--timeout', '30'];

export interface Tally {
  readonly passed: number;
  readonly of: number;
}

export type Tallies = { readonly [name: string]: Tally };

/** The score of a program. */
export interface Score {
  readonly name: string;
  readonly program: string;
  readonly version: string;
  readonly scored: string;
  /** By class. */
  readonly score: Tallies;
  /** By section and class. */
  readonly sections: { readonly [section: string]: Tallies };
  /** The failed cases, by the start of their ids: `"rfc9309-2.2.1-combine": "01 04"`. */
  readonly failed: { readonly [start: string]: string };
  /** Google's own tests; null if they were not asked. */
  readonly google: {
    readonly passed: number;
    readonly of: number;
    readonly failed: readonly string[];
  } | null;
}

export interface Scores {
  readonly suite: string;
  readonly programs: readonly Score[];
}

export interface ScoreOptions {
  /** Programs to score; all if it is empty. */
  readonly names: readonly string[];
  /** The version of a single program that does not tell it. */
  readonly version: string | undefined;
  /** A checkout of Google's own tests; undefined to leave them out. */
  readonly googleTests: string | undefined;
}

/**
 * Scores programs and writes both files. A program that cannot be started keeps its last score.
 *
 * @throws {TypeError} if a name is unknown
 */
export async function score({ names, version, googleTests }: ScoreOptions): Promise<void> {
  const chosen = names.length === 0 ? SCORED : names.map(scoredNamed);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'google-tests-'));
  try {
    if (googleTests !== undefined) writeGoogleSuite(googleTests, folder);
    for (const one of chosen) {
      const found = await scoreOf(one, version ?? one.version(), googleTests === undefined ? null : folder);
      if (found !== null) keep(found.suite, found.score);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes a score in the place of the last one. */
function keep(suite: string, score: Score): void {
  const scores = new Map([...readScores().programs, score].map((one) => [one.name, one]));
  const programs = SCORED.flatMap(({ name }) => scores.get(name) ?? []);
  writeFileSync(SCORES, `${JSON.stringify({ suite, programs }, null, 2)}\n`);
  writeFileSync(PAGE, scoresPage({ suite, programs }));
}

export function readScores(): Scores {
  if (!existsSync(SCORES)) return { suite: '', programs: [] };
  return JSON.parse(readFileSync(SCORES, 'utf8')) as Scores;
}

/** What `robotstream-conform --json` prints. */
interface Report {
  readonly suite: string;
  readonly score: Tallies;
  readonly sections: Score['sections'];
  readonly cases: readonly { readonly id: string; readonly class: string; readonly passed: boolean }[];
}

async function scoreOf(
  { name, program, command, options = [] }: Scored,
  version: string | undefined,
  googleSuite: string | null,
): Promise<{ readonly suite: string; readonly score: Score } | null> {
  if (version === undefined) {
    console.error(`${name}: not scored, because --program-version does not say which version it is`);
    return null;
  }
  const report = await conform(name, options, command);
  if (report === null) return null;
  // Google's tests are about its own reading; only this project has several.
  const googleCommand = name === 'robotstream' ? [...command, 'google'] : command;
  const googleOptions = ['--profile', 'google', '--suite', googleSuite ?? '', ...options];
  const google = googleSuite === null ? null : await conform(name, googleOptions, googleCommand);
  const { suite, score, sections, cases } = report;
  const failures = google?.cases.filter(({ passed }) => !passed) ?? [];
  return {
    suite,
    score: {
      name,
      program,
      version,
      scored: new Date().toISOString().slice(0, 'yyyy-mm-dd'.length),
      score,
      sections,
      failed: grouped(cases.filter(({ passed }) => !passed).map(({ id }) => id)),
      google: google && { ...(google.score.required as Tally), failed: failures.map(({ id }) => id) },
    },
  };
}

/** Runs the suite against a program; null if it cannot be started. */
async function conform(
  name: string,
  options: readonly string[],
  command: readonly string[],
): Promise<Report | null> {
  const args = [...CONFORM, ...options, '--', ...command];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (output === '') {
    console.error(`${name}: not scored, because it did not answer`);
    return null;
  }
  const report = JSON.parse(output) as Report;
  console.log(`${name}: ${JSON.stringify(report.score)}`);
  return report;
}

/** Ids by their starts: there are thousands. */
function grouped(ids: readonly string[]): Score['failed'] {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const [, start = id, end = ''] = /^(.*)-(\w+)$/.exec(id) ?? [];
    groups.set(start, [...(groups.get(start) ?? []), end]);
  }
  return Object.fromEntries([...groups].map(([start, ends]) => [start, ends.join(' ')]));
}
