/**
 * `robotstream check`: whether URLs may be fetched, and why.
 */
import type { Command, Surroundings } from '../command.js';
import {
  AGENT_OPTION,
  agentsOf,
  MAX_OCTETS_OPTION,
  maxOctetsOf,
  PROFILE_OPTION,
  profileOf,
} from '../common-options.js';
import { type ExitCode, UsageError } from '../exit.js';
import { NETWORK_OPTIONS, networkSettingsOf } from '../network-options.js';
import type { Arguments } from '../options.js';
import { version } from '../version.js';
import { runBatch } from './batch-mode.js';
import { checkSites } from './check-sites.js';
import { checkUrls } from './check-urls.js';
import { CHECK_SECTIONS } from './help-sections.js';

const NAME = 'check';

export const checkCommand: Command = {
  usage: [
    'check FILE|- URL... --agent NAME... [--profile P] [--json] [--max-octets N]',
    'check URL... --agent NAME... [--profile P] [--json] [--max-octets N]\n' +
      '                         [--user-agent STRING] [--cache FILE] [--timeout SECONDS]',
    'check --batch [--profile P] [--max-octets N]',
  ],
  about:
    'Judges URLs by a robots.txt: whether they may be fetched, by which line, and why.\n' +
    'FILE is a robots.txt; - is standard input. A URL is then absolute, or a path that begins with "/".\n' +
    'Without FILE, where an http, https or ftp URL comes first, each URL is judged by the robots.txt of its\n' +
    'own site, which is fetched.',
  options: {
    ...AGENT_OPTION,
    ...PROFILE_OPTION,
    json: { help: 'Print one JSON object for each URL, one a line.' },
    batch: { help: 'Answer questions from standard input, one JSON object a line.' },
    ...MAX_OCTETS_OPTION,
    ...NETWORK_OPTIONS,
  },
  sections: CHECK_SECTIONS,
  run,
};

/** What tells a URL to be fetched for from a FILE. */
const FETCHED_URL = /^(?:https?|ftp):\/\//i;

/** @throws {UsageError | InputError | Interrupted} */
async function run(args: Arguments, surroundings: Surroundings): Promise<ExitCode> {
  const profile = profileOf(args, NAME);
  const maxOctets = maxOctetsOf(args, NAME);
  if (args.has('batch')) {
    refuseWithBatch(args);
    return runBatch({ profile, maxOctets }, surroundings);
  }
  const { positionals } = args;
  const [file, ...urls] = positionals;
  if (file === undefined) throw new UsageError('no FILE and no URL is given', NAME);
  const asJson = args.has('json');
  if (FETCHED_URL.test(file)) {
    const agents = givenAgents(args);
    const network = networkSettingsOf(args, agents, version(), NAME);
    return checkSites({ ...network, urls: positionals, agents, profile, maxOctets, asJson }, surroundings);
  }
  refuseNetworkOptions(args, 'FILE is read, nothing is fetched');
  if (urls.length === 0) throw new UsageError('no URL is given', NAME);
  return checkUrls({ file, urls, agents: givenAgents(args), profile, maxOctets, asJson }, surroundings);
}

function refuseWithBatch(args: Arguments): void {
  if (args.positionals.length > 0) {
    throw new UsageError('--batch takes no FILE and no URL; they come from standard input', NAME);
  }
  if (args.has('agent')) {
    throw new UsageError('--batch takes no --agent; each line of standard input has its own', NAME);
  }
  refuseNetworkOptions(args, '--batch fetches nothing');
}

function refuseNetworkOptions(args: Arguments, why: string): void {
  const given = Object.keys(NETWORK_OPTIONS).find((name) => args.has(name));
  if (given !== undefined) throw new UsageError(`--${given} has no bearing here: ${why}`, NAME);
}

function givenAgents(args: Arguments): readonly string[] {
  const agents = agentsOf(args, NAME);
  if (agents.length > 0) return agents;
  throw new UsageError(`no --agent is given; '*' asks as nobody in particular`, NAME);
}
