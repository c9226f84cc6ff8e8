/**
 * Vitest's part of mutation testing: runs test files again and again in one worker. The modules of the package stay loaded between
 * runs, so a run costs what its tests cost. `stryker-runner.mjs` sends the orders; `protocol.mjs` has their types.
 */
import { BroadcastChannel } from 'node:worker_threads';
import { startTests } from '@vitest/runner';
import { TestRunner } from 'vitest';
import { CHANNEL, NAMESPACE } from './protocol.mjs';

/** The state that Stryker's instrumented code reads and counts in. */
globalThis[NAMESPACE] ??= {};
const mutation = globalThis[NAMESPACE];

/** The runner that vitest creates. It runs no tests by itself: it waits for orders until the worker is terminated. */
export default class WaitingRunner extends TestRunner {
  async onBeforeCollect() {
    const channel = new BroadcastChannel(CHANNEL);
    const runs = new Runs(this, (message) => channel.postMessage(message));
    await new Promise(() => {
      channel.onmessage = async ({ data: order }) => {
        try {
          channel.postMessage({ kind: 'answer', ...(await runs.answer(order)) });
        } catch (error) {
          channel.postMessage({ kind: 'answer', error: String(error?.stack ?? error) });
        }
      };
      channel.postMessage({ kind: 'ready' });
    });
  }
}

class Runs {
  #waiting;
  #report;
  #uncaught = [];
  /** Whether a mutant may have changed a module's state for good. */
  #isTainted = false;

  constructor(waiting, report) {
    this.#waiting = waiting;
    this.#report = report;
    for (const event of ['unhandledRejection', 'uncaughtException']) {
      process.on(event, (error) => this.#uncaught.push(String(error?.stack ?? error)));
    }
  }

  answer(order) {
    return order.kind === 'dry' ? this.#dryRun(order) : this.#mutantRun(order);
  }

  /**
   * Runs all tests without a mutant; Stryker's counters say which test reaches which mutant. The first pass only loads every module. What
   * runs outside of tests in the second is the top of a file of tests or a hook, and counts for each test of the file. What runs
   * in the first pass alone is static: it runs when a module loads.
   */
  async #dryRun({ files }) {
    const loading = {};
    const coverage = { static: loading, perTest: {} };
    mutation.mutantCoverage = coverage;
    mutation.activeMutant = undefined;
    for (const file of files) await this.#runFile(file, { ids: new Set() });
    const tests = [];
    let problem;
    for (const file of files) {
      coverage.static = {};
      const run = await this.#runFile(file, { keepsOn: true });
      tests.push(...run.tests);
      problem ??= run.problem;
      for (const [mutant, hits] of Object.entries(coverage.static)) {
        loading[mutant] = (loading[mutant] ?? 0) - hits;
        for (const { id } of run.tests) {
          coverage.perTest[id] ??= {};
          coverage.perTest[id][mutant] = (coverage.perTest[id][mutant] ?? 0) + hits;
        }
      }
    }
    const isLoading = Object.entries(loading).filter(([, hits]) => hits > 0);
    return { tests, problem, coverage: { static: Object.fromEntries(isLoading), perTest: coverage.perTest } };
  }

  async #mutantRun(order) {
    if (this.#isTainted) await this.#reload(order);
    if (order.isStatic) this.#forgetModules();
    let outcome = await this.#runWithMutant(order);
    if (order.isStatic) {
      this.#isTainted = true;
    } else if (outcome.failed && !(await this.#passesWithoutMutant(outcome))) {
      // Either this mutant has changed a module's state, or an earlier one did. A run with fresh modules shows which.
      await this.#reload(order);
      outcome = await this.#runWithMutant(order);
      this.#isTainted = true;
    }
    return outcome;
  }

  async #runWithMutant({ mutant, files, hitLimit }) {
    mutation.hitCount = 0;
    mutation.hitLimit = hitLimit;
    mutation.activeMutant = mutant;
    let ran = 0;
    let outcome = { failed: false };
    for (const { file, ids } of files) {
      const onStart = (id) => this.#report({ kind: 'progress', id });
      const run = await this.#runFile(file, { ids: new Set(ids), onStart });
      ran += run.tests.length;
      const isLoop = mutation.hitCount > hitLimit;
      const test = run.tests.find(({ state }) => state === 'fail') ?? blamed(run);
      if (test || isLoop || run.problem) {
        outcome = { failed: true, file, test, isLoop, problem: run.problem };
        break;
      }
    }
    mutation.activeMutant = undefined;
    mutation.hitCount = undefined;
    return { ...outcome, ran };
  }

  async #passesWithoutMutant({ file, test }) {
    const run = await this.#runFile(file, test ? { ids: new Set([test.id]) } : {});
    return !run.problem && run.tests.every(({ state }) => state !== 'fail');
  }

  /** Runs a file of tests, by default up to the first that fails. */
  async #runFile(file, { ids, keepsOn = false, onStart = () => {} }) {
    this.#evict(file);
    this.#uncaught.length = 0;
    const runner = new FileRunner(this.#waiting, ids, keepsOn, onStart);
    const [result] = await startTests([file], runner);
    // An unhandled rejection is reported in the next turn of the event loop.
    for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
    const failsInTest = runner.tests.some(({ state }) => state === 'fail');
    const loadingError = failsInTest ? undefined : result.result?.errors?.[0]?.message;
    const [uncaught] = this.#uncaught;
    return { tests: runner.tests, uncaught, problem: uncaught ?? loadingError };
  }

  #evict(file) {
    const { evaluatedModules } = this.#waiting.workerState;
    for (const module of evaluatedModules.fileToModulesMap.get(file) ?? []) {
      evaluatedModules.invalidateModule(module);
    }
  }

  /** Loads the modules of some tests again, without a mutant. */
  async #reload({ files }) {
    this.#forgetModules();
    for (const { file } of files) await this.#runFile(file, { ids: new Set() });
    this.#isTainted = false;
  }

  /** Makes every module of the package and its tests load again at the next import. */
  #forgetModules() {
    const { evaluatedModules } = this.#waiting.workerState;
    for (const [id, module] of evaluatedModules.idToModuleMap) {
      if (!id.includes('/vitest/dist/')) evaluatedModules.invalidateModule(module);
    }
  }
}

/** Runs one file of tests, of these the ones with certain ids, and notes how each went. Nothing goes to vitest's reporters. */
class FileRunner extends TestRunner {
  tests = [];
  #ids;
  #keepsOn;
  #onStart;
  #names = new Map();
  #file;
  #cpuBefore;

  constructor(waiting, ids, keepsOn, onStart) {
    super(waiting.config);
    this.moduleRunner = waiting.moduleRunner;
    this._otel = waiting._otel;
    this.#ids = ids;
    this.#keepsOn = keepsOn;
    this.#onStart = onStart;
  }

  onCollected([file]) {
    this.#file = file;
    const counts = new Map();
    for (const test of testsOf(file)) {
      const name = `${file.name}#${nameOf(test)}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      this.#names.set(test, count === 1 ? name : `${name} (${count})`);
    }
    if (this.#ids) keepOnly(file, (test) => this.#ids.has(this.#names.get(test)));
  }

  onBeforeTryTask(test) {
    super.onBeforeTryTask(test);
    mutation.currentTestId = this.#names.get(test);
    this.#onStart(mutation.currentTestId);
    this.#cpuBefore = process.cpuUsage();
  }

  onTaskFinished() {
    mutation.currentTestId = undefined;
  }

  onAfterRunTask(test) {
    super.onAfterRunTask(test);
    const { state, duration = 0, errors } = test.result ?? {};
    if (state !== 'pass' && state !== 'fail') return;
    const id = this.#names.get(test);
    const { user, system } = process.cpuUsage(this.#cpuBefore);
    this.tests.push({
      id,
      name: nameOf(test),
      file: this.#file.filepath,
      state,
      durationMs: duration,
      cpuMs: (user + system) / 1_000,
      message: errors?.[0]?.message,
    });
    if (state === 'fail' && !this.#keepsOn) keepOnly(this.#file, () => false);
  }

  onAfterRunSuite() {}
}

/** An error that no test awaits fails a run of vitest too; the last test that ran answers for it. Undefined if there is no such error. */
function blamed({ tests, uncaught }) {
  const last = tests.at(-1);
  return uncaught === undefined || last === undefined ? undefined : { ...last, message: uncaught };
}

/** The tests of a suite and of the suites in it. */
function* testsOf(suite) {
  for (const task of suite.tasks) {
    if (task.type === 'suite') yield* testsOf(task);
    else yield task;
  }
}

/** Leaves out all tests but those that are kept, and suites without any; returns whether one is kept. */
function keepOnly(suite, isKept) {
  let kept = 0;
  for (const task of suite.tasks) {
    const keeps = task.type === 'suite' ? keepOnly(task, isKept) : isKept(task);
    if (keeps) kept++;
    else if (task.result === undefined) task.mode = 'skip';
  }
  return kept > 0;
}

/** The name of a test after those of its suites. */
function nameOf(test) {
  const names = [];
  for (let task = test; task && !('filepath' in task); task = task.suite) names.unshift(task.name);
  return names.join(' ');
}
