/**
 * `robotstream survey enqueue`, `status` and `retry`, and what the commands that use a queue share.
 */
import { openSurveyQueue, type SurveyQueue } from '@robotstream/survey';
import { RobotsError } from 'robotstream';
import type { Arguments, OptionTable } from '../arguments.js';
import type { Command, CommandContext } from '../command.js';
import { EXIT, type ExitCode, InputError, UsageError } from '../exit.js';
import { print } from '../output.js';
import { count, excerpt, jsonText } from '../terminal.js';
import { namingList } from './folder-errors.js';
import { QUESTION_OPTIONS, questionRequestOf } from './request.js';

export const QUEUE_OPTIONS: OptionTable = {
  queue: {
    value: 'URL',
    help: 'The Redis or Valkey server of the queue: redis://host:port. Needs the packages bullmq and @redis/client.',
  },
  name: {
    value: 'NAME',
    help: 'The name of the queue, if the server has several. Default: robotstream-survey.',
  },
};

/**
 * Opens the queue, passes it to `use`, and closes it.
 *
 * @throws {UsageError} (rejects) if `--queue` is missing, or is not the URL of a server
 * @throws {InputError} (rejects) if a package is missing, or the server cannot be reached
 */
export async function withQueue<Value>(
  args: Arguments,
  use: (queue: SurveyQueue) => Promise<Value>,
): Promise<Value> {
  const url = args.one('queue');
  if (url === undefined) throw new UsageError('--queue is missing; redis://host:port is expected');
  const name = args.one('name');
  let queue: SurveyQueue;
  try {
    queue = await openSurveyQueue({ url, name });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`--queue: ${error.message}`);
    throw new InputError((error as Error).message, { cause: error });
  }
  try {
    return await use(queue);
  } catch (error) {
    throw error instanceof RobotsError ? new InputError(error.message, { cause: error }) : error;
  } finally {
    await queue.close();
  }
}

export const enqueueCommand: Command = {
  usage: [{ operands: 'INPUT...', needs: ['queue'] }],
  about:
    'Puts inputs into a queue, from which "survey work" takes them on any number of machines. An input that the queue has already, with the same options, is not added again.',
  options: { ...QUEUE_OPTIONS, ...QUESTION_OPTIONS },
  exitCodes: { 0: 'the inputs are in the queue', 2: 'wrong usage, or the queue cannot be used' },
  examples: ['robotstream survey enqueue --inputs paths.txt --set ai --queue redis://queue:6379'],
  run: enqueue,
};

async function enqueue(args: Arguments, context: CommandContext): Promise<ExitCode> {
  const { inputs, format, tables, questions } = await questionRequestOf(args, context);
  const added = await withQueue(args, (queue) =>
    queue.enqueue({ ...questions, inputs, format, tables }).catch((error: unknown) => {
      throw namingList(error, questions.sites);
    }),
  );
  context.stderr.write(`${count(added, 'input')} in the queue\n`);
  return EXIT.fine;
}

export const statusCommand: Command = {
  usage: [{ needs: ['queue'] }],
  about:
    'Shows how many inputs of a queue wait, are in progress and are done, and which failed at every attempt, with the reason.',
  options: {
    ...QUEUE_OPTIONS,
    json: { help: 'Print {"waiting", "active", "done", "failed": [{"input", "reason"}]}.' },
  },
  exitCodes: { 0: 'no input failed', 1: 'an input failed', 2: 'wrong usage, or the queue cannot be used' },
  examples: ['robotstream survey status --queue redis://queue:6379'],
  run: showStatus,
};

export const retryCommand: Command = {
  usage: [{ needs: ['queue'] }],
  about: 'Puts the inputs that failed at every attempt back into the queue.',
  options: QUEUE_OPTIONS,
  exitCodes: {
    0: 'the inputs that had failed are in the queue',
    2: 'wrong usage, or the queue cannot be used',
  },
  examples: ['robotstream survey retry --queue redis://queue:6379'],
  run: retry,
};

async function showStatus(args: Arguments, { stdout }: CommandContext): Promise<ExitCode> {
  const status = await withQueue(args, (queue) => queue.status());
  const { waiting, active, done, failed } = status;
  const lines = [
    `waiting  ${waiting}\nactive   ${active}\ndone     ${done}\nfailed   ${failed.length}\n`,
    ...failed.map(({ input, reason }) => {
      const why = reason.startsWith(`${input}: `) ? reason.slice(`${input}: `.length) : reason;
      return `  ${excerpt(input)}: ${excerpt(why)}\n`;
    }),
  ];
  await print(stdout, args.has('json') ? [`${jsonText(status)}\n`] : lines);
  return failed.length > 0 ? EXIT.findings : EXIT.fine;
}

async function retry(args: Arguments, { stderr }: CommandContext): Promise<ExitCode> {
  const inputs = await withQueue(args, (queue) => queue.retry());
  stderr.write(`${count(inputs, 'input')} back in the queue\n`);
  return EXIT.fine;
}
