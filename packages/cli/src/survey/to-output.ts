/**
 * A survey whose rows are printed: a pure step for any engine, a capture in and its rows out.
 */
import { survey } from '@robotstream/survey';
import type { CommandContext } from '../../../command-line/src/command.js';
import { EXIT, type ExitCode } from '../../../command-line/src/exit.js';
import { BLOCK_CHARACTERS } from '../../../command-line/src/output.js';
import { inputError, standardInput } from '../input.js';
import { complain } from '../notes.js';
import { namingList } from './folder-errors.js';
import { STANDARD_INPUT, type SurveyRequest } from './request.js';

/** Prints the rows of the inputs in turn, as NDJSON. */
export async function surveyToOutput(
  { inputs, tables, questions, servers, isStrict }: SurveyRequest,
  context: CommandContext,
  signal: AbortSignal,
): Promise<ExitCode> {
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
      if (output.error !== undefined) throw output.error; // no input is at fault
      const named = namingList(error, questions.sites);
      if (named !== error) throw named;
      code = EXIT.failure;
      complain(context, inputError(error, input).message);
    }
  }
  await output.flush();
  return code;
}

/** Collects lines, and writes them when there are many, or when no more are ready: a program may wait for the rows of a line before it writes the next one. */
class RowOutput {
  /** What the output failed with. */
  error: unknown;
  readonly #stdout: CommandContext['stdout'];
  #text = '';

  constructor(stdout: CommandContext['stdout']) {
    this.#stdout = stdout;
  }

  /** Adds a line, and waits if the output is slower. */
  async write(line: string): Promise<void> {
    if (this.#text === '') setImmediate(() => void this.flush().catch(() => {})); // the next line says it, or the end
    this.#text += line;
    if (this.error !== undefined || this.#text.length >= BLOCK_CHARACTERS) await this.flush();
  }

  /** Writes what is collected. A pipeline for each text would leave its listeners on the output. */
  async flush(): Promise<void> {
    if (this.error !== undefined) throw this.error;
    const text = this.#text;
    this.#text = '';
    try {
      await new Promise<void>((resolve, reject) => {
        this.#stdout.write(text, (error) => (error ? reject(error) : resolve()));
      });
    } catch (error) {
      this.error = error;
      throw error;
    }
  }
}
