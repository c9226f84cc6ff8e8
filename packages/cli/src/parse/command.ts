/**
 * `robotstream parse`: what a robots.txt says, and what is wrong with it.
 */
import type { RobotsDocument } from 'robotstream';
import type { Arguments } from '../../../command-line/src/arguments.js';
import type { Command, CommandContext } from '../../../command-line/src/command.js';
import { EXIT, type ExitCode } from '../../../command-line/src/exit.js';
import { positionalOf } from '../../../command-line/src/option-values.js';
import { print } from '../../../command-line/src/output.js';
import { inputOf, isUrlArgument, ownRobotsTxt } from '../input.js';
import { NETWORK_NAMES, NETWORK_OPTIONS, refuseNetworkOptions, sourceRequestOf } from '../network-options.js';
import { MAX_OCTETS_OPTION, maxOctetsOf } from '../options.js';
import { readRules } from '../robots-source.js';
import { documentText } from './document-text.js';
import { documentJson, printEvents } from './json.js';

export const parseCommand: Command = {
  usage: [{ operands: '[FILE|-]', without: NETWORK_NAMES }, { operands: 'URL' }],
  about:
    'Shows what a robots.txt says, as RFC 9309 reads it: groups with their rules and extension records, sitemaps, other records, and diagnostics.\n' +
    'FILE is a robots.txt, by default ./robots.txt; - is standard input. The robots.txt of an http, https or ftp URL is fetched.',
  operandKinds: ['source'],
  options: {
    json: { help: 'Print the document as JSON.' },
    events: {
      excludes: 'json',
      help: 'Print one JSON object per line for each line of the file, while the file is read.',
    },
    ...MAX_OCTETS_OPTION,
    ...NETWORK_OPTIONS,
  },
  sections: () => [
    [
      'places',
      'Lines and columns count from 1; columns count bytes. In JSON, a place is a span: start and end are byte offsets from 0 in the file, and end is exclusive.',
    ],
  ],
  exitCodes: {
    0: 'no diagnostic has severity error',
    1: 'a diagnostic has severity error; with --events: a diagnostic of a line by itself, or the file is longer than the parsing limit',
    2: 'wrong usage, or a file that cannot be read or fetched',
  },
  examples: [
    'robotstream parse robots.txt',
    'robotstream parse example.com',
    'robotstream parse robots.txt --json',
  ],
  run,
};

async function run(args: Arguments, context: CommandContext): Promise<ExitCode> {
  const maxOctets = maxOctetsOf(args);
  const file = positionalOf(args, 'FILE or URL') ?? ownRobotsTxt();
  const { stdout } = context;
  if (args.has('events') && !isUrlArgument(file)) {
    refuseNetworkOptions(args);
    const { octets } = inputOf(file, context);
    return exitCode(await printEvents(octets, stdout, maxOctets));
  }
  const { name, document } = await readRules(file, sourceRequestOf(args, [file]), context);
  if (args.has('events')) return exitCode(await printEvents(chunksOf(document), stdout, maxOctets));
  await print(
    stdout,
    args.has('json') ? documentJson(document) : documentText(document, name, file, context),
  );
  return exitCode(document.diagnostics.some(({ severity }) => severity === 'error'));
}

/** The octets of a file that was fetched. */
async function* chunksOf({ octets }: RobotsDocument): AsyncGenerator<Uint8Array, void> {
  yield octets;
}

function exitCode(hasErrors: boolean): ExitCode {
  return hasErrors ? EXIT.findings : EXIT.fine;
}
