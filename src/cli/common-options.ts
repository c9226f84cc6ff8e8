/**
 * The options that several sub-commands share, and what they accept.
 */
import { isAllowed, PARSING_LIMIT_OCTETS, PROFILES, type ProfileName, productTokens } from '../index.js';
import { UsageError } from './exit.js';
import type { Arguments, OptionTable } from './options.js';

const PROFILE_NAMES = Object.keys(PROFILES) as ProfileName[];

export const PROFILE_OPTION: OptionTable = {
  profile: {
    value: 'P',
    help: `Whose reading to judge by: ${PROFILE_NAMES.join(', ')}. Default: ${PROFILE_NAMES[0]}.`,
  },
};

export const MAX_OCTETS_OPTION: OptionTable = {
  'max-octets': {
    value: 'N',
    help: `How much of a file is read: N octets, or Infinity. Default, and least: ${PARSING_LIMIT_OCTETS} (500 KiB).`,
  },
};

export const AGENT_OPTION: OptionTable = {
  agent: {
    value: 'NAME',
    repeatable: true,
    help: 'Who asks: a product token. Several are obeyed together. "*" asks as nobody in particular.',
  },
};

/**
 * @returns the empty list if none is given
 * @throws {UsageError} if one is not a product token
 */
export function agentsOf(args: Arguments, command: string): readonly string[] {
  const agents = args.all('agent');
  for (const agent of agents) {
    if (isAgent(agent)) continue;
    const [likely = 'ExampleBot'] = productTokens(agent);
    throw new UsageError(
      `--agent ${JSON.stringify(agent)} is not a product token, such as ${likely}`,
      command,
    );
  }
  return agents;
}

/** Whether the library accepts a name. */
function isAgent(agent: string): boolean {
  try {
    isAllowed('', '/', { agents: agent });
    return true;
  } catch {
    return false;
  }
}

/** @throws {UsageError} if there is no such profile */
export function profileOf(args: Arguments, command: string): ProfileName {
  const given = args.one('profile') ?? PROFILE_NAMES[0];
  const name = PROFILE_NAMES.find((profile) => profile === given);
  if (name !== undefined) return name;
  throw new UsageError(
    `no profile is called ${JSON.stringify(given)}; there are ${PROFILE_NAMES.join(', ')}`,
    command,
  );
}

/**
 * @returns undefined if none is given
 * @throws {UsageError} if it is no whole number, or less than RFC 9309 §2.5 has parsed at least
 */
export function maxOctetsOf(args: Arguments, command: string): number | undefined {
  const given = args.one('max-octets');
  if (given === undefined) return undefined;
  if (given === 'Infinity') return Infinity;
  const octets = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (octets >= PARSING_LIMIT_OCTETS && Number.isSafeInteger(octets)) return octets;
  throw new UsageError(
    `--max-octets is ${JSON.stringify(given)}; a whole number from ${PARSING_LIMIT_OCTETS} (RFC 9309 §2.5) or Infinity is expected`,
    command,
  );
}
