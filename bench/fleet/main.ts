/**
 * `node bench/.built/bench/fleet/main.js CAPTURES [FOLDER]`, after `npm run build` and `node scripts/build-bench.mjs`: a fleet run of so many
 * captures, whose result is printed as JSON. What it writes is in the folder; default that of the system for temporary files.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { loadCorpus } from '../inputs/corpus.js';
import { describeMachine } from '../machine.js';
import { ROOT } from '../paths.js';
import { answersOf, type Plan } from './plan.js';
import { runFleet } from './run.js';

const CAPTURES_PER_INPUT = 2500;
const SEED = 33;
const WORKERS = 4;

/** A worker is killed for every so many captures, and Redis. */
const CAPTURES_PER_KILL = 400_000;
const CAPTURES_PER_REDIS_KILL = 2_500_000;

const [captures = '', folder = tmpdir()] = process.argv.slice(2);
const inputs = Math.ceil(Number(captures) / CAPTURES_PER_INPUT);
if (!(inputs > 0)) throw new TypeError(`a number of captures is expected, and not "${captures}"`);
const plan: Plan = { seed: SEED, inputs, capturesPerInput: CAPTURES_PER_INPUT };
const corpus = loadCorpus();
// Before the run: packages may be installed anew meanwhile.
const machine = describeMachine();
const say = (text: string) => process.stderr.write(`${new Date().toISOString()} ${text}\n`);

const server = spawn(
  process.execPath,
  [fileURLToPath(new URL('./serve.js', import.meta.url)), JSON.stringify(plan)],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
try {
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  const result = await runFleet({
    plan,
    answers: answersOf(corpus.files),
    base: `http://127.0.0.1:${`${port}`.trim()}/`,
    command: `${ROOT}packages/cli/dist/main.js`,
    folder,
    workers: WORKERS,
    killedWorkers: Math.max(2, Math.round(Number(captures) / CAPTURES_PER_KILL)),
    killedRedis: Math.max(1, Math.round(Number(captures) / CAPTURES_PER_REDIS_KILL)),
    say,
  });
  console.log(JSON.stringify({ machine, corpus: corpus.name, ...result }, null, 2));
  if (!result.isExact) process.exitCode = 1;
} finally {
  server.kill();
}
