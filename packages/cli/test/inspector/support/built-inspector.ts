/**
 * The inspector as it is published, built once for each state of its sources, whichever test files and processes ask for it.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildInspector } from '../../../../../scripts/build-inspector.mjs';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/robotstream-inspector');

/** What the build reads. */
const SOURCES = [
  'packages/cli/inspector',
  'packages/cli/src',
  'src',
  'scripts/build-inspector.mjs',
  'scripts/crawler-modules.mjs',
  'package-lock.json',
];

/** Builds that no run still uses, by their age in milliseconds. */
const OLD_MS = 24 * 60 * 60_000;

/** @returns the folder with `inspector.html` */
export async function builtInspector(): Promise<string> {
  const target = join(CACHE, keyOfSources());
  if (existsSync(target)) return target;
  mkdirSync(CACHE, { recursive: true });
  removeOld();
  const folder = mkdtempSync(join(CACHE, 'building-'));
  await buildInspector(folder);
  try {
    renameSync(folder, target);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (!existsSync(target)) throw error; // else another process was quicker
  }
  return target;
}

/** Changes when a file of the sources does. */
function keyOfSources(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES.map((name) => join(ROOT, name))) {
    const names = statSync(source).isDirectory()
      ? readdirSync(source, { recursive: true, encoding: 'utf8' })
          .filter((name) => !name.endsWith('.test.ts'))
          .sort()
      : [''];
    for (const name of names) {
      const { size, mtimeMs } = statSync(join(source, name));
      hash.update(`${source}/${name} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

function removeOld(): void {
  for (const name of readdirSync(CACHE)) {
    const folder = join(CACHE, name);
    // Another process may have removed or renamed it meanwhile.
    const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
    if (mtimeMs < Date.now() - OLD_MS) rmSync(folder, { recursive: true, force: true });
  }
}
