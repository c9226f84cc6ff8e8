/**
 * The command as its users have it: compiled, and run in a process of its own.
 */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Inside the project, so that the command finds the packages that it needs. */
const CACHE = join(ROOT, 'node_modules/.cache');

const BUILD_TIMEOUT_MS = 60_000;

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly env?: { readonly [name: string]: string };
}

/** A build of the package, for the tests of one file. */
export interface BuiltCommand {
  /** A folder that holds `package.json`, `dist`, `examples`, and whatever a test puts there. */
  readonly folder: string;
  /** Runs the command to its end. */
  run(args: readonly string[], options?: RunOptions): Promise<Run>;
  /** Starts the command. */
  start(args: readonly string[], options?: RunOptions): ChildProcessWithoutNullStreams;
}

/** Builds the package before the tests of a file, in a place of their own, and clears it away behind them. */
export function useBuiltCommand(): BuiltCommand {
  let folder = '';
  beforeAll(() => {
    mkdirSync(CACHE, { recursive: true });
    folder = mkdtempSync(join(CACHE, 'robotstream-command-'));
    buildInto(folder);
  }, BUILD_TIMEOUT_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const start: BuiltCommand['start'] = (args, { env = {} } = {}) =>
    spawn(process.execPath, [join(folder, 'dist/cli/main.js'), ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
    });
  const run: BuiltCommand['run'] = async (args, options = {}) => {
    const child = start(args, options);
    child.stdin.on('error', () => {}); // it need not read to the end
    child.stdin.end(options.input ?? '');
    return finished(child);
  };
  return {
    get folder() {
      return folder;
    },
    run,
    start,
  };
}

/** What a process that was started prints until it ends. */
export async function finished(child: ChildProcessWithoutNullStreams): Promise<Run> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

/** Builds as for publishing, but for the place. */
function buildInto(folder: string): void {
  copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/build.mjs', join(folder, 'dist')],
    { cwd: ROOT, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the command cannot be built: ${stdout}${stderr}`);
}
