/** A small fleet run, as `bench/fleet/main.ts` makes a large one: every capture has its rows, whatever is killed. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { archivesOf } from '../../bench/fleet/archive.js';
import { rowTextsOf } from '../../bench/fleet/expected.js';
import { answersOf, type Plan } from '../../bench/fleet/plan.js';
import { runFleet } from '../../bench/fleet/run.js';
import { inputServer } from '../../bench/fleet/server.js';
import { loadCorpus } from '../../bench/inputs/corpus.js';
import { REDIS_NEED } from '../../packages/client/test/cache/support/redis-server.js';
import { survey } from '../../packages/survey/src/index.js';
import { useBuild } from '../support/build.js';
import { describeWith } from '../support/needs.js';

const build = useBuild();

const PLAN: Plan = { seed: 7, inputs: 40, capturesPerInput: 500 };
const ANSWERS = answersOf(loadCorpus().files);

test('an input is the same each time, and another one is other captures', () => {
  const first = archivesOf(PLAN, ANSWERS);
  expect(first.octetsOf(3).equals(archivesOf(PLAN, ANSWERS).octetsOf(3))).toBe(true);
  expect(first.octetsOf(3).equals(first.octetsOf(4))).toBe(false);
});

test('the rows of an answer are those of a survey of an input', async () => {
  const agents = ['GPTBot'];
  const [first] = await rowTextsOf(ANSWERS.slice(0, 1), agents);
  expect(first).toEqual(['GPTBot|true|0|||status-allows-all||none']);
  let rows = 0;
  for await (const { table } of survey(
    new Blob([new Uint8Array(archivesOf(PLAN, ANSWERS).octetsOf(0))]).stream(),
    { agents },
  )) {
    expect(table).toBe('verdicts');
    rows++;
  }
  expect(rows).toBe(PLAN.capturesPerInput);
});

describeWith(REDIS_NEED, 'a fleet', () => {
  test('loses no row and has none twice, though workers and Redis are killed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'robotstream-fleet-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const server = inputServer(archivesOf(PLAN, ANSWERS), PLAN.inputs);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const result = await runFleet({
      plan: PLAN,
      answers: ANSWERS,
      base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      command: join(build.folderOf('@robotstream/cli'), 'dist/main.js'),
      folder,
      workers: 3,
      killedWorkers: 2,
      killedRedis: 1,
      say: () => {},
    });
    expect(result).toMatchObject({
      isExact: true,
      queue: { done: PLAN.inputs, failed: 0 },
      checked: { rows: 200_000, faults: 0, wrong: [] },
      exitCodes: [0, 0, 0],
    });
  });
});
