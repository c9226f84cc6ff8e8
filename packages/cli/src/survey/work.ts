/**
 * `robotstream survey work`: takes inputs from a queue and makes their parts.
 */
import { FolderError, type WorkEvent } from '@robotstream/survey';
import type { Arguments } from '../arguments.js';
import type { Command, CommandContext } from '../command.js';
import { EXIT, type ExitCode, untilInterrupted } from '../exit.js';
import { count } from '../terminal.js';
import { folderFailure } from './into-folder.js';
import { QUEUE_OPTIONS, withQueue } from './queue-commands.js';
import { JOBS_OPTION, jobsOf, requiredFolderOf, SERVER_OPTIONS, serverRequestOf } from './request.js';
import { messageOf } from './to-output.js';

export const workCommand: Command = {
  usage: [{ needs: ['queue', 'out'] }],
  about:
    'Takes inputs from a queue and makes their parts, until it is stopped. Any number of workers may run, on any number of machines. If a worker dies, or Ctrl+C stops it, another one takes over its unfinished inputs. The folder has the parts of one survey: inputs with other options are refused.',
  options: {
    ...QUEUE_OPTIONS,
    out: {
      value: 'DIR',
      help: 'The folder for the parts: shared by all workers, or one for each worker; see "survey collect".',
    },
    ...JOBS_OPTION,
    ...SERVER_OPTIONS,
    'end-when-empty': { help: 'End when the queue is empty, instead of waiting for more.' },
  },
  exitCodes: {
    0: 'the queue is empty',
    1: 'an input failed at every attempt',
    2: 'wrong usage, or the queue or the folder cannot be used, such as one with the parts of a survey with other options',
  },
  examples: ['robotstream survey work --queue redis://queue:6379 --out /shared/tables --jobs 8 --rate 2'],
  run,
};

async function run(args: Arguments, { stderr }: CommandContext): Promise<ExitCode> {
  const folder = requiredFolderOf(args);
  const endWhenEmpty = args.has('end-when-empty');
  const jobs = jobsOf(args);
  const servers = serverRequestOf(args);
  let done = 0;
  let failures = 0;
  /** What has been said of the connection since the last input: it is tried every second or so. */
  const said = new Set<string>();
  const onEvent = (event: WorkEvent): void => {
    if (event.kind === 'done') {
      done++;
      said.clear();
    }
    if (event.kind === 'failed') {
      if (event.isLast) failures++;
      const next = event.isLast ? 'it has failed at every attempt' : 'it will be tried again';
      stderr.write(`robotstream: ${messageOf(event.error, event.input)}; ${next}\n`);
    }
    if (event.kind === 'disconnected' && !said.has(event.error.message)) {
      said.add(event.error.message);
      stderr.write(`robotstream: ${messageOf(event.error, 'queue')}\n`);
    }
  };
  await withQueue(args, (queue) =>
    untilInterrupted((signal) => queue.work({ folder, jobs, endWhenEmpty, ...servers, signal, onEvent })),
  ).catch((error: unknown) => {
    throw error instanceof FolderError ? folderFailure(error, folder, '--out', 'other workers go on') : error;
  });
  stderr.write(`${count(done, 'input')} done by this worker\n`);
  return failures > 0 ? EXIT.findings : EXIT.fine;
}
