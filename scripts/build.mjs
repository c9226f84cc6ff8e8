/**
 * Builds `dist` from nothing, so that a file removed from `src` never stays published: declarations by TypeScript, a
 * module for each source file by Rolldown, which writes constants of other modules in where they are used. An engine
 * loads an imported constant from memory at each use; in the scanner that is a quarter of the time.
 *
 * Usage: node scripts/build.mjs [folder], default `dist`.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = path.join(root, 'src');
const target = path.resolve(root, process.argv[2] ?? 'dist');

rmSync(target, { recursive: true, force: true });
const tsc = spawnSync(
  process.execPath,
  [
    'node_modules/typescript/bin/tsc',
    '-p',
    'tsconfig.build.json',
    '--emitDeclarationOnly',
    '--outDir',
    target,
  ],
  { cwd: root, stdio: 'inherit' },
);
if (tsc.status !== 0) process.exit(tsc.status ?? 1);

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
  dir: target,
  format: 'esm',
  preserveModules: true,
  preserveModulesRoot: source,
  entryFileNames: '[name].js',
});
chmodSync(path.join(target, 'cli', 'main.js'), 0o755);

/** Every source file that is published, relative to `src`. */
function sourceFiles() {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
}
