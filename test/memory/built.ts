/**
 * The library as it is published, for child processes: built from `src`, so that what is measured is what users run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll } from 'vitest';

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url));

/** Builds the stream and document parts into a folder that is gone after the tests. Returns the module's path. */
export async function builtModule(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-built-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const build = await rolldown({
    input: { core: join(SOURCE, 'core.ts'), node: join(SOURCE, 'stream/node-transform.ts') },
    external: /^node:/,
    platform: 'neutral',
    treeshake: false,
    // As scripts/build.mjs does.
    optimization: { inlineConst: { mode: 'all', pass: 3 } },
  });
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  });
  return folder;
}
