/** Judges many files in one job, which never waits, and prints how much is reachable after some files and after all. */
import { pathToFileURL } from 'node:url';
import type * as robotstream from '../../src/index.js';
import { reachableWithinJob } from '../support/reachable.js';

export interface Request {
  /** `index.js` of the build. */
  readonly entry: string;
  /** After how many files reachable octets are counted. */
  readonly counts: readonly number[];
}

export interface Report {
  /** For each count. */
  readonly octets: readonly number[];
}

const { entry, counts } = JSON.parse(process.argv[2] ?? '') as Request;
const { parseSync } = (await import(pathToFileURL(entry).href)) as typeof robotstream;

const FIRST_ITEM = 100_000;
const rules = Array.from({ length: 100 }, (_, nth) => {
  const item = FIRST_ITEM + nth;
  return nth % 2 === 0 ? `disallow: /*/item-${item}*.html$` : `disallow: /*from=item-${item}*page=1$`;
});
const file = `user-agent: *\n${rules.join('\n')}`;
/** So many unlike paths that the automaton of the rules needs more room than its own. */
const paths = Array.from({ length: 600 }, (_, nth) => {
  const [item, from] = [FIRST_ITEM + (nth % 500), FIRST_ITEM + (nth % 499)];
  return `/pictures/item-${item}/view?from=item-${from}&page=2`;
});

const octets: number[] = [];
for (let files = 1; files <= Math.max(...counts); files++) {
  const matcher = parseSync(file).matcher({ agents: 'a' });
  for (const path of paths) matcher.isAllowed(path);
  if (counts.includes(files)) octets.push(reachableWithinJob());
}
const report: Report = { octets };
process.stdout.write(`${JSON.stringify(report)}\n`);
