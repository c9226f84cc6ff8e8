/** The runtimes and bundlers that the tests of the package run, installed aside. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installAside } from '../../support/aside.js';
import { HUNG_AFTER_MS } from '../../support/hung.js';

export const tools = installAside('tools');

/** What the package `bun` runs; an install script, which does not run here, puts it there. */
export const BUN = join(tools.folder, `node_modules/@oven/bun-${process.platform}-${process.arch}/bin/bun`);

export const DENO = tools.bin('deno');

/** Runs a program to its end, and returns what it prints; what it prints as errors only if it fails. */
export function outputOf(folder: string, [program = '', ...args]: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: HUNG_AFTER_MS,
    killSignal: 'SIGKILL',
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
  });
  return status === 0 ? stdout.trim() : `${stdout}${stderr}`;
}
