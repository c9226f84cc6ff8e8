/**
 * `robotstream survey collect`: moves the parts of several folders into one.
 */
import { collectParts } from '@robotstream/survey';
import type { Arguments } from '../arguments.js';
import type { Command, CommandContext } from '../command.js';
import { EXIT, type ExitCode, UsageError } from '../exit.js';
import { count } from '../terminal.js';
import { namingFolders } from './folder-errors.js';
import { requiredFolderOf } from './request.js';

export const collectCommand: Command = {
  usage: [{ operands: 'DIR...', needs: ['out'] }],
  about:
    'Moves the parts that workers made in their own folders into one folder. All of them must be made with the same options; else nothing is moved. An existing part is replaced, since the same input gives the same part. Of a part that is a symbolic link, the file is copied and the link is removed.',
  options: { out: { value: 'DIR', help: 'The folder for all parts.' } },
  exitCodes: {
    0: 'the parts are moved',
    2: 'wrong usage, a folder that cannot be read or written, or parts of different surveys',
  },
  examples: ['robotstream survey collect worker-1/tables worker-2/tables --out tables'],
  run,
};

async function run(args: Arguments, { stderr }: CommandContext): Promise<ExitCode> {
  const target = requiredFolderOf(args);
  if (args.positionals.length === 0) throw new UsageError('no DIR is given');
  const parts = await namingFolders({ read: target }, () => collectParts(args.positionals, target));
  stderr.write(`${count(parts, 'file')} moved\n`);
  return EXIT.fine;
}
