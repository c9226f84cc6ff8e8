/**
 * A fleet run: many captures through the queue, by workers that are killed, with a Redis that is killed and started again. At the end the
 * tables must have exactly the rows that the seed gives.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startRedis } from '../../packages/client/test/cache/support/redis-server.js';
import { TEN_AGENTS } from '../inputs/questions.js';
import { randomFrom } from '../inputs/random.js';
import { type CheckedRows, checkRows } from './check.js';
import { type ExpectedRows, expectedRows, rowTextsOf } from './expected.js';
import type { Answer, Plan } from './plan.js';
import { inputName } from './server.js';
import { Workers } from './workers.js';

export interface FleetRequest {
  readonly plan: Plan;
  readonly answers: readonly Answer[];
  /** Where the inputs are served, with a slash at the end. */
  readonly base: string;
  /** The module of the command. */
  readonly command: string;
  /** The folder for everything that the run writes; what it makes there is removed, if the rows are exact. */
  readonly folder: string;
  readonly workers: number;
  /** How many workers are killed, and how often Redis is. */
  readonly killedWorkers: number;
  readonly killedRedis: number;
  readonly say: (text: string) => void;
}

/** The state when a part of the captures was done. */
export interface Checkpoint {
  readonly captures: number;
  readonly wallSeconds: number;
  /** CPU time of all workers, those that were killed included. */
  readonly cpuSeconds: number;
  /** The memory of the largest worker so far. */
  readonly peakOctets: number;
  /** The size of the tables. */
  readonly tableOctets: number;
}

export interface FleetResult {
  readonly captures: number;
  readonly inputs: number;
  readonly inputOctets: number;
  readonly agents: readonly string[];
  readonly workers: number;
  readonly killedWorkers: number;
  readonly killedRedis: number;
  /** How many inputs were finished twice, because the queue did not learn of the first time. */
  readonly doneTwice: number;
  readonly checkpoints: readonly Checkpoint[];
  readonly exitCodes: readonly (number | null)[];
  readonly queue: { readonly done: number; readonly failed: number };
  readonly checked: CheckedRows;
  readonly isExact: boolean;
}

const CHECKPOINTS = 20;
const LOOK_MS = 200;
const MS_A_SECOND = 1000;

/** The folders of workers: those of two machines. */
const MACHINES = 2;

export async function runFleet(request: FleetRequest): Promise<FleetResult> {
  const { plan, answers, base, command, workers: workerCount, say } = request;
  const folder = mkdtempSync(join(request.folder, 'robotstream-fleet-'));
  const of = (machine: number) => join(folder, `of-machine-${machine}`);
  const survey = (...args: readonly string[]) =>
    execFileSync(process.execPath, [command, 'survey', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const texts = await rowTextsOf(answers, TEN_AGENTS);
  const redis = await startRedis('--appendonly', 'yes');
  let workers: Workers | undefined;
  try {
    const list = join(folder, 'inputs');
    const names = Array.from({ length: plan.inputs }, (_, input) => inputName(input));
    writeFileSync(list, names.join('\n'));
    const queue = ['--queue', redis.url];
    survey(
      'enqueue',
      '--inputs',
      list,
      '--base',
      base,
      ...TEN_AGENTS.flatMap((name) => ['--agent', name]),
      ...queue,
    );
    for (let machine = 0; machine < MACHINES; machine++)
      mkdirSync(join(of(machine), 'verdicts'), { recursive: true });

    const start = performance.now();
    workers = new Workers(workerCount, (worker) => [
      command,
      'survey',
      'work',
      ...queue,
      '--out',
      of(worker % MACHINES),
      '--end-when-empty',
    ]);
    const checkpoints: Checkpoint[] = [];
    const disturbances = disturbancesOf(request);
    const partsOf = (machine: number) => readdirSync(join(of(machine), 'verdicts'));
    const checkpoint = (parts: number, running: Workers): void => {
      checkpoints.push({
        captures: parts * plan.capturesPerInput,
        wallSeconds: (performance.now() - start) / MS_A_SECOND,
        ...running.use(),
        tableOctets: [0, 1].reduce((sum, machine) => sum + sizeOf(of(machine)), 0),
      });
      say(JSON.stringify(checkpoints.at(-1)));
    };
    while (!workers.haveEnded) {
      workers.use();
      const parts = [0, 1].reduce((sum, machine) => sum + partsOf(machine).length, 0);
      if (
        parts < plan.inputs &&
        parts >= (checkpoints.at(-1)?.captures ?? 0) / plan.capturesPerInput + plan.inputs / CHECKPOINTS
      )
        checkpoint(parts, workers);
      const [next] = disturbances;
      if (next !== undefined && parts >= next.afterParts) {
        disturbances.shift();
        say(`${parts} parts: kill -9 of ${next.worker === undefined ? 'Redis' : `worker ${next.worker}`}`);
        if (next.worker === undefined) await redis.restart();
        else await workers.kill(next.worker);
      } else await wait(LOOK_MS);
    }
    checkpoint(plan.inputs, workers);
    const exitCodes = await workers.ended();
    const { done, failed } = JSON.parse(survey('status', '--json', ...queue));
    const machines = [0, 1].map(of);
    const entries = machines.flatMap(ledgerOf);
    const all = join(folder, 'all');
    survey('collect', ...machines, '--out', all);
    say('checking');
    const checked = await checkRows(all, expectedOf(plan, base, texts));
    const rows = plan.inputs * plan.capturesPerInput * TEN_AGENTS.length;
    const isExact = checked.wrong.length === 0 && checked.rows === rows && checked.faults === 0;
    const result: FleetResult = {
      captures: plan.inputs * plan.capturesPerInput,
      inputs: plan.inputs,
      inputOctets: [...new Map(entries.map(({ input, size }) => [input, size])).values()].reduce(
        (sum, size) => sum + size,
        0,
      ),
      agents: TEN_AGENTS,
      workers: workerCount,
      killedWorkers: request.killedWorkers,
      killedRedis: request.killedRedis,
      doneTwice: entries.length - plan.inputs,
      checkpoints,
      exitCodes,
      queue: { done, failed: failed.length },
      checked,
      isExact,
    };
    if (isExact) rmSync(folder, { recursive: true, force: true });
    else say(`the tables are in ${folder}; the workers said:\n${workers.output}`);
    return result;
  } finally {
    workers?.stop();
    await redis.stop();
  }
}

/** What happens when so many parts are done. */
interface Disturbance {
  readonly afterParts: number;
  /** The worker that is killed; undefined for Redis. */
  readonly worker: number | undefined;
}

/** In their order. */
function disturbancesOf({ plan, workers, killedWorkers, killedRedis }: FleetRequest): Disturbance[] {
  const random = randomFrom(plan.seed);
  const one = (isWorker: boolean): Disturbance => ({
    afterParts: 1 + random.below(plan.inputs - 1),
    worker: isWorker ? random.below(workers) : undefined,
  });
  return Array.from({ length: killedWorkers + killedRedis }, (_, i) => one(i < killedWorkers)).sort(
    (a, b) => a.afterParts - b.afterParts,
  );
}

/** The size of the tables in a folder. */
function sizeOf(folder: string): number {
  const tables = readdirSync(folder).filter((name) => name === 'verdicts' || name === 'faults');
  return tables
    .flatMap((table) => readdirSync(join(folder, table)).map((name) => join(folder, table, name)))
    .reduce((sum, path) => sum + statSync(path).size, 0);
}

function ledgerOf(folder: string): { readonly input: string; readonly size: number }[] {
  const lines = readFileSync(join(folder, 'ledger.ndjson'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

function* expectedOf(
  plan: Plan,
  base: string,
  texts: readonly (readonly string[])[],
): Generator<readonly [string, ExpectedRows], void> {
  for (let input = 0; input < plan.inputs; input++)
    yield [base + inputName(input), expectedRows(plan, input, texts)];
}
