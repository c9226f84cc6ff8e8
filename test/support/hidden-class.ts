/** V8's hidden classes. Code reads fields many times faster if all its objects have the same hidden class. */
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';

setFlagsFromString('--allow-natives-syntax');

const haveSameMap = runInThisContext('((one, other) => %HaveSameMap(one, other))') as (
  one: object,
  other: object,
) => boolean;
haveSameMap({}, {}); // compiles it while the syntax is allowed

setFlagsFromString('--no-allow-natives-syntax');

/** Counts the different hidden classes of some objects. */
export function countHiddenClasses(objects: readonly object[]): number {
  const found: object[] = [];
  for (const object of objects) {
    if (!found.some((one) => haveSameMap(one, object))) found.push(object);
  }
  return found.length;
}
