/** The command as users run it: built, in its own process. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll } from 'vitest';
import { type Build, useBuild } from '../../support/build.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** What a build has beside `dist`. */
const COPIED = ['examples', 'scripts/start.mjs'];

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly env?: { readonly [name: string]: string };
}

/** A build of the package for the tests of one file, with `examples` and `scripts/start.mjs`. */
export interface BuiltCommand extends Build {
  /** Runs the command to its end. */
  run(args: readonly string[], options?: RunOptions): Promise<Run>;
  /** Starts the command. */
  start(args: readonly string[], options?: RunOptions): ChildProcessWithoutNullStreams;
}

/** Builds the package before the tests of a file, and removes it after them. */
export function useBuiltCommand(): BuiltCommand {
  const build = useBuild();
  beforeAll(() => {
    for (const path of COPIED) cpSync(join(ROOT, path), join(build.folder, path), { recursive: true });
  });

  const start: BuiltCommand['start'] = (args, { env = {} } = {}) =>
    spawn(process.execPath, [join(build.folder, 'dist/cli/main.js'), ...args], {
      cwd: build.folder,
      env: { PATH: process.env.PATH, ...env },
    });
  const run: BuiltCommand['run'] = async (args, options = {}) => {
    const child = start(args, options);
    child.stdin.on('error', () => {}); // the command may not read to the end
    child.stdin.end(options.input ?? '');
    return finished(child);
  };
  return {
    get folder() {
      return build.folder;
    },
    run,
    start,
  };
}

/** Waits for the end of a process, and returns what it printed. */
export async function finished(child: ChildProcessWithoutNullStreams): Promise<Run> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}
