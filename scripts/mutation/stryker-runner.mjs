/**
 * Stryker's part of mutation testing: a test runner that keeps the package and its tests loaded in one vitest worker, and has that worker
 * run the tests of one mutant after another. `vitest-runner.mjs` is the other side.
 *
 * An endless loop is recognized by its work, not by the clock, so that a busy machine turns no mutant into a timeout: the mutated
 * code runs a hundred times as often as without the mutant (Stryker's hit limit), takes far more processor time than its tests, or
 * waits although nothing happens.
 */
import path from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import { createVitest } from 'vitest/node';
import { CHANNEL } from './protocol.mjs';

/** Processor time that a mutant may take in one test, in addition to a multiple of the test's own. */
const SPARE_CPU_MS = 1_500;
/** How long the worker's event loop may be idle during one test, in addition to a multiple of the test's own time. */
const SPARE_IDLE_MS = 6_000;
const FACTOR = 10;
/** The time that loading tests may take before the first one starts, in addition to the same spare time. */
const LOADING = { cpuMs: 2_000, durationMs: 2_000 };
const WATCH_EVERY_MS = 250;
/** One mutant in this many is tried. Stryker leaves mutants with an error out of the score. */
const SAMPLED = Number(process.env.ROBOTSTREAM_MUTATION_SAMPLE || 1);
const NOT_IN_SAMPLE = 'not in the sample';
/** Tests that take longer without a mutant are left out. */
const MAX_TEST_CPU_MS = Number(process.env.ROBOTSTREAM_MUTATION_TEST_MS || Number.POSITIVE_INFINITY);

class LoadedTestsRunner {
  #vitest;
  #files = [];
  /** Whether the loaded package counts which test reaches which mutant. */
  #counts = false;
  /** Test id → its file and duration without a mutant. */
  #tests = new Map();
  #channel = new BroadcastChannel(CHANNEL);
  #worker;
  #onMessage = () => {};

  capabilities() {
    return { reloadEnvironment: true };
  }

  init() {
    process.env.NODE_ENV = 'test';
    process.env.VITEST = '1';
    process.on('worker', (worker) => {
      this.#worker = worker;
      // A mutant that uses up all memory ends the worker, which then does not answer. After a termination, nothing waits for an
      // answer.
      worker.once('exit', () => this.#onMessage({ kind: 'answer', hung: 'the worker ended' }));
    });
    this.#channel.onmessage = ({ data }) => this.#onMessage(data);
  }

  async dryRun() {
    const { tests, coverage, problem, error } = await this.#measure();
    if (problem || error) return { status: 'error', errorMessage: problem ?? error };
    return {
      status: 'complete',
      mutantCoverage: coverage,
      tests: tests.map(({ id, name, file, cpuMs, state, message }) => ({
        id,
        name,
        fileName: file,
        timeSpentMs: cpuMs,
        ...(state === 'pass' ? { status: 0 } : { status: 1, failureMessage: message ?? 'failed' }),
      })),
    };
  }

  async mutantRun({ activeMutant, testFilter, mutantActivation, hitLimit }) {
    if (Number(activeMutant.id) % SAMPLED !== 0) return { status: 'error', errorMessage: NOT_IN_SAMPLE };
    // A process that Stryker started after the first run does not know the tests yet.
    if (this.#tests.size === 0) await this.#measure();
    if (this.#counts) await this.#load({ counts: false });
    const files = this.#chosen(testFilter);
    const isStatic = mutantActivation === 'static';
    const order = { kind: 'mutant', mutant: activeMutant.id, files, isStatic, hitLimit };
    const answer = await this.#order(order);
    if (answer.hung) return { status: 'timeout', reason: answer.hung };
    if (answer.error) return { status: 'error', errorMessage: answer.error };
    if (!answer.failed) return { status: 'survived', nrOfTests: answer.ran };
    if (answer.isLoop) return { status: 'timeout', reason: 'hit limit reached' };
    if (!answer.test) return { status: 'error', errorMessage: answer.problem };
    return {
      status: 'killed',
      killedBy: [answer.test.id],
      failureMessage: answer.test.message ?? '',
      nrOfTests: answer.ran,
    };
  }

  async dispose() {
    this.#channel.close();
    await this.#worker?.terminate();
  }

  /** Runs every test without a mutant. */
  async #measure() {
    await this.#load({ counts: true });
    const answer = await this.#order({ kind: 'dry', files: this.#files });
    const tests = answer.tests?.filter(({ cpuMs }) => cpuMs <= MAX_TEST_CPU_MS);
    for (const test of tests ?? []) this.#tests.set(test.id, test);
    for (const id of Object.keys(answer.coverage?.perTest ?? {})) {
      if (!this.#tests.has(id)) delete answer.coverage.perTest[id];
    }
    return { ...answer, tests };
  }

  /**
   * Loads the instrumented package in a new worker, with Stryker's counters or without: they take more time than the package itself. The
   * vitest of the former worker is left alone: it has nothing more to do.
   */
  async #load({ counts }) {
    this.#counts = counts;
    const withoutCounters = { name: 'without-counters', enforce: 'pre', transform: removeCounters };
    this.#vitest = await createVitest(
      'test',
      {
        config: 'vitest.mutation.config.ts',
        watch: false,
        pool: 'threads',
        maxWorkers: 1,
        onConsoleLog: () => false,
      },
      { plugins: counts ? [] : [withoutCounters] },
    );
    const specifications = await this.#vitest.globTestSpecifications();
    this.#files = specifications.map(({ moduleId }) => moduleId).sort();
    await this.#startWorker();
  }

  /** Starts a run that never ends: its worker waits for orders. */
  async #startWorker() {
    await this.#worker?.terminate();
    // Vitest would wait for the run and the place of the former worker.
    this.#vitest.runningPromise = undefined;
    this.#vitest.pool = undefined;
    const ready = new Promise((resolve) => {
      this.#onMessage = resolve;
    });
    this.#vitest.start([this.#files[0]]).catch(() => {});
    await ready;
  }

  /** Sends an order to the worker, and terminates the worker when a mutant hangs. */
  async #order(order) {
    const watch = order.kind === 'mutant' ? this.#watch() : undefined;
    const answer = new Promise((resolve) => {
      this.#onMessage = (message) => {
        if (message.kind === 'progress') watch?.expect(this.#tests.get(message.id));
        else resolve(message);
      };
    });
    this.#channel.postMessage(order);
    const outcome = await Promise.race([answer, ...(watch ? [watch.hung] : [])]);
    watch?.stop();
    if (outcome.hung) await this.#startWorker();
    return outcome;
  }

  /** Resolves `hung` when a test takes far longer than `expect` said of it. */
  #watch() {
    let expected;
    let timer;
    const expect = ({ durationMs, cpuMs }) => {
      const loop = this.#worker.performance.eventLoopUtilization();
      expected = { durationMs, cpuMs, loop, cpu: process.cpuUsage() };
    };
    expect(LOADING);
    const hung = new Promise((resolve) => {
      timer = setInterval(() => {
        const { user, system } = process.cpuUsage(expected.cpu);
        const cpuMs = (user + system) / 1_000;
        const { idle } = this.#worker.performance.eventLoopUtilization(expected.loop);
        if (cpuMs > SPARE_CPU_MS + FACTOR * expected.cpuMs) {
          resolve({ hung: `${Math.round(cpuMs)} ms of processor time` });
        } else if (idle > SPARE_IDLE_MS + FACTOR * expected.durationMs) {
          resolve({ hung: `idle for ${Math.round(idle)} ms` });
        }
      }, WATCH_EVERY_MS);
    });
    return { expect, hung, stop: () => clearInterval(timer) };
  }

  /** The tests with some ids, or all, by file; the quickest files first, since one failure is enough. */
  #chosen(testFilter) {
    const byFile = new Map();
    for (const id of testFilter ?? this.#tests.keys()) {
      const { file, durationMs, cpuMs } = this.#tests.get(id);
      const entry = byFile.get(file) ?? { file, ids: [], durationMs: 0, cpuMs: 0 };
      entry.ids.push(id);
      entry.durationMs += durationMs;
      entry.cpuMs += cpuMs;
      byFile.set(file, entry);
    }
    return [...byFile.values()].sort((a, b) => a.cpuMs - b.cpuMs);
  }
}

/** Takes the calls of Stryker's counters out of a module. Their arguments are numbers of mutants in quotes. */
function removeCounters(code) {
  return code.includes('stryCov_')
    ? { code: code.replace(/stryCov_\w+\(["\d,\s]+\)/g, '0'), map: null }
    : undefined;
}

/** Prints each mutant that no test notices as soon as it has run, so that reading can start before a long run ends. */
class SurvivorReporter {
  onMutantTested({ fileName, location, status, mutatorName, replacement }) {
    if (status !== 'Survived' && status !== 'NoCoverage') return;
    const place = `${path.relative('.', fileName)}:${location.start.line}:${location.start.column}`;
    const code = replacement.replace(/\s+/g, ' ').slice(0, 100);
    console.log(`${status} ${place} ${mutatorName}: ${code}`);
  }
}

/** What Stryker loads: it asks for a test runner and a reporter by these names. */
export const strykerPlugins = [
  {
    kind: 'Reporter',
    name: 'survivors',
    factory: Object.assign(() => new SurvivorReporter(), { inject: [] }),
  },
  {
    kind: 'TestRunner',
    name: 'loaded-tests',
    factory: Object.assign(() => new LoadedTestsRunner(), { inject: [] }),
  },
];
