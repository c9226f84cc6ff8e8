/**
 * The options that several sub-commands share: how they are written, and how their values are read.
 */
import { isAllowed, PARSING_LIMIT_OCTETS, type ProfileName, productTokens } from 'robotstream';
import type { Arguments, OptionSpec, OptionTable } from '../../command-line/src/arguments.js';
import type { CommandContext } from '../../command-line/src/command.js';
import { UsageError } from '../../command-line/src/exit.js';
import { PROFILE_NAMES, profileNamed } from '../../command-line/src/named-readers.js';
import { isAgent } from '../../command-line/src/option-values.js';
import type { ReadingName } from '../../command-line/src/reading-name.js';
import { namesText, ownProfileOf } from './caller.js';
import { note } from './notes.js';

/** The profile of crawlers whose reading is not documented. */
export const DEFAULT_PROFILE: ProfileName = 'rfc9309';

/** What applies if no profile is named. */
const OWN_READING = `Default: the one by which the registry says that the crawler reads, such as google for Googlebot, or else ${DEFAULT_PROFILE}.`;

/** `--profile` of the commands that judge a known crawler by its own reading. */
export const READING_OPTION = {
  profile: {
    value: 'P',
    namesReaders: true,
    help: `The profile to judge by: ${PROFILE_NAMES.join(', ')}, or that of a reader, such as python-3.11. ${OWN_READING}`,
  },
} satisfies OptionTable;

/**
 * The profile that is named or, if none is, the one by which all the crawlers read, or else `rfc9309`.
 *
 * @param agents the crawlers that are asked about
 * @throws {UsageError} if there is no such profile
 */
export function profileOf(args: Arguments, agents: readonly string[] = []): ReadingName {
  const [reading, ...others] = new Set(agents.map(ownProfileOf));
  return givenProfileOf(args) ?? (others.length === 0 ? reading : undefined) ?? DEFAULT_PROFILE;
}

/**
 * The profile that is named; `undefined` if each crawler is judged by its own reading.
 *
 * @throws {UsageError} if there is no such profile
 */
export function givenProfileOf(args: Arguments): ReadingName | undefined {
  const given = args.one('profile');
  return given === undefined ? undefined : profileNamed(given);
}

/** How crawlers read a file, for headings: `under rfc9309`, or `as Googlebot reads it: google`. */
export function readingText(agents: readonly string[], given: ReadingName | undefined): string {
  if (given !== undefined) return `under ${given}`;
  const others = agents.filter((agent) => ownProfileOf(agent) !== DEFAULT_PROFILE);
  if (others.length === 0) return `under ${DEFAULT_PROFILE}`;
  const readings = [...new Set(others.map(ownProfileOf))].join(', ');
  const own = `as ${namesText(others)} ${others.length === 1 ? 'reads' : 'read'} it: ${readings}`;
  return others.length === agents.length ? own : `under ${DEFAULT_PROFILE}, and ${own}`;
}

export const MAX_OCTETS_OPTION: OptionTable = {
  'max-octets': {
    value: 'N',
    help: `How many bytes of a file to read, or Infinity. Default and minimum: ${PARSING_LIMIT_OCTETS} (500 KiB).`,
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

/** `--agent`, which each sub-command explains for itself. */
export const AGENT_OPTION: Omit<OptionSpec, 'help'> = { value: 'NAME', repeatable: true };

/**
 * The crawlers of `--agent`, each once.
 *
 * @throws {UsageError} if one is not a product token
 */
export function agentsOf(args: Arguments): readonly string[] {
  const agents = args.all('agent');
  for (const agent of agents) {
    if (isAgent(agent)) continue;
    const [likely = 'ExampleBot'] = productTokens(agent);
    throw new UsageError(`--agent ${JSON.stringify(agent)} is not a product token, such as ${likely}`);
  }
  return withoutRepeated(agents);
}

export const ONE_AGENT_OPTION: OptionTable = {
  agent: {
    value: 'NAME',
    help: 'The crawler: its product token. Default: "*", any crawler that no group names.',
  },
};

/** @throws {UsageError} if it is not a product token */
export function oneAgentOf(args: Arguments, context: CommandContext): string {
  return askedAgents(args, context)[0] as string;
}

/**
 * The crawlers that are asked about: without `--agent`, any that no group names, which a note says.
 *
 * @throws {UsageError} if one is not a product token
 */
export function askedAgents(args: Arguments, context: CommandContext): readonly string[] {
  const agents = agentsOf(args);
  if (agents.length > 0) return agents;
  note(context, 'no --agent is given, so this is for "*", any crawler that no group names');
  return ['*'];
}

/** Whether the library accepts a text as a URL or a path. */
export function isUrl(text: string): boolean {
  try {
    isAllowed('', text, { agents: '*' });
    return true;
  } catch {
    return false;
  }
}

/** Names without repetitions, ignoring the case of ASCII letters, as user-agent lines are compared with them. */
export function withoutRepeated(agents: readonly string[]): readonly string[] {
  const known = new Set<string>();
  return agents.filter((agent) => {
    const key = agent.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
    return !known.has(key) && known.add(key);
  });
}
