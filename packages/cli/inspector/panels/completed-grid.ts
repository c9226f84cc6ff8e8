/** A grid that is being judged again, with earlier rows in place of unanswered ones. */
import type { GridRows } from '../engine/grid.js';

/** The rows judged so far, and the others as they were, if they were about the same URLs and crawlers. */
export function completed(progress: GridRows, earlier: GridRows | null): GridRows {
  if (earlier === null || !isSameQuestion(progress, earlier)) return progress;
  const known = progress.rowsDone * progress.crawlers.length;
  const cells = earlier.cells.slice();
  const ruleLines = earlier.ruleLines.slice();
  cells.set(progress.cells.subarray(0, known));
  ruleLines.set(progress.ruleLines.subarray(0, known));
  return { ...progress, cells, ruleLines, rowsDone: earlier.rowsDone };
}

function isSameQuestion(one: GridRows, another: GridRows): boolean {
  const has = (list: readonly string[], other: readonly string[]): boolean =>
    list.length === other.length && list.every((item, i) => item === other[i]);
  const urls = ({ urls }: GridRows): string[] => urls.map(({ url }) => url);
  const names = ({ crawlers }: GridRows): string[] => crawlers.map(({ name }) => name);
  return has(urls(one), urls(another)) && has(names(one), names(another));
}
