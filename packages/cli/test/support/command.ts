/** The command for the tests of one file: in this process, or as users run it, built and in a process of its own. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { type Build, useBuild } from '../../../../test/support/build.js';
import { byEffort } from '../../../../test/support/effort.js';
import { EXIT } from '../../../command-line/src/exit.js';
import { failureMessage, type Program } from '../../../command-line/src/program.js';
import { ROBOTSTREAM } from '../../src/run-command.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** The version of the packages. */
export const VERSION: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;

/** What a build has beside the packages, for `npm start`. */
const COPIED = ['examples', 'scripts/start.mjs'];

/** How many octets a pipe passes on at once. */
const PIPE_OCTETS = 64 * 1024;

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  /** Standard output, unchanged. */
  readonly stdoutOctets: Buffer;
  /** Standard error, {@link withoutProgress}. */
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly env?: { readonly [name: string]: string };
}

export interface Command {
  /** The directory in which the command runs; removed after the tests. */
  readonly folder: string;
  /** Runs the command to its end. A line is cut into arguments at its spaces. */
  run(args: readonly string[] | string, options?: RunOptions): Promise<Run>;
}

/** A program of this repository, and the package that has it. */
export interface TestedProgram {
  readonly program: Program;
  readonly packageName: string;
}

const COMMAND: TestedProgram = { program: ROBOTSTREAM, packageName: '@robotstream/cli' };

/**
 * The command for tests of what it prints. `npm test` runs it in the process of the tests, because starting a process for each
 * test takes most of the time. `npm run test:nightly` runs the same tests on the built command, in processes of their own.
 */
export const useCommand: (tested?: TestedProgram) => Command = byEffort({
  quick: useCommandInProcess,
  full: useBuiltCommand,
});

function useCommandInProcess({ program }: TestedProgram = COMMAND): Command {
  let folder = '';
  let outside = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'robotstream-command-'));
    outside = process.cwd();
    process.chdir(folder);
  });
  afterAll(() => {
    process.chdir(outside);
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    get folder() {
      return folder;
    },
    run: (args, options) => runInProcess(argumentsOf(args), options, undefined, program),
  };
}

/**
 * Runs the command in this process, in the current directory.
 *
 * @param columns makes standard output a terminal of this width
 */
export async function runInProcess(
  args: readonly string[],
  { input = '', env = {} }: RunOptions = {},
  columns?: number,
  program = ROBOTSTREAM,
): Promise<Run> {
  const stdout = Object.assign(new Output(), columns === undefined ? {} : { isTTY: true, columns });
  const stderr = new Output();
  let code: number;
  try {
    code = await program.run(args, { stdin: Readable.from(piped(input)), stdout, stderr, env });
  } catch (error) {
    stderr.write(failureMessage(program, error, args));
    code = EXIT.failure;
  }
  return runOf(code, stdout.octets, stderr.octets);
}

function argumentsOf(args: readonly string[] | string): readonly string[] {
  return typeof args === 'string' ? args.split(' ') : args;
}

/** Input in pieces, as a pipe passes it on. */
function* piped(input: string | Uint8Array): Generator<Buffer, void> {
  const octets = Buffer.from(input);
  for (let start = 0; start < octets.length; start += PIPE_OCTETS) {
    yield octets.subarray(start, start + PIPE_OCTETS);
  }
}

/** Keeps what is written. */
class Output extends Writable {
  readonly #chunks: Buffer[] = [];

  get octets(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
}

/** A build of the packages for the tests of one file, with `examples` and `scripts/start.mjs`. */
export interface BuiltCommand extends Build, Command {
  /** The program. */
  readonly main: string;
  /** Starts the command. */
  start(args: readonly string[], options?: RunOptions): ChildProcessWithoutNullStreams;
}

/** The built command, for tests of what only a process has: signals, file descriptors, memory. */
export function useBuiltCommand({ packageName }: TestedProgram = COMMAND): BuiltCommand {
  const build = useBuild();
  beforeAll(() => {
    for (const path of COPIED) cpSync(join(ROOT, path), join(build.folder, path), { recursive: true });
    mkdirSync(join(build.folder, 'packages'));
    symlinkSync(build.folderOf('@robotstream/cli'), join(build.folder, 'packages/cli'));
  });

  const main = () => join(build.folderOf(packageName), 'dist/main.js');
  const start: BuiltCommand['start'] = (args, { env = {} } = {}) =>
    spawn(process.execPath, [main(), ...args], {
      cwd: build.folder,
      env: { PATH: process.env.PATH, ...env },
    });
  const run: BuiltCommand['run'] = async (args, options = {}) => {
    const child = start(argumentsOf(args), options);
    child.stdin.on('error', () => {}); // the command may not read to the end
    child.stdin.end(options.input ?? '');
    return finished(child);
  };
  return {
    get folder() {
      return build.folder;
    },
    get main() {
      return main();
    },
    folderOf: build.folderOf,
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
  return runOf(code, Buffer.concat(stdout), Buffer.concat(stderr));
}

function runOf(code: number | null, stdoutOctets: Buffer, stderr: Buffer): Run {
  return {
    code,
    stdout: stdoutOctets.toString(),
    stdoutOctets,
    stderr: withoutProgress(stderr.toString()),
  };
}

/** Standard error without the progress of a survey, which a busy machine prints after some seconds. */
export function withoutProgress(stderr: string): string {
  return stderr.replace(/^\{"inputs":.*\n/gm, '');
}
