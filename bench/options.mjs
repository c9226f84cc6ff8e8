// @ts-check
/** The command line. */
import { parseArgs } from 'node:util';

export const USAGE = `node bench/main.mjs [options]
  --only NAME       one benchmark; may be repeated (${'NAMES'})
  --quick           few and short rounds: for a first look, not for a record
  --json            everything as JSON on standard output
  --nodes 20,24,26  compares Node versions, stage by stage (fetches them with npx)
  --record          writes bench/results/DATE-nodeVERSION.json and .md
  --help`;

/** How long and how often: long enough for a ratio to settle on a machine with neighbours. */
const PACE = { rounds: 21, roundMs: 80, warmUpMs: 1000 };
const QUICK_PACE = { rounds: 5, roundMs: 60, warmUpMs: 500 };

/** How long one file or one corpus may take a peer. */
const LIMIT_MS = 5_000;
const QUICK_LIMIT_MS = 2_000;

/**
 * @typedef {object} Options
 * @property {string[]} only names of benchmarks; empty for all
 * @property {boolean} quick
 * @property {boolean} json
 * @property {boolean} record
 * @property {boolean} help
 * @property {string[]} nodes versions to compare; the first is compared with
 * @property {import('./harness/race.mjs').Pace} pace
 * @property {number} hostileLimitMs
 */

/**
 * @param {string[]} args
 * @returns {Options}
 * @throws {TypeError} on an option that there is not
 */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      nodes: { type: 'string', default: '' },
    },
  });
  const { only, quick, json, record, help } = values;
  return {
    only,
    quick,
    json,
    record,
    help,
    nodes: values.nodes.split(',').filter((version) => version !== ''),
    pace: quick ? QUICK_PACE : PACE,
    hostileLimitMs: quick ? QUICK_LIMIT_MS : LIMIT_MS,
  };
}
