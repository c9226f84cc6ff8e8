/** The command line. */
import { parseArgs } from 'node:util';
import type { Pace } from './harness/race.js';
import { SET_NAMES, type SetName } from './inputs/file-sets.js';
import { TASK_NAMES, type TaskName } from './subjects/tasks.js';

/** @param names the benchmarks */
export function usage(names: readonly string[]): string {
  return `npm run bench -- [options]
  --only NAME       runs one benchmark; may be repeated
                    (${names.join(', ')})
  --quick           few short rounds: for a first look, not for a record
  --json            prints everything as JSON on standard output
  --nodes 20,24,26  compares Node versions, task by task (downloads them with npx)
  --reference PATH  compares with the reference C++ matcher: PATH is compiled from bench/reference/driver.cc
  --record          writes bench/results/DATE-nodeVERSION.json and .md
  --plot            shows the newest record in README.md and docs/benchmarks.svg, and runs nothing
  --profile TASK    prints the functions in which one task spends its time, and nothing else
                    (${TASK_NAMES.join(', ')})
  --set SET         the files that --profile reads: ${SET_NAMES.join(', ')}
  --help            prints this`;
}

/** Enough rounds for a stable ratio on a shared machine. */
const PACE: Pace = { rounds: 21, roundMs: 80, warmUpMs: 1000 };
const QUICK_PACE: Pace = { rounds: 5, roundMs: 60, warmUpMs: 500 };

/** How long a peer may take for one hostile file. */
const LIMIT_MS = 5_000;
const QUICK_LIMIT_MS = 2_000;

export interface Options {
  /** Names of benchmarks; empty for all. */
  readonly only: readonly string[];
  readonly quick: boolean;
  readonly json: boolean;
  readonly record: boolean;
  readonly plot: boolean;
  readonly help: boolean;
  /** Versions of Node to compare; the others are compared with the first. */
  readonly nodes: readonly string[];
  /** The compiled `bench/reference/driver.cc`; undefined not to compare with it. */
  readonly driver: string | undefined;
  /** The task to profile; undefined to run benchmarks. */
  readonly profile: TaskName | undefined;
  readonly set: SetName;
  readonly pace: Pace;
  readonly hostileLimitMs: number;
}

/** @throws {TypeError} for an unknown option, or a value that it does not take */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      plot: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      nodes: { type: 'string', default: '' },
      reference: { type: 'string' },
      profile: { type: 'string' },
      set: { type: 'string', default: 'all' },
    },
  });
  const { nodes, quick, profile, set, reference } = values;
  return {
    ...values,
    driver: reference,
    profile: profile === undefined ? undefined : oneOf(TASK_NAMES, profile, '--profile'),
    set: oneOf(SET_NAMES, set, '--set'),
    nodes: nodes.split(',').filter((version) => version !== ''),
    pace: quick ? QUICK_PACE : PACE,
    hostileLimitMs: quick ? QUICK_LIMIT_MS : LIMIT_MS,
  };
}

function oneOf<Name extends string>(names: readonly Name[], given: string, option: string): Name {
  const name = names.find((candidate) => candidate === given);
  if (name === undefined) throw new TypeError(`${option} is ${given}; it takes one of: ${names.join(', ')}`);
  return name;
}
