/** A document of 500 KiB retains at most eight times its octets, whatever they are and however it was read. */
import { describe, expect, test } from 'vitest';
import { PARSING_LIMIT_OCTETS } from '../../src/limits.js';
import { loadCorpus, sharedPath } from '../support/shared.js';
import { filled, hostileBodies } from './bodies.js';
import { builtModule } from './built.js';
import { runScript } from './child.js';

const MOST_TIMES = 8;
const TIMEOUT_MS = 300_000;

/** A small document has a fixed cost besides: its objects, and the least an array takes. */
const FIXED_OCTETS = 2_048;

interface Retained {
  readonly name: string;
  readonly size: number;
  readonly retained: number;
}

const folder = await builtModule();

async function retainedBy(way: string, bodies: ReadonlyMap<string, Uint8Array>): Promise<Retained[]> {
  const input = [...bodies].map(([name, body]) =>
    JSON.stringify({ name, base64: Buffer.from(body).toString('base64') }),
  );
  return runScript<Retained[]>('retained.mjs', [folder, way], input.join('\n'));
}

describe.each(['parseSync', 'parse', 'fold'])('by %s', (way) => {
  test('hostile bodies', { timeout: TIMEOUT_MS }, async () => {
    const results = await retainedBy(way, hostileBodies());
    const times = results.map(({ name, size, retained }) => ({ name, times: retained / size }));
    times.sort((a, b) => b.times - a.times);
    console.log(`${way}: at most ${times[0].times.toFixed(2)} times, by ${times[0].name}`);
    for (const { size } of results) expect(size).toBe(PARSING_LIMIT_OCTETS);
    expect(times.filter((result) => !(result.times <= MOST_TIMES))).toEqual([]);
    // Less than the octets themselves: then something else was measured.
    expect(times.filter((result) => !(result.times > 0.9))).toEqual([]);
  });

  test.runIf(sharedPath() !== undefined)(
    'real files, and all of them as one',
    { timeout: TIMEOUT_MS },
    async () => {
      const corpus = loadCorpus();
      const some = [...corpus].filter((_, i) => i % 40 === 0);
      const joined = filled(Buffer.concat([...corpus.values()]));
      const results = await retainedBy(way, new Map([...some, ['all of them', joined]]));
      const over = results.filter(({ size, retained }) => retained > MOST_TIMES * size + FIXED_OCTETS);
      expect(over).toEqual([]);
    },
  );
});
