/**
 * `robotstream fetch`: what comes of fetching the robots.txt that governs a URL.
 */
import { robotsUrl } from '../../index.js';
import type { Command, Surroundings } from '../command.js';
import {
  AGENT_OPTION,
  agentsOf,
  MAX_OCTETS_OPTION,
  maxOctetsOf,
  PROFILE_OPTION,
  profileOf,
} from '../common-options.js';
import { EXIT, type ExitCode, InputError, UsageError } from '../exit.js';
import { untilInterrupted } from '../interrupt.js';
import { NETWORK_OPTIONS, networkSettingsOf } from '../network-options.js';
import type { Arguments } from '../options.js';
import { print, printOctets } from '../output.js';
import { styleFor } from '../style.js';
import { version } from '../version.js';
import { factsText } from './facts-text.js';
import { FETCH_SECTIONS } from './help-sections.js';
import { obtain } from './obtain.js';

const NAME = 'fetch';

export const fetchCommand: Command = {
  usage: [
    'fetch URL [--agent NAME...] [--user-agent STRING] [--profile P] [--cache FILE]\n' +
      '                         [--json] [--body] [--max-octets N] [--timeout SECONDS]',
  ],
  about:
    'Fetches the robots.txt that governs a URL, by the rules of a profile, and says what came of it and what\n' +
    'that means for access to the site. URL is any http, https or ftp URL of the site.',
  options: {
    agent: { ...AGENT_OPTION.agent, help: 'Who asks, for the default of --user-agent: a product token.' },
    ...PROFILE_OPTION,
    json: { help: 'Print the facts as one JSON object.' },
    body: { help: 'Print the octets of the file, and the facts to standard error.' },
    ...MAX_OCTETS_OPTION,
    ...NETWORK_OPTIONS,
  },
  sections: FETCH_SECTIONS,
  run,
};

/** @throws {UsageError | InputError | Interrupted} */
async function run(args: Arguments, surroundings: Surroundings): Promise<ExitCode> {
  const profile = profileOf(args, NAME);
  const maxOctets = maxOctetsOf(args, NAME);
  const [url, ...more] = args.positionals;
  if (url === undefined) throw new UsageError('no URL is given', NAME);
  if (more.length > 0) throw new UsageError(`one URL is expected, not ${args.positionals.length}`, NAME);
  const agents = agentsOf(args, NAME);
  const network = networkSettingsOf(args, agents, version(), NAME);
  checkUrl(url);

  const request = { ...network, url, agents, profile, maxOctets };
  const { facts, document } = await untilInterrupted((signal) => obtain(request, surroundings, signal));
  const { stdout, stderr } = surroundings;
  const withBody = args.has('body');
  const style = styleFor(withBody ? { stdout: stderr, env: surroundings.env } : surroundings);
  const text = args.has('json') ? `${JSON.stringify(facts)}\n` : factsText(facts, document, style);
  await print(withBody ? stderr : stdout, [text]);
  if (withBody && document !== null) await printOctets(stdout, document.octets);
  return facts.outcome === 'unreachable' ? EXIT.findings : EXIT.fine;
}

function checkUrl(url: string): void {
  try {
    robotsUrl(url);
  } catch (error) {
    if (error instanceof TypeError) throw new InputError(error.message, { cause: error });
    throw error;
  }
}
