/**
 * `robotstream survey enqueue`: puts inputs into a queue.
 */
import type { Arguments } from '../arguments.js';
import type { Command, CommandContext } from '../command.js';
import { EXIT, type ExitCode } from '../exit.js';
import { count } from '../terminal.js';
import { QUEUE_OPTIONS, withQueue } from './queue-options.js';
import { QUESTION_OPTIONS, questionRequestOf } from './request.js';

export const enqueueCommand: Command = {
  usage: [{ operands: 'INPUT...', needs: ['queue'] }],
  about:
    'Puts inputs into a queue, from which "survey work" takes them on any number of machines. An input that the queue has already, with the same options, is not added again.',
  options: { ...QUEUE_OPTIONS, ...QUESTION_OPTIONS },
  exitCodes: { 0: 'the inputs are in the queue', 2: 'wrong usage, or the queue cannot be used' },
  examples: ['robotstream survey enqueue --inputs paths.txt --set ai --queue redis://queue:6379'],
  run,
};

async function run(args: Arguments, context: CommandContext): Promise<ExitCode> {
  const { inputs, format, tables, questions } = await questionRequestOf(args, context);
  const added = await withQueue(args, (queue) => queue.enqueue({ ...questions, inputs, format, tables }));
  context.stderr.write(`${count(added, 'input')} in the queue\n`);
  return EXIT.fine;
}
