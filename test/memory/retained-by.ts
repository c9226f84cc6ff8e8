/** Measures what documents retain, in a process of its own. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { useBuild } from '../support/build.js';
import { type Program, program } from '../support/program.js';
import type { Body, Request, Retained } from './retained.js';

/** A document retains at most so many times its octets: README, “Limits and errors”. */
export const MOST_TIMES = 8;

/** A small document has a fixed cost besides: its objects, and the least an array takes. */
export const FIXED_OCTETS = 2_048;

/** How much is held at once. */
type Amount = Pick<Request, 'documents' | 'octets'>;

/** So much that what one document retains is far above the noise, which is some 100 KiB in all. */
const MUCH: Amount = { documents: 4, octets: 2 * 2 ** 20 };

/** Measures what one document of each body retains. */
export type RetainedBy = (
  way: string,
  bodies: Iterable<[string, Uint8Array]>,
  amount?: Amount,
) => Promise<Retained[]>;

/** Builds what the tests of a file measure, before they run. */
export function useRetainedBy(): RetainedBy {
  const build = useBuild();
  let holder: Program;
  beforeAll(async () => {
    holder = await program(new URL('./retained.ts', import.meta.url));
  });
  afterAll(() => holder.remove());

  return async (way, bodies, amount = MUCH) => {
    const request: Request = { entry: join(build.folderOf('robotstream'), 'dist/index.js'), way, ...amount };
    const child = holder.start(request);
    const results: Retained[] = [];
    for (const [name, octets] of bodies) {
      const body: Body = { name, base64: Buffer.from(octets).toString('base64') };
      child.process.stdin?.write(`${JSON.stringify(body)}\n`);
      results.push(await child.next<Retained>());
    }
    child.process.stdin?.end();
    expect(await child.ended).toBe(0);
    return results;
  };
}
