/**
 * `robotstream survey compact`: makes few large files of the parts of a survey.
 */
import { compactTables } from '@robotstream/survey';
import type { Arguments } from '../arguments.js';
import type { Command, CommandContext } from '../command.js';
import { EXIT, type ExitCode, UsageError } from '../exit.js';
import { positionalOf } from '../options.js';
import { count } from '../terminal.js';
import { namingFolders } from './folder-errors.js';
import { requiredFolderOf } from './request.js';

export const compactCommand: Command = {
  usage: [{ operands: 'DIR', needs: ['out'] }],
  about:
    'Copies the tables of a survey into few large Parquet files: one for each month, with row groups of a million rows, where the rows have dates. The parts stay as they are, and so do the files that --keep-bodies kept.',
  options: { out: { value: 'DIR', help: 'The folder for the files.' } },
  exitCodes: {
    0: 'the files are written',
    2: 'wrong usage, a folder that is not that of a survey, or one that cannot be written',
  },
  examples: ['robotstream survey compact tables --out compact'],
  run,
};

async function run(args: Arguments, { stderr }: CommandContext): Promise<ExitCode> {
  const target = requiredFolderOf(args);
  const folder = positionalOf(args, 'DIR');
  if (folder === undefined) throw new UsageError('no DIR is given');
  const { parts, files, rows } = await namingFolders({ read: folder, written: target }, () =>
    compactTables(folder, target),
  );
  stderr.write(`${count(parts, 'part')} with ${count(rows, 'row')} in ${count(files, 'file')}\n`);
  return EXIT.fine;
}
