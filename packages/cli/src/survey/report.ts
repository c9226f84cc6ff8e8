/**
 * `robotstream survey report`: a page of charts from the tables of a survey.
 */
import { writeFile } from 'node:fs/promises';
import { surveyReport } from '@robotstream/survey';
import type { Arguments } from '../arguments.js';
import type { Command, CommandContext } from '../command.js';
import { EXIT, type ExitCode, InputError, namedSystemError, systemErrorCode, UsageError } from '../exit.js';
import { positionalOf } from '../options.js';
import { print } from '../output.js';

export const reportCommand: Command = {
  usage: [{ operands: 'DIR' }],
  about:
    'Makes one HTML page from the tables that "survey --out DIR" made: what sites refuse to each crawler, how that changes over time, and what the captures are. The page loads nothing and can be printed.',
  options: { output: { value: 'FILE', short: 'o', help: 'The file to write. Default: standard output.' } },
  exitCodes: { 0: 'the page is made', 2: 'wrong usage, or a folder that cannot be read' },
  examples: ['robotstream survey report tables -o report.html'],
  run,
};

async function run(args: Arguments, { stdout }: CommandContext): Promise<ExitCode> {
  const folder = positionalOf(args, 'DIR');
  if (folder === undefined) throw new UsageError('no DIR is given');
  const file = args.one('output');
  if (file === '') throw new UsageError('--output is empty; the path of a file is expected');
  const page = await pageOf(folder);
  if (file === undefined) {
    await print(stdout, [page]);
    return EXIT.fine;
  }
  try {
    await writeFile(file, page);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw namedSystemError(error, file);
    throw new InputError(`${file}: the folder of the file does not exist`, { cause: error });
  }
  return EXIT.fine;
}

async function pageOf(folder: string): Promise<string> {
  try {
    return await surveyReport(folder);
  } catch (error) {
    const named = namedSystemError(error, folder);
    throw named instanceof InputError
      ? named
      : new InputError(`${folder}: ${(error as Error).message}`, { cause: error });
  }
}
