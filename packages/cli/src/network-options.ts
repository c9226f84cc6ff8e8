/**
 * The options of the sub-commands that fetch: how they are written, and how their values are read.
 */
import type { AddressPolicy } from '@robotstream/client';
import { findCrawler } from 'robotstream/crawlers/internal';
import type { Arguments, OptionTable } from '../../command-line/src/arguments.js';
import { UsageError } from '../../command-line/src/exit.js';
import { timeoutMsOf } from '../../command-line/src/option-values.js';
import type { ReadingName } from '../../command-line/src/reading-name.js';
import { isUrlArgument } from './input.js';
import { maxOctetsOf, profileOf } from './options.js';
import { version } from './package-files.js';

/** The options of every command that fetches. */
export const NETWORK_OPTIONS: OptionTable = {
  'user-agent': {
    value: 'STRING',
    help: 'The whole User-Agent header to send. Default: every --agent, then robotstream/VERSION, as in "ExampleBot/2.1 robotstream/0.1.0". The names of registered crawlers, such as Googlebot, are left out: the request does not come from them.',
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

const { cache: _, ...uncached } = NETWORK_OPTIONS;

/** The options of a command that asks servers in any case, and has no use for a cache. */
export const ASKING_OPTIONS: OptionTable = uncached;

/** For forms of a command line that fetch nothing. */
export const NETWORK_NAMES = Object.keys(NETWORK_OPTIONS);

/** The settings of a client, or of a file that is read in place of a fetch. */
export interface ClientRequest {
  readonly userAgent: string;
  /** The path of the SQLite file; `undefined` for none. */
  readonly cache: string | undefined;
  /** The time limit of a fetch in milliseconds; `undefined` for the default. */
  readonly totalMs: number | undefined;
  readonly agents: readonly string[];
  readonly profile: ReadingName;
  readonly maxOctets: number | undefined;
  /** Which addresses may be connected to; by default as `createClient` does. */
  readonly addresses?: AddressPolicy;
}

/**
 * The request of a command that fetches.
 *
 * @param agents the values of `--agent`, which the default User-Agent header names; none stand for `*`
 * @param isFetching whether something is fetched: otherwise, there is no header to make
 * @throws {UsageError} if a value is not accepted
 */
export function clientRequestOf(
  args: Arguments,
  agents: readonly string[],
  isFetching = true,
): ClientRequest {
  const cache = args.one('cache');
  if (cache === '') throw new UsageError('--cache is empty; the path of a file is expected');
  return {
    userAgent: isFetching ? userAgentOf(args, agents) : '',
    cache,
    totalMs: timeoutMsOf(args),
    agents: agents.length > 0 ? agents : ['*'],
    profile: profileOf(args, agents),
    maxOctets: maxOctetsOf(args),
  };
}

/**
 * The request of a command that reads what some arguments name: files, or the robots.txt of sites.
 *
 * @throws {UsageError} if a value is not accepted, or an option for fetching is given and nothing is fetched
 */
export function sourceRequestOf(
  args: Arguments,
  from: readonly string[],
  agents: readonly string[] = [],
): ClientRequest {
  if (from.some(isUrlArgument)) return { ...clientRequestOf(args, agents), profile: profileOf(args) };
  refuseNetworkOptions(args);
  return clientRequestOf(args, [], false);
}

/** @throws {UsageError} if an option for fetching is given */
export function refuseNetworkOptions(args: Arguments, mode = 'a file, which is not fetched'): void {
  const given = NETWORK_NAMES.find((name) => args.has(name));
  if (given !== undefined) throw new UsageError(`--${given} cannot be used with ${mode}`);
}

/**
 * Whether the User-Agent header names one of the agents, so that a site knows which rules apply (RFC 9309 §2.2.1, SHOULD). Crawlers
 * of other operators need not be named.
 */
export function isNamedIn(userAgent: string, agents: readonly string[]): boolean {
  const names = agents.filter(isOwn).map((agent) => nameOf(agent).toLowerCase());
  return names.length === 0 || names.some((name) => userAgent.toLowerCase().includes(name));
}

/** Whether an agent may be the user's own crawler: neither the wildcard nor a registered name. */
function isOwn(agent: string): boolean {
  return agent.trim() !== '*' && findCrawler(nameOf(agent)) === undefined;
}

/** The product token without its version. */
function nameOf(agent: string): string {
  return agent.split('/', 1)[0]?.trim() ?? '';
}

/** A product: a token, with or without a version (RFC 9110 §10.1.5). */
const PRODUCT = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:\/[!#$%&'*+.^_`|~0-9A-Za-z-]+)?$/;

function userAgentOf(args: Arguments, agents: readonly string[]): string {
  const given = givenUserAgentOf(args);
  if (given !== undefined) return given;
  const products = agents.filter(isOwn).map((agent) => agent.trim());
  const wrong = products.find((product) => !PRODUCT.test(product));
  if (wrong === undefined) return [...products, `robotstream/${version()}`].join(' ');
  throw new UsageError(
    `--agent ${JSON.stringify(wrong)} is not a product of a User-Agent header (RFC 9110 §10.1.5); give the whole header by --user-agent`,
  );
}

/**
 * The value of `--user-agent`; undefined if it is not given.
 *
 * @throws {UsageError} if it is not accepted
 */
export function givenUserAgentOf(args: Arguments): string | undefined {
  const given = args.one('user-agent');
  if (given === undefined || USER_AGENT.test(given)) return given;
  throw new UsageError(
    `--user-agent is ${JSON.stringify(given)}; printable ASCII without white space around it is expected`,
  );
}

/** What the client accepts as a User-Agent header. It is said here again, because a command that fetches nothing does not load the client. */
const USER_AGENT = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;
