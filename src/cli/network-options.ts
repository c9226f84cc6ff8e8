/**
 * The options of what fetches, and what they accept.
 */
import { UsageError } from './exit.js';
import type { Arguments, OptionTable } from './options.js';

export const NETWORK_OPTIONS: OptionTable = {
  'user-agent': {
    value: 'STRING',
    help: 'The User-Agent header to send, whole. Default: every --agent, then robotstream/VERSION, as in "ExampleBot/2.1 robotstream/0.1.0".',
  },
  cache: {
    value: 'FILE',
    help: 'Keep what is learnt in a SQLite file, made if it is not there, and ask no server for what it still has fresh. What was learnt under another --profile is not used, nor what a site answered to another --user-agent if it says that its answers vary by it.',
  },
  timeout: {
    value: 'SECONDS',
    help: 'How long fetching one robots.txt may take, redirects included. Default: 60.',
  },
};

/** What these options say. */
export interface NetworkSettings {
  readonly userAgent: string;
  /** The path of the SQLite file; undefined for none. */
  readonly cache: string | undefined;
  /** The time limit of a fetch in milliseconds; undefined for the default. */
  readonly totalMs: number | undefined;
}

/**
 * @param agents the product tokens given
 * @param version of the package
 * @throws {UsageError} if one of them has a value that cannot be used
 */
export function networkSettingsOf(
  args: Arguments,
  agents: readonly string[],
  version: string,
  command: string,
): NetworkSettings {
  const cache = args.one('cache');
  if (cache === '') throw new UsageError('--cache is empty; the path of a file is expected', command);
  return { userAgent: userAgentOf(args, agents, version, command), cache, totalMs: totalMsOf(args, command) };
}

/** Whether sites can tell by the header whom their rules are for (RFC 9309 §2.2.1, SHOULD). */
export function isNamedIn(userAgent: string, agents: readonly string[]): boolean {
  const names = agents.filter((agent) => agent.trim() !== '*').map((agent) => nameOf(agent).toLowerCase());
  return names.length === 0 || names.some((name) => userAgent.toLowerCase().includes(name));
}

/** A header's value that is not empty: RFC 9110 §5.5, obs-text left out. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** RFC 9110 §10.1.5: a product is a token, with or without a version. */
const PRODUCT = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:\/[!#$%&'*+.^_`|~0-9A-Za-z-]+)?$/;

function userAgentOf(args: Arguments, agents: readonly string[], version: string, command: string): string {
  const given = args.one('user-agent');
  if (given !== undefined) {
    if (HEADER_VALUE.test(given)) return given;
    throw new UsageError(
      `--user-agent is ${JSON.stringify(given)}; printable ASCII without space around it is expected`,
      command,
    );
  }
  const products = agents.map((agent) => agent.trim()).filter((agent) => agent !== '*');
  const odd = products.find((product) => !PRODUCT.test(product));
  if (odd === undefined) return [...products, `robotstream/${version}`].join(' ');
  throw new UsageError(
    `--agent ${JSON.stringify(odd)} is no product of a User-Agent header (RFC 9110 §10.1.5); give the header by --user-agent`,
    command,
  );
}

/** The product token without its version. */
function nameOf(agent: string): string {
  return agent.split('/', 1)[0]?.trim() ?? '';
}

const SECOND_MS = 1000;

/** What Node's timers can count, in seconds. */
const MOST_SECONDS = 2_147_483;

function totalMsOf(args: Arguments, command: string): number | undefined {
  const given = args.one('timeout');
  if (given === undefined) return undefined;
  const ms = /^\d+(?:\.\d+)?$/.test(given) ? Math.round(Number(given) * SECOND_MS) : Number.NaN;
  if (ms >= 1 && ms <= MOST_SECONDS * SECOND_MS) return ms;
  throw new UsageError(
    `--timeout is ${JSON.stringify(given)}; seconds from 0.001 to ${MOST_SECONDS} are expected`,
    command,
  );
}
