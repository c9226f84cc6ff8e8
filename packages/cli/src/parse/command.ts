/**
 * `robotstream parse`: what a robots.txt says, and what is wrong with it.
 */
import { parse } from 'robotstream';
import type { Arguments } from '../arguments.js';
import type { Command, CommandContext } from '../command.js';
import { EXIT, type ExitCode, UsageError } from '../exit.js';
import { inputOf } from '../input.js';
import { MAX_OCTETS_OPTION, maxOctetsOf, positionalOf } from '../options.js';
import { print } from '../output.js';
import { noteKind } from '../robots-source.js';
import { documentText } from './document-text.js';
import { documentJson, printEvents } from './json.js';

export const parseCommand: Command = {
  usage: [{ operands: 'FILE|-' }],
  about:
    'Shows what a robots.txt says, as RFC 9309 reads it: groups with their rules and extension records, sitemaps, other records, and diagnostics. FILE is a robots.txt; - is standard input.',
  options: {
    json: { help: 'Print the document as JSON.' },
    events: {
      excludes: 'json',
      help: 'Print one JSON object per line for each line of the file, while the file is read.',
    },
    ...MAX_OCTETS_OPTION,
  },
  sections: () => [
    [
      'places',
      'Lines and columns count from 1; columns count octets. In JSON, a place is a span: start and end are octet offsets from 0 in the file, and end is exclusive.',
    ],
  ],
  exitCodes: {
    0: 'no diagnostic has severity error',
    1: 'a diagnostic has severity error; with --events: a diagnostic of a line by itself, or the file is longer than the parsing limit',
    2: 'wrong usage, or a file that cannot be read',
  },
  examples: [
    'robotstream parse robots.txt',
    'robotstream fetch https://example.com/ --body 2> facts.txt | robotstream parse - --json',
  ],
  run,
};

async function run(args: Arguments, context: CommandContext): Promise<ExitCode> {
  const maxOctets = maxOctetsOf(args);
  const file = positionalOf(args, 'FILE');
  if (file === undefined) throw new UsageError('no FILE is given');

  const { name, octets } = inputOf(file, context);
  const { stdout } = context;
  if (args.has('events')) return exitCode(await printEvents(octets, stdout, maxOctets));
  const document = await parse(octets, { maxOctets });
  noteKind(name, document, context);
  await print(
    stdout,
    args.has('json') ? documentJson(document) : documentText(document, name, file, context),
  );
  return exitCode(document.diagnostics.some(({ severity }) => severity === 'error'));
}

function exitCode(hasErrors: boolean): ExitCode {
  return hasErrors ? EXIT.findings : EXIT.fine;
}
