/**
 * `robotstream survey status` and `robotstream survey retry`: the state of a queue, and its failed inputs again.
 */
import type { Arguments } from '../arguments.js';
import type { Command, CommandContext } from '../command.js';
import { EXIT, type ExitCode } from '../exit.js';
import { print } from '../output.js';
import { count, excerpt, jsonText } from '../terminal.js';
import { QUEUE_OPTIONS, withQueue } from './queue-options.js';

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
    ...failed.map(({ input, reason }) => `  ${excerpt(input)}: ${excerpt(reason)}\n`),
  ];
  await print(stdout, args.has('json') ? [`${jsonText(status)}\n`] : lines);
  return failed.length > 0 ? EXIT.findings : EXIT.fine;
}

async function retry(args: Arguments, { stderr }: CommandContext): Promise<ExitCode> {
  const inputs = await withQueue(args, (queue) => queue.retry());
  stderr.write(`${count(inputs, 'input')} back in the queue\n`);
  return EXIT.fine;
}
