/** V8's hidden classes: code that reads fields of objects of one hidden class does so many times faster than of objects of many. */
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';

setFlagsFromString('--allow-natives-syntax');

const haveSameMap = runInThisContext('((one, other) => %HaveSameMap(one, other))') as (
  one: object,
  other: object,
) => boolean;
haveSameMap({}, {}); // compiles it while the syntax is allowed

setFlagsFromString('--no-allow-natives-syntax');

/** How many hidden classes objects have together. */
export function countHiddenClasses(objects: readonly object[]): number {
  const found: object[] = [];
  for (const object of objects) {
    if (!found.some((one) => haveSameMap(one, object))) found.push(object);
  }
  return found.length;
}
