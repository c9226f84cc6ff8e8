/**
 * A survey whose rows are printed.
 */
import { csvWriter, ndjsonWriter, survey } from '@robotstream/survey';
import type { CommandContext } from '../command.js';
import { EXIT, type ExitCode, InputError, namedSystemError, untilInterrupted } from '../exit.js';
import { standardInput } from '../input.js';
import { excerpt, visible } from '../terminal.js';
import { namingList } from './folder-errors.js';
import { STANDARD_INPUT, type SurveyRequest } from './request.js';

/** Prints the rows of the inputs in turn. Faults go to standard error, unless they are the table that is printed. */
export function surveyToOutput(request: SurveyRequest, context: CommandContext): Promise<ExitCode> {
  return untilInterrupted((signal) => printRows(request, context, signal));
}

async function printRows(
  { inputs, format, tables, questions, servers }: SurveyRequest,
  context: CommandContext,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { stdout, stderr } = context;
  const [wanted = 'verdicts'] = tables;
  let outputError: unknown;
  const output = (octets: Uint8Array) =>
    written(stdout, octets).catch((error: unknown) => {
      outputError = error;
      throw error;
    });
  const writer = format === 'csv' ? csvWriter(wanted, output) : ndjsonWriter(output);
  let code: ExitCode = EXIT.fine;
  for (const input of inputs) {
    try {
      const source = input === STANDARD_INPUT ? standardInput(context) : input;
      for await (const { table, row } of survey(source, {
        ...questions,
        tables,
        name: input,
        ...servers,
        signal,
      })) {
        if (table === wanted) {
          writer.write(row);
          await writer.flush();
        }
        if (table === 'faults') {
          if (code === EXIT.fine) code = EXIT.findings;
          if (wanted !== 'faults')
            stderr.write(`robotstream: ${excerpt(input)}: octet ${row.inputOffset}: ${row.message}\n`);
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error === outputError) throw error; // no input is at fault
      const named = namingList(error, questions.sites);
      if (named !== error) throw named;
      code = EXIT.failure;
      stderr.write(`robotstream: ${messageOf(error, input)}\n`);
    }
  }
  await writer.end();
  return code;
}

/** Writes octets, and waits whenever the output is slower. */
function written(stdout: CommandContext['stdout'], octets: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(octets, (error) => (error ? reject(error) : resolve()));
  });
}

/** An error of an input in one line, with its name. */
export function messageOf(error: unknown, input: string): string {
  const named = namedSystemError(error, input) as Error;
  const { message } = named;
  const hasName = named instanceof InputError || message.startsWith(input);
  return visible(hasName ? message : `${input}: ${message}`);
}
