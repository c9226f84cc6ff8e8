/** Paths with any number of steps, for tests. */
import type { RequestPath } from '../../src/match/request-path.js';

/** The path may take `left` steps before it is indexed. */
export function questionOf(path: RequestPath, left: number = Infinity): RequestPath {
  return Object.assign(path, { left });
}
