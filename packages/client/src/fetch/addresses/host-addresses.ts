/**
 * From a host to the addresses that may be connected to.
 */
import { isIP, type LookupFunction } from 'node:net';
import { AccessError, messageOf } from '../faults.js';
import type { Network } from '../network.js';
import type { ConnectOptions } from '../options.js';
import { abortable } from '../waiting.js';
import { type AddressCheck, refusedAddress } from './address-policy.js';
import type { ResolvedAddress } from './hostnames.js';
import { lookupAll } from './resolver.js';

/** How to find addresses, and which may be used. */
export interface AddressSearch {
  readonly network: Network;
  /** `lookup`, `family` and `hints` of the connection's options. */
  readonly connect: Pick<ConnectOptions, 'lookup' | 'family' | 'hints'>;
  readonly isAllowed: AddressCheck;
  readonly redirectedFrom: string | null;
}

/**
 * The addresses of a host that may be connected to, in the order in which to try them.
 *
 * @param hostname a name or an IP address, without brackets
 * @throws {AccessError} (rejects) `dns-failed`; `address-refused` if none of them may be connected to
 * @throws the signal's reason (rejects) if it aborts
 */
export async function addressesOf(
  hostname: string,
  search: AddressSearch,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  const found = await foundAddresses(hostname, search, signal);
  const allowed = found.filter(({ address }) => search.isAllowed(address, search.redirectedFrom));
  if (allowed.length > 0) return allowed;
  throw refusedAddress(
    hostname,
    found.map(({ address }) => address),
  );
}

async function foundAddresses(
  hostname: string,
  { network, connect }: AddressSearch,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  const version = isIP(hostname);
  if (version === 4 || version === 6) return [{ address: hostname, family: version }];
  const family = connect.family === 4 || connect.family === 6 ? connect.family : 0;
  const { lookup } = connect;
  try {
    const found =
      lookup === undefined
        ? await network.resolver.resolve(hostname, family, signal)
        : await abortable(lookupAll(lookup, hostname, family, connect.hints), signal);
    network.names(lookup).note(hostname);
    return found;
  } catch (error) {
    signal.throwIfAborted();
    throw new AccessError('dns-failed', `${hostname} could not be resolved: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** A `lookup` for sockets whose addresses are known already. */
export function pinnedLookup(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [{ address, family }] = addresses;
    if (options.all) process.nextTick(callback, null, addresses);
    else process.nextTick(callback, null, address, family);
  };
}
