/** A signal costs nothing for each chunk: while a source is read, as much memory is reachable with a signal as without. */
import { expect, test } from 'vitest';
import { builtModule } from './built.js';
import { runScript } from './child.js';

const CHUNKS = 200_000;

/** Far above what a collection leaves by chance, far below one object for each chunk. */
const MOST_OCTETS_A_CHUNK = 10;

test.each(['parse', 'lineEvents', 'lineEventBatches'])('%s', async (reader) => {
  const folder = await builtModule();
  const held = async (signal: 'signal' | 'none'): Promise<number> => {
    const args = [folder, reader, CHUNKS, signal];
    return (await runScript<{ heldOctets: number }>('signal.mjs', args)).heldOctets;
  };
  const control = await held('none');
  expect((await held('signal')) - control).toBeLessThan(CHUNKS * MOST_OCTETS_A_CHUNK);
});
