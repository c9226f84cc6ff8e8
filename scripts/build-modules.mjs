/** Builds the published modules. The tests build them as well, so that what they try is what is published. */
import { chmodSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const source = fileURLToPath(new URL('../src', import.meta.url));

/**
 * Builds a module for each source file, with Rolldown, which writes constants of other modules in where they are used. An
 * engine loads an imported constant from memory at each use; in the scanner that is a quarter of the time.
 *
 * @param {string} folder where the modules go; what is there already stays
 */
export async function buildModules(folder) {
  const build = await rolldown({
    input: Object.fromEntries(
      sourceFiles().map((file) => [file.slice(0, -'.ts'.length), path.join(source, file)]),
    ),
    external: /^(?![./])/,
    platform: 'neutral',
    treeshake: false,
    // A constant may be made of others, which takes a pass each.
    optimization: { inlineConst: { mode: 'all', pass: 3 } },
  });
  await build.write({
    dir: folder,
    format: 'esm',
    preserveModules: true,
    preserveModulesRoot: source,
    entryFileNames: '[name].js',
  });
  await build.close();
  chmodSync(path.join(folder, 'cli', 'main.js'), 0o755);
}

/** Every source file that is published, relative to `src`. */
function sourceFiles() {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
}
