/**
 * The options of a fetch, checked and completed.
 */

import type { Profile } from 'robotstream';
import {
  type CallerOptions,
  callersOfOptions,
  checkOptions,
  misshapen,
  parsingLimit,
  readingOf,
  resolveProfile,
} from 'robotstream/internal';
import type { Dispatcher } from 'undici';
import type { AddressPolicy } from './addresses.js';
import { type Clock, systemClock } from './clock.js';
import { DEFAULT_TIMEOUTS, type FetchPermit } from './limits.js';
import { type Network, sharedNetwork } from './network.js';
import { FETCH_OPTIONS, isHttpUrl, requireUserAgent } from './option-table.js';
import type { AccessTimeouts, ConnectOptions, FetchOptions, HeldCopy, PartialOptions } from './options.js';
import type { HtmlMeaning } from './result.js';

export interface Settings {
  readonly userAgent: string;
  readonly profile: Profile;
  readonly maxOctets: number;
  readonly timeouts: AccessTimeouts;
  readonly dispatcher: Dispatcher | undefined;
  /** The proxy for a URL; null for none. */
  readonly proxy: ((url: URL) => URL | null) | undefined;
  /** Further headers, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly connect: ConnectOptions;
  readonly addresses: AddressPolicy;
  readonly held: HeldCopy | undefined;
  readonly probe: boolean;
  readonly html: HtmlMeaning;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
  /** The permit of a client that limits how many fetches run at once. It holds a permit for the URL's own host. */
  readonly permit?: FetchPermit | undefined;
  /** The network that fetches share. */
  readonly network: Network;
}

/**
 * Checks the options and fills in the defaults.
 *
 * @throws {TypeError} if one is unknown or malformed, or two contradict each other
 * @throws {RangeError} if `maxOctets` or a time limit is out of range
 */
export function readSettings(options: FetchOptions): Settings {
  checkOptions('fetchRobots', options, FETCH_OPTIONS);
  requireUserAgent(options);
  const {
    dispatcher,
    proxy,
    headers = {},
    connect,
    addresses = 'no-inward-redirects',
    held,
    probe = false,
    html = 'rules',
    signal,
    clock = systemClock,
  } = options;
  if (dispatcher !== undefined && (addresses === 'public' || typeof addresses === 'function')) {
    throw new TypeError(
      'addresses has no effect on the connections that dispatcher makes; give its agent a connector from addressGuard()',
    );
  }
  for (const [name, value] of Object.entries({ connect, proxy })) {
    if (dispatcher !== undefined && value !== undefined)
      throw new TypeError(`${name} has no effect on the connections that dispatcher makes; pass one of them`);
  }
  checkToken(options);
  return {
    userAgent: options.userAgent,
    profile: resolveProfile(readingOf(options, options.profile)),
    maxOctets: parsingLimit(options.maxOctets),
    timeouts: timeoutsOf(options.timeouts),
    dispatcher: dispatcher as Dispatcher | undefined,
    proxy: proxy === undefined ? undefined : proxyOf(proxy),
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text])),
    connect: connect ?? {},
    addresses,
    held,
    probe,
    html,
    signal,
    clock,
    network: sharedNetwork,
  };
}

/** RFC 9309 §2.2.1: the product token SHOULD be a substring of the User-Agent header. */
function checkToken(options: FetchOptions): void {
  const { userAgent, agents, crawler } = options;
  if (agents === undefined && crawler === undefined) return;
  const callers = callersOfOptions({ agents, crawler } as CallerOptions);
  const names = callers.names.map(({ name }) => name);
  const header = userAgent.toLowerCase();
  if (names.some((name) => name === '*' || header.includes(name.toLowerCase()))) return;
  const subject = agents === undefined ? 'crawler goes by' : 'agents is';
  throw new TypeError(
    `${subject} ${names.join(', ')}, and userAgent, ${JSON.stringify(userAgent)}, contains none of them, so a site cannot ` +
      'tell which of its rules apply (RFC 9309 §2.2.1); pass agents "*" if that is intended',
  );
}

function proxyOf(proxy: NonNullable<FetchOptions['proxy']>): (url: URL) => URL | null {
  if (typeof proxy !== 'function') {
    const always = new URL(proxy);
    return () => always;
  }
  return (url) => {
    const found = proxy(new URL(url)) ?? '';
    if (found === '') return null;
    if (isHttpUrl(found)) return new URL(found);
    throw misshapen(found, `proxy(${url.href})`, 'an http or https URL, or null for no proxy,');
  };
}

function timeoutsOf(given: PartialOptions<AccessTimeouts> = {}): AccessTimeouts {
  const set = Object.entries(given).filter(([, ms]) => ms !== undefined);
  return { ...DEFAULT_TIMEOUTS, ...Object.fromEntries(set) };
}
