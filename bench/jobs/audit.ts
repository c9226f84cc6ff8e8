/** An audit of an access log, against counting its lines, and against a regular expression for each line. */
import { spawnSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditLogs } from '@robotstream/audit';
import { atLeast, type Findings, measurementsOf, resultOf } from '../harness/measurements.js';
import { type Pace, race } from '../harness/race.js';
import { summarize } from '../harness/statistics.js';
import { accessLog, SITE_ROBOTS } from '../inputs/access-log.js';

const LINES = 200_000;

/** The log of a study: 3.9 million lines in at most a minute. */
const STUDY_LINES = 3_900_000;
const STUDY_SECONDS = 60;

const NS_A_S = 1e9;

const WC = 'wc -l';
const REGULAR_EXPRESSION = 'a regular expression for each line';
const AUDIT = 'audit';

/** What people write to read a line of the Combined Log Format. */
const COMBINED =
  /^(\S+) \S+ \S+ \[([^\]]+)\] "(\S+) ([^"]*?) ?(?:HTTP\/[^"]*)?" (\d{3}) \S+ "([^"]*)" "([^"]*)"/;

export async function audits({ pace }: { pace: Pace }): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-audit-'));
  const path = join(folder, 'access.log');
  const log = accessLog(LINES);
  writeFileSync(path, log);
  try {
    const results = await race(
      [
        { name: WC, run: () => counted(path), perRun: LINES },
        { name: REGULAR_EXPRESSION, run: () => matched(path), perRun: LINES },
        { name: AUDIT, run: () => audited(path), perRun: LINES },
      ],
      pace,
    );
    const found = resultOf(results, AUDIT);
    const linesPerSecond = summarize(found.nsPerUnit.map((ns) => NS_A_S / ns));
    return {
      measurements: measurementsOf(
        `${LINES} lines, ${(log.length / 1e6).toFixed(0)} MB`,
        'lines/s',
        results,
        WC,
      ),
      goals: [atLeast('audit: lines a second', STUDY_LINES / STUDY_SECONDS, ' lines/s', linesPerSecond)],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function counted(path: string): number {
  return Number.parseInt(spawnSync('wc', ['-l', path], { encoding: 'utf8' }).stdout, 10);
}

/** How many lines have a User-Agent header that names a bot. */
async function matched(path: string): Promise<number> {
  let bots = 0;
  let unfinished = '';
  for await (const chunk of createReadStream(path, 'latin1') as AsyncIterable<string>) {
    const lines = (unfinished + chunk).split('\n');
    unfinished = lines.pop() as string;
    for (const line of lines) if (COMBINED.exec(line)?.[7]?.includes('bot')) bots++;
  }
  return bots;
}

/** How many requests are forbidden. */
async function audited(path: string): Promise<number> {
  const { crawlers } = await auditLogs([{ name: path, open: () => createReadStream(path) }], {
    robots: SITE_ROBOTS,
  });
  return crawlers.reduce((sum, { disallowed }) => sum + disallowed, 0);
}
