/** How much work code does: how often its blocks run, as V8 counts them. The same on every machine, unlike time. */
import { type Profiler, Session } from 'node:inspector';

/** The modules of the core. */
const SOURCES = /\/src\/(?:[a-z-]+\/)*[a-z0-9.-]+\.ts$/;

/** Counts blocks from when it is made until it is closed. Only one can be open. */
export class BlockCounter {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    this.#take();
  }

  /**
   * How often blocks of the modules in `src` run while `run` does. Loops of the engine itself, such as those of `indexOf` and of regular
   * expressions, are not counted.
   */
  async during(run: () => Promise<void>): Promise<number> {
    this.#take();
    await run();
    let blocks = 0;
    for (const { url, functions } of this.#take()) {
      if (!SOURCES.test(url)) continue;
      for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
    }
    return blocks;
  }

  close(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  /** What has run since the last time. */
  #take(): Profiler.ScriptCoverage[] {
    let result: Profiler.ScriptCoverage[] = [];
    this.#session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error !== null) throw error;
      result = coverage.result;
    });
    return result;
  }
}
