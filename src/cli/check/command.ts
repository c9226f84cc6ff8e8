/**
 * `robotstream check`: whether URLs may be fetched, and why.
 */
import type { Command, Surroundings } from '../command.js';
import { MAX_OCTETS_OPTION, maxOctetsOf, PROFILE_OPTION, profileOf } from '../common-options.js';
import { type ExitCode, UsageError } from '../exit.js';
import type { Arguments } from '../options.js';
import { runBatch } from './batch-mode.js';
import { checkUrls } from './check-urls.js';
import { CHECK_SECTIONS } from './help-sections.js';

const NAME = 'check';

export const checkCommand: Command = {
  usage: [
    'check FILE|- URL... --agent NAME... [--profile P] [--json] [--max-octets N]',
    'check --batch [--profile P] [--max-octets N]',
  ],
  about:
    'Judges URLs by a robots.txt: whether they may be fetched, by which line, and why.\n' +
    'FILE is a robots.txt; - is standard input. A URL is absolute, or a path that begins with "/".',
  options: {
    agent: {
      value: 'NAME',
      repeatable: true,
      help: 'Who asks: a product token. Several are obeyed together. "*" asks as nobody in particular.',
    },
    ...PROFILE_OPTION,
    json: { help: 'Print one JSON object for each URL, one a line.' },
    batch: { help: 'Answer questions from standard input, one JSON object a line.' },
    ...MAX_OCTETS_OPTION,
  },
  sections: CHECK_SECTIONS,
  run,
};

/** @throws {UsageError | InputError} */
async function run(args: Arguments, surroundings: Surroundings): Promise<ExitCode> {
  const profile = profileOf(args, NAME);
  const maxOctets = maxOctetsOf(args, NAME);
  if (args.has('batch')) {
    refuseWithBatch(args);
    return runBatch({ profile, maxOctets }, surroundings);
  }
  const [file, ...urls] = args.positionals;
  if (file === undefined) throw new UsageError('no FILE is given', NAME);
  if (urls.length === 0) throw new UsageError('no URL is given', NAME);
  const agents = agentsOf(args);
  return checkUrls({ file, urls, agents, profile, maxOctets, asJson: args.has('json') }, surroundings);
}

function refuseWithBatch(args: Arguments): void {
  if (args.positionals.length > 0) {
    throw new UsageError('--batch takes no FILE and no URL; they come from standard input', NAME);
  }
  if (args.has('agent')) {
    throw new UsageError('--batch takes no --agent; each line of standard input has its own', NAME);
  }
}

function agentsOf(args: Arguments): readonly string[] {
  const agents = args.all('agent');
  if (agents.length === 0) {
    throw new UsageError(`no --agent is given; '*' asks as nobody in particular`, NAME);
  }
  for (const agent of agents) {
    if (agent.split('/', 1)[0]?.trim() === '') {
      throw new UsageError(
        `--agent ${JSON.stringify(agent)} names nobody; a product token, such as ExampleBot, is expected`,
        NAME,
      );
    }
  }
  return agents;
}
