/** A sub-command in this process, for tests in which the process is not the point. */
import { Readable, Writable } from 'node:stream';
import { HELP_OPTION, readArguments } from '../../../src/cli/arguments.js';
import type { CommandContext } from '../../../src/cli/command.js';
import { COMMANDS } from '../../../src/cli/commands.js';
import { InputError, UsageError } from '../../../src/cli/exit.js';

export interface InProcessOptions {
  readonly input?: string | Uint8Array;
  /** The width of the terminal; standard output is one only if it is given. */
  readonly columns?: number;
  readonly env?: { readonly [name: string]: string };
}

/** What a sub-command prints, and its exit code; usage and input errors as `main.ts` reports them. */
export async function runInProcess(
  [name = '', ...args]: readonly string[],
  { input = '', columns, env = {} }: InProcessOptions = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const stdout = new Collector();
  const stderr = new Collector();
  if (columns !== undefined) Object.assign(stdout, { isTTY: true, columns });
  const context: CommandContext = { stdin: Readable.from([Buffer.from(input)]), stdout, stderr, env };
  const end = (code: number) => ({ code, stdout: stdout.text, stderr: stderr.text });
  try {
    const entry = COMMANDS[name];
    if (entry === undefined) throw new UsageError(`unknown command ${name}`);
    const command = await entry.load();
    return end(await command.run(readArguments(args, { ...command.options, ...HELP_OPTION }), context));
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof InputError)) throw error;
    stderr.write(`robotstream: ${error.message}\n`);
    return end(2);
  }
}

class Collector extends Writable {
  declare isTTY?: boolean;
  declare columns?: number;
  readonly #chunks: Buffer[] = [];

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
}
