/** How much work the lint does, counted and not timed. */
import { LineTable } from '../../src/lint/line-table.js';
import { LintedFile } from '../../src/lint/linted-file.js';
import { Report } from '../../src/lint/report.js';
import { IgnoreComments } from '../../src/lint/rules/ignore-comments.js';

/** Everything by which checks look at lines and octets. */
const COUNTED: readonly object[] = [
  LineTable.prototype,
  LintedFile.prototype,
  IgnoreComments.prototype,
  Report.prototype,
  Object.getPrototypeOf(Uint8Array.prototype) as object,
];

/** Counts the calls of all methods by which checks look at a file while `run` does. */
export function countedWork(run: () => void): number {
  let work = 0;
  const restored: (() => void)[] = [];
  for (const prototype of COUNTED) {
    for (const [name, own] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (name === 'constructor' || typeof own.value !== 'function') continue;
      const method = own.value as (...given: unknown[]) => unknown;
      const counting = function (this: unknown, ...given: unknown[]): unknown {
        work++;
        return method.apply(this, given);
      };
      Object.defineProperty(prototype, name, { ...own, value: counting });
      restored.push(() => Object.defineProperty(prototype, name, own));
    }
  }
  try {
    run();
    return work;
  } finally {
    for (const restore of restored) restore();
  }
}
