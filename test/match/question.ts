/** Questions with any number of steps, for tests. */
import { Question } from '../../src/match/bound.js';
import type { RequestPath } from '../../src/match/request-path.js';

/** A question that may take `left` steps before its path is indexed. */
export function questionOf(path: RequestPath, left: number = Infinity): Question {
  return Object.assign(new Question(path, 0), { left });
}
