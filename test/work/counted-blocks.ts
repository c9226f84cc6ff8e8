/** How much work code does: how often its blocks run, as V8 counts them. The same on every machine, unlike time. */
import { type Profiler, Session } from 'node:inspector';

const SOURCES = /\/src\/(?!.*\.test\.ts)/;

/**
 * Counts how often blocks of the modules in `src` run while `run` does. Loops of the engine itself, such as those of `indexOf` and of regular
 * expressions, are not counted.
 */
export async function countedBlocks(run: () => Promise<void>): Promise<number> {
  const session = new Session();
  session.connect();
  let blocks = 0;
  try {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    take(session);
    await run();
    for (const { url, functions } of take(session)) {
      if (!SOURCES.test(url)) continue;
      for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
    }
  } finally {
    session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
  return blocks;
}

/** What has run since the last time. */
function take(session: Session): Profiler.ScriptCoverage[] {
  let result: Profiler.ScriptCoverage[] = [];
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error !== null) throw error;
    result = coverage.result;
  });
  return result;
}
