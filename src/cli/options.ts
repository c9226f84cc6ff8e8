/**
 * The options that several sub-commands share: how they are written, and how their values are read.
 */
import { isAllowed, PARSING_LIMIT_OCTETS, PROFILES, type ProfileName, productTokens } from '../index.js';
import type { Arguments, OptionTable } from './arguments.js';
import { UsageError } from './exit.js';
import { version } from './help.js';

const PROFILE_NAMES = Object.keys(PROFILES) as ProfileName[];

export const PROFILE_OPTION: OptionTable = {
  profile: {
    value: 'P',
    help: `The profile to judge by: ${PROFILE_NAMES.join(', ')}. Default: ${PROFILE_NAMES[0]}.`,
  },
};

/** @throws {UsageError} if there is no such profile */
export function profileOf(args: Arguments): ProfileName {
  return profileNamed(args.one('profile') ?? PROFILE_NAMES[0] ?? '');
}

/** @throws {UsageError} if there is no such profile */
export function profileNamed(given: string): ProfileName {
  const name = PROFILE_NAMES.find((profile) => profile === given);
  if (name !== undefined) return name;
  throw new UsageError(
    `unknown profile ${JSON.stringify(given)}; the profiles are ${PROFILE_NAMES.join(', ')}`,
  );
}

export const MAX_OCTETS_OPTION: OptionTable = {
  'max-octets': {
    value: 'N',
    help: `How many octets of a file to read, or Infinity. Default and minimum: ${PARSING_LIMIT_OCTETS} (500 KiB).`,
  },
};

/**
 * @returns `undefined` if none is given
 * @throws {UsageError} if it is neither Infinity nor a whole number from 512000 (RFC 9309 §2.5)
 */
export function maxOctetsOf(args: Arguments): number | undefined {
  const given = args.one('max-octets');
  if (given === undefined) return undefined;
  if (given === 'Infinity') return Infinity;
  const octets = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (octets >= PARSING_LIMIT_OCTETS && Number.isSafeInteger(octets)) return octets;
  throw new UsageError(
    `--max-octets is ${JSON.stringify(given)}; a whole number from ${PARSING_LIMIT_OCTETS} (RFC 9309 §2.5) or Infinity is expected`,
  );
}

export const AGENT_OPTION: OptionTable = {
  agent: {
    value: 'NAME',
    repeatable: true,
    help: 'The crawler: its product token. The groups of several are obeyed together. "*" is any crawler that no group names.',
  },
};

/**
 * @returns the empty list if none is given
 * @throws {UsageError} if one is not a product token
 */
export function agentsOf(args: Arguments): readonly string[] {
  const agents = args.all('agent');
  for (const agent of agents) {
    if (isAgent(agent)) continue;
    const [likely = 'ExampleBot'] = productTokens(agent);
    throw new UsageError(`--agent ${JSON.stringify(agent)} is not a product token, such as ${likely}`);
  }
  return agents;
}

export const ONE_AGENT_OPTION: OptionTable = {
  agent: {
    value: 'NAME',
    help: 'The crawler: its product token. "*" is any crawler that no group names.',
  },
};

/** @throws {UsageError} if no agent is given, or it is not a product token */
export function oneAgentOf(args: Arguments): string {
  const [agent] = requiredAgents(args);
  return agent;
}

/** @throws {UsageError} if no agent is given, or one is not a product token */
export function requiredAgents(args: Arguments): readonly [string, ...string[]] {
  const [first, ...others] = agentsOf(args);
  if (first !== undefined) return [first, ...others];
  throw new UsageError('no --agent is given; "*" is any crawler that no group names');
}

/** Whether the library accepts a name. */
export function isAgent(agent: string): boolean {
  try {
    isAllowed('', '/', { agents: agent });
    return true;
  } catch {
    return false;
  }
}

/** The options of every command that fetches. */
export const NETWORK_OPTIONS: OptionTable = {
  'user-agent': {
    value: 'STRING',
    help: 'The whole User-Agent header to send. Default: every --agent, then robotstream/VERSION, as in "ExampleBot/2.1 robotstream/0.1.0".',
  },
  cache: {
    value: 'FILE',
    help: "Cache results in a SQLite file, created if needed, and do not ask a server again while its result is fresh. Results of another --profile are not used, nor those of another --user-agent if the site's answers vary by it.",
  },
  timeout: {
    value: 'SECONDS',
    help: 'How long fetching one robots.txt may take, redirects included. Default: 60.',
  },
};

/** The values of {@link NETWORK_OPTIONS}. */
export interface NetworkSettings {
  readonly userAgent: string;
  /** The path of the SQLite file; `undefined` for none. */
  readonly cache: string | undefined;
  /** The time limit of a fetch in milliseconds; `undefined` for the default. */
  readonly totalMs: number | undefined;
}

/**
 * @param agents the values of `--agent`, for the default User-Agent header
 * @throws {UsageError} if a value is not accepted
 */
export function networkSettingsOf(args: Arguments, agents: readonly string[]): NetworkSettings {
  const cache = args.one('cache');
  if (cache === '') throw new UsageError('--cache is empty; the path of a file is expected');
  return { userAgent: userAgentOf(args, agents), cache, totalMs: totalMsOf(args) };
}

/** @throws {UsageError} if an option for fetching is given */
export function refuseNetworkOptions(args: Arguments, mode: string): void {
  const given = Object.keys(NETWORK_OPTIONS).find((name) => args.has(name));
  if (given !== undefined) throw new UsageError(`--${given} cannot be used with ${mode}`);
}

/** Whether the User-Agent header names one of the agents, so that a site knows which rules apply (RFC 9309 §2.2.1, SHOULD). */
export function isNamedIn(userAgent: string, agents: readonly string[]): boolean {
  const names = agents.filter((agent) => agent.trim() !== '*').map((agent) => nameOf(agent).toLowerCase());
  return names.length === 0 || names.some((name) => userAgent.toLowerCase().includes(name));
}

/** The product token without its version. */
function nameOf(agent: string): string {
  return agent.split('/', 1)[0]?.trim() ?? '';
}

/** A field value that is not empty, in ASCII (RFC 9110 §5.5). */
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;

/** A product: a token, with or without a version (RFC 9110 §10.1.5). */
const PRODUCT = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:\/[!#$%&'*+.^_`|~0-9A-Za-z-]+)?$/;

function userAgentOf(args: Arguments, agents: readonly string[]): string {
  const given = args.one('user-agent');
  if (given !== undefined) {
    if (HEADER_VALUE.test(given)) return given;
    throw new UsageError(
      `--user-agent is ${JSON.stringify(given)}; printable ASCII without white space around it is expected`,
    );
  }
  const products = agents.map((agent) => agent.trim()).filter((agent) => agent !== '*');
  const wrong = products.find((product) => !PRODUCT.test(product));
  if (wrong === undefined) return [...products, `robotstream/${version()}`].join(' ');
  throw new UsageError(
    `--agent ${JSON.stringify(wrong)} is not a product of a User-Agent header (RFC 9110 §10.1.5); give the whole header by --user-agent`,
  );
}

const SECOND_MS = 1000;

/** The longest delay of a timer in Node, in seconds. */
const MAX_TIMER_SECONDS = 2_147_483;

function totalMsOf(args: Arguments): number | undefined {
  const given = args.one('timeout');
  if (given === undefined) return undefined;
  const ms = /^\d+(?:\.\d+)?$/.test(given) ? Math.round(Number(given) * SECOND_MS) : Number.NaN;
  if (ms >= 1 && ms <= MAX_TIMER_SECONDS * SECOND_MS) return ms;
  throw new UsageError(
    `--timeout is ${JSON.stringify(given)}; seconds from 0.001 to ${MAX_TIMER_SECONDS} are expected`,
  );
}
