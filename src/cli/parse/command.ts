/**
 * `robotstream parse`: what a robots.txt says, and what is odd about it.
 */
import { parse } from '../../index.js';
import type { Command, Surroundings } from '../command.js';
import { MAX_OCTETS_OPTION, maxOctetsOf } from '../common-options.js';
import { EXIT, type ExitCode, UsageError } from '../exit.js';
import { inputOf } from '../input.js';
import type { Arguments } from '../options.js';
import { print } from '../output.js';
import { styleFor } from '../style.js';
import { documentJson } from './document-json.js';
import { documentText } from './document-text.js';
import { printEvents } from './event-lines.js';

const NAME = 'parse';

export const parseCommand: Command = {
  usage: ['parse FILE|- [--json | --events] [--max-octets N]'],
  about:
    'Shows what a robots.txt says, as RFC 9309 reads it: groups with their rules and extension records,\n' +
    'sitemaps, other records, and what is odd about the file. FILE is a robots.txt; - is standard input.',
  options: {
    json: { help: 'Print the document as JSON.' },
    events: {
      help: 'Print one JSON object for each line of the file, one a line, while the file is being read.',
    },
    ...MAX_OCTETS_OPTION,
  },
  sections: [
    [
      'places',
      `Lines and columns count from 1, columns in octets. In JSON a place is a span: start and end count the
octets of the file from 0, and end is the octet behind.`,
    ],
    [
      'exit code',
      `0  there is nothing odd, or nothing that kept a line from being read
1  there is a diagnostic of severity error; with --events: one that a line by itself has, or the
   file is longer than the parsing limit
2  wrong usage, or a file that cannot be read`,
    ],
    [
      'examples',
      `robotstream parse robots.txt
robotstream fetch https://example.com/ --body 2> facts.txt | robotstream parse - --json`,
    ],
  ],
  run,
};

/** @throws {UsageError | InputError} */
async function run(args: Arguments, surroundings: Surroundings): Promise<ExitCode> {
  const maxOctets = maxOctetsOf(args, NAME);
  const [file, ...more] = args.positionals;
  if (file === undefined) throw new UsageError('no FILE is given', NAME);
  if (more.length > 0) throw new UsageError(`one FILE is expected, not ${args.positionals.length}`, NAME);
  if (args.has('json') && args.has('events')) {
    throw new UsageError('--json and --events cannot both be had', NAME);
  }

  const { name, octets } = inputOf(file, surroundings);
  const { stdout } = surroundings;
  if (args.has('events')) return exitCode(await printEvents(octets, stdout, maxOctets));
  const document = await parse(octets, { maxOctets });
  await print(
    stdout,
    args.has('json') ? documentJson(document) : documentText(document, name, styleFor(surroundings)),
  );
  return exitCode(document.diagnostics.some(({ severity }) => severity === 'error'));
}

function exitCode(hasErrors: boolean): ExitCode {
  return hasErrors ? EXIT.findings : EXIT.fine;
}
