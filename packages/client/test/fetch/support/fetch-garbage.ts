/**
 * Fetches from a port of loopback, and prints how many octets of each fetch are left after it in V8's old space, where they wait for a full
 * collection. Run it with `--expose-gc`.
 */
import { Session } from 'node:inspector/promises';
import { fetchRobots } from '../../../src/fetch/fetch-robots.js';

interface ProfileNode {
  readonly selfSize: number;
  readonly children: readonly ProfileNode[];
}

const { port, fetches } = JSON.parse(process.argv[2]) as { readonly port: number; readonly fetches: number };

/** Fetches 16 files at a time: with one at a time, V8 can keep an object by chance that all later ones hang on. */
const LANES = 16;

async function fetchAll(): Promise<void> {
  const lane = async (): Promise<void> => {
    for (let i = 0; i < fetches / LANES; i++) {
      const { outcome } = await fetchRobots(`http://127.0.0.1:${port}/`, { userAgent: 'ExampleBot/1.0' });
      if (outcome !== 'success') throw new Error(outcome);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

function sizeOf({ selfSize, children }: ProfileNode): number {
  return children.reduce((size, child) => size + sizeOf(child), selfSize);
}

await fetchAll();
const session = new Session();
session.connect();
await session.post('HeapProfiler.startSampling', {
  samplingInterval: 4096,
  includeObjectsCollectedByMajorGC: true,
  includeObjectsCollectedByMinorGC: false,
});
await fetchAll();
for (let i = 0; i < 2; i++) await globalThis.gc?.({ type: 'minor', execution: 'sync' });
const { profile } = await session.post('HeapProfiler.stopSampling');
session.disconnect();
console.log(JSON.stringify({ octets: sizeOf(profile.head) / fetches }));
