/** The memory of a process that is reachable. For the processes that memory tests start, not for tests. */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Freeing less than this counts as nothing: the collections themselves leave small objects. */
const LITTLE_OCTETS = 4_096;

/** After this many collections in a row that free nothing, everything left is reachable. */
const LAST_ROUNDS = 3;

/**
 * The octets of objects on the heap and of buffers outside it, after collecting until nothing more is freed.
 *
 * One collection is not enough. It hands unreachable buffers to a thread that frees them, and they count as in use until the next
 * collection, which waits for that thread: megabytes, how many is chance. Finalizers run between the collections.
 * Machine code does not count: the engine compiles functions, and drops the code, at any time.
 */
export async function reachableOctets(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < LAST_ROUNDS; round++) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
    const used = objectOctets();
    if (used < least - LITTLE_OCTETS) round = 0;
    least = Math.min(least, used);
  }
  return least;
}

function objectOctets(): number {
  const spaces = getHeapSpaceStatistics().filter(({ space_name }) => !space_name.startsWith('code_'));
  const onHeap = spaces.reduce((octets, { space_used_size }) => octets + space_used_size, 0);
  return onHeap + process.memoryUsage().external;
}
