/**
 * A survey whose rows are printed: a pure step for any engine, a capture in and its rows out.
 */
import { survey } from '@robotstream/survey';
import type { CommandContext } from '../../../command-line/src/command.js';
import {
  EXIT,
  type ExitCode,
  InputError,
  namedSystemError,
  untilInterrupted,
} from '../../../command-line/src/exit.js';
import { visible } from '../../../command-line/src/terminal.js';
import { standardInput } from '../input.js';
import { namingList } from './folder-errors.js';
import { STANDARD_INPUT, type SurveyRequest } from './request.js';

/** Prints the rows of the inputs in turn, as NDJSON. */
export function surveyToOutput(request: SurveyRequest, context: CommandContext): Promise<ExitCode> {
  return untilInterrupted((signal) => printRows(request, context, signal));
}

async function printRows(
  { inputs, tables, questions, servers, isStrict }: SurveyRequest,
  context: CommandContext,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { stderr } = context;
  const output = new RowOutput(context.stdout);
  let code: ExitCode = EXIT.fine;
  for (const input of inputs) {
    try {
      const source = input === STANDARD_INPUT ? standardInput(context) : input;
      const options = { ...questions, tables, name: input, ...servers, signal };
      for await (const { table, id, row } of survey(source, options)) {
        await output.write(`${JSON.stringify({ table, id, ...row })}\n`);
        if (table === 'faults' && isStrict && code === EXIT.fine) code = EXIT.findings;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error === output.error) throw error; // no input is at fault
      const named = namingList(error, questions.sites);
      if (named !== error) throw named;
      code = EXIT.failure;
      stderr.write(`robotstream: ${messageOf(error, input)}\n`);
    }
  }
  await output.flush();
  return code;
}

/** How much text is collected before it is written. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Collects lines, and writes them when there are many, or when no more are ready: a program may wait for the rows of a line before it writes the next one. */
class RowOutput {
  /** What the output failed with. */
  error: unknown;
  readonly #stdout: CommandContext['stdout'];
  #text = '';
  #isFlushing = false;

  constructor(stdout: CommandContext['stdout']) {
    this.#stdout = stdout;
  }

  /** Adds a line, and waits if the output is slower. */
  async write(line: string): Promise<void> {
    if (this.error !== undefined) throw this.error;
    this.#text += line;
    if (this.#text.length >= CHUNK_CHARACTERS) return this.flush();
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    setImmediate(() => {
      this.#isFlushing = false;
      this.flush().catch(() => {}); // the next line says it, or the end
    });
  }

  /** Writes what is collected. */
  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    if (text !== '')
      await written(this.#stdout, text).catch((error: unknown) => {
        this.error = error;
      });
    if (this.error !== undefined) throw this.error;
  }
}

/** Writes a text, and waits whenever the output is slower. A pipeline for each text would leave its listeners on the output. */
function written(stdout: CommandContext['stdout'], text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** An error of an input in one line, with its name. */
export function messageOf(error: unknown, input: string): string {
  const named = namedSystemError(error, input) as Error;
  const { message } = named;
  const hasName = named instanceof InputError || message.startsWith(input);
  return visible(hasName ? message : `${input}: ${message}`);
}
