/** Builds `dist` from nothing, so that a file removed from `src` never stays published. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = `${root}dist/cli/main.js`;

rmSync(`${root}dist`, { recursive: true, force: true });
const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
if (tsc.status === 0 && existsSync(bin)) chmodSync(bin, 0o755);
process.exitCode = tsc.status ?? 1;
