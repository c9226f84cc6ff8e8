/**
 * The options of a fetch, checked and completed.
 */
import type { Dispatcher } from 'undici';
import { resolveProfile } from '../define-profile.js';
import { parsingLimit } from '../limits.js';
import { callersOf } from '../match/select/callers.js';
import { misshapen } from '../option-checks.js';
import type { Profile } from '../profiles.js';
import type { AddressPolicy } from './address-policy.js';
import { type Clock, systemClock } from './clock.js';
import type { ConnectOptions } from './connect-options.js';
import { type Network, sharedNetwork } from './network.js';
import type { AccessTimeouts, FetchOptions, HeldCopy } from './options.js';
import type { FetchSlot } from './slot.js';

export interface Settings {
  readonly userAgent: string;
  readonly profile: Profile;
  readonly maxOctets: number;
  readonly timeouts: AccessTimeouts;
  readonly dispatcher: Dispatcher | undefined;
  readonly connect: ConnectOptions;
  readonly addresses: AddressPolicy;
  readonly held: HeldCopy | undefined;
  readonly probe: boolean;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
  /** For a caller that limits how many fetches run at once. A slot for the URL's own host has been taken. */
  readonly slot?: FetchSlot | undefined;
  /** What fetches share. */
  readonly network: Network;
}

/** The time limits unless the caller sets others. */
export const DEFAULT_TIMEOUTS: AccessTimeouts = Object.freeze({
  connectMs: 10_000,
  headersMs: 15_000,
  bodyMs: 15_000,
  totalMs: 60_000,
});

const ADDRESS_POLICIES: readonly AddressPolicy[] = ['any', 'no-inward-redirects', 'public'];

/** The longest time that Node's timers can count, in milliseconds. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Checks the options.
 *
 * @throws {TypeError} if one is of the wrong kind, or two contradict each other
 * @throws {RangeError} if `maxOctets` or a time limit is out of range
 */
export function readSettings(options: FetchOptions): Settings {
  const {
    dispatcher,
    connect,
    addresses = 'no-inward-redirects',
    held,
    probe = false,
    signal,
    clock = systemClock,
  } = options;
  if (typeof addresses !== 'function' && !ADDRESS_POLICIES.includes(addresses)) {
    const accepted = ADDRESS_POLICIES.map((policy) => JSON.stringify(policy)).join(', ');
    throw misshapen(addresses, 'addresses', `${accepted} or a function`);
  }
  if (dispatcher !== undefined && !isDispatcher(dispatcher)) {
    throw misshapen(dispatcher, 'dispatcher', 'a Dispatcher of undici 6 or later');
  }
  if (dispatcher !== undefined && (addresses === 'public' || typeof addresses === 'function')) {
    throw new TypeError(
      'addresses has no effect on the connections that dispatcher makes; give its agent a connector from addressGuard()',
    );
  }
  if (dispatcher !== undefined && connect !== undefined) {
    throw new TypeError('connect has no effect on the connections that dispatcher makes; pass one of them');
  }
  checkUserAgent(options);
  return {
    userAgent: options.userAgent,
    profile: resolveProfile(options.profile),
    maxOctets: parsingLimit(options.maxOctets),
    timeouts: readTimeouts(options.timeouts),
    dispatcher,
    connect: connect ?? {},
    addresses,
    held,
    probe,
    signal,
    clock,
    network: sharedNetwork,
  };
}

function isDispatcher(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && 'dispatch' in value && typeof value.dispatch === 'function'
  );
}

/** A header's value that is not empty: RFC 9110 §5.5, obs-text left out. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;

function checkUserAgent({ userAgent, agents, allowTokenMismatch = false }: FetchOptions): void {
  if (typeof userAgent !== 'string' || !HEADER_VALUE.test(userAgent)) {
    const given = typeof userAgent === 'string' ? JSON.stringify(userAgent) : typeof userAgent;
    throw new TypeError(
      `userAgent is ${given}; the User-Agent header to send is expected, such as "ExampleBot/1.0 (+https://example.com/bot)"`,
    );
  }
  if (agents === undefined) return;
  const names = callersOf(agents).names.map(({ name }) => name);
  const header = userAgent.toLowerCase();
  if (allowTokenMismatch || names.some((name) => header.includes(name.toLowerCase()))) return;
  throw new TypeError(
    `agents is ${names.join(', ')}, and userAgent, ${JSON.stringify(userAgent)}, holds none of them: sites could not tell ` +
      'whom their rules are for (RFC 9309 §2.2.1); set allowTokenMismatch if that is meant to be',
  );
}

function readTimeouts(given: Partial<AccessTimeouts> = {}): AccessTimeouts {
  const timeouts = { ...DEFAULT_TIMEOUTS };
  for (const name of Object.keys(DEFAULT_TIMEOUTS) as (keyof AccessTimeouts)[]) {
    const ms = given[name];
    if (ms === undefined) continue;
    if (typeof ms !== 'number') {
      throw new TypeError(`timeouts.${name} is ${typeof ms}; a number of milliseconds is expected`);
    }
    if (!(ms > 0 && ms <= MAX_TIMEOUT_MS)) {
      throw new RangeError(
        `timeouts.${name} is ${ms}; milliseconds from 1 to ${MAX_TIMEOUT_MS} are expected`,
      );
    }
    timeouts[name] = ms;
  }
  return timeouts;
}
