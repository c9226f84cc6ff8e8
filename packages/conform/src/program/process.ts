/**
 * The program under test as a process: lines in, lines out, and how it ends.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { InputError, systemErrorCode } from '../../../command-line/src/exit.js';
import { type Line, LineCutter } from '../../../command-line/src/lines.js';

/** A program and its arguments. */
export type CommandLine = readonly [program: string, ...args: string[]];

/** Variables of the environment. */
export type Environment = { readonly [name: string]: string };

/** The longest line of output that is read, in octets. */
const MAX_LINE_OCTETS = 1024 * 1024;

/** How much of standard error is kept, in octets: its end says why a program failed. */
const KEPT_OCTETS = 2048;

/** How a process ended. */
export interface Ending {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of what it wrote to standard error. */
  readonly lastWords: string;
}

/** A process of the program under test. */
export class ProgramProcess {
  /** Resolves when the process has ended and its output is read; rejects with an {@link InputError} if it cannot be started. */
  readonly ended: Promise<Ending>;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #name: string;
  #lastWords = Buffer.alloc(0);

  /**
   * Starts the program, without a shell.
   *
   * @param onLine called with each line of its output
   * @param env is added to the environment of this process
   */
  constructor([program, ...args]: CommandLine, onLine: (line: Line) => void, env: Environment = {}) {
    this.#name = program;
    // In a process group of its own, so that what it starts is ended with it.
    const detached = process.platform !== 'win32';
    this.#child = spawn(program, args, { stdio: 'pipe', detached, env: { ...process.env, ...env } });
    const { stdin, stdout, stderr } = this.#child;
    const cutter = new LineCutter(MAX_LINE_OCTETS);
    const read = (lines: readonly Line[]): void => {
      for (const line of lines) onLine(line);
    };
    stdout.on('data', (chunk: Buffer) => read(cutter.cut(chunk)));
    stdout.once('end', () => read(cutter.end()));
    stderr.on('data', (chunk: Buffer) => {
      this.#lastWords = Buffer.concat([this.#lastWords, chunk]).subarray(-KEPT_OCTETS);
    });
    stdin.on('error', () => {}); // the program has closed its input: how it ends says why
    this.ended = this.#end();
    this.ended.catch(() => {}); // reported to those who await it
  }

  /**
   * Writes a line, and waits while the program does not read.
   *
   * @returns whether the program still reads
   */
  async write(text: string): Promise<boolean> {
    const { stdin } = this.#child;
    if (!stdin.writable) return false;
    if (stdin.write(`${text}\n`)) return true;
    return new Promise((resolve) => {
      const done = (): void => {
        stdin.off('drain', done).off('close', done);
        resolve(stdin.writable);
      };
      stdin.once('drain', done).once('close', done);
    });
  }

  /** Ends its input. */
  endInput(): void {
    this.#child.stdin.end();
  }

  /** Ends the process, and those that it has started, at once. */
  kill(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch (error) {
      if (systemErrorCode(error) !== 'ESRCH') throw error; // it has ended already
    }
  }

  #end(): Promise<Ending> {
    return new Promise((resolve, reject) => {
      this.#child.once('error', (error) => reject(this.#startError(error)));
      this.#child.once('close', (code, signal) => {
        resolve({ code, signal, lastWords: this.#lastWords.toString().trim() });
      });
    });
  }

  #startError(error: Error): unknown {
    const reasons: { readonly [code: string]: string } = {
      ENOENT: 'no such program',
      EACCES: 'it may not be executed',
    };
    const code = systemErrorCode(error);
    const reason = reasons[code ?? ''] ?? error.message;
    return new InputError(`${JSON.stringify(this.#name)} cannot be started: ${reason}`, { cause: error });
  }
}

/** How a process ended, in words: `ended with exit code 1`. */
export function endingText({ code, signal }: Ending): string {
  return signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
}

/** A command line for messages. */
export function commandText(command: CommandLine): string {
  return command.map((part) => (/^[\w./:=@%+-]+$/.test(part) ? part : JSON.stringify(part))).join(' ');
}
