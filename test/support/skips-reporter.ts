/** Ends a run with one line for each reason why tests were skipped. */
import type { Reporter, TestCase, TestModule } from 'vitest/node';

export default class SkipsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')]);
    for (const line of skippedLines(skipped)) console.log(line);
  }
}

/** @returns such as `skipped: a store in Redis; a fleet (needs redis-server or valkey-server)` */
export function skippedLines(tests: readonly Pick<TestCase, 'fullName' | 'result'>[]): string[] {
  const namesByReason = new Map<string, Set<string>>();
  for (const test of tests) {
    const result = test.result();
    // Tests that a filter of the command line leaves out have no note.
    if (result.state !== 'skipped' || result.note === undefined) continue;
    const reason = result.note;
    const names = namesByReason.get(reason) ?? new Set();
    namesByReason.set(reason, names.add(test.fullName));
  }
  return Array.from(namesByReason, ([reason, names]) => `skipped: ${[...names].join('; ')} (${reason})`);
}
