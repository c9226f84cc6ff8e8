/**
 * A connector for undici's agents that checks exactly the addresses that it connects to.
 */

import { misshapen } from 'robotstream/internal';
import type { buildConnector } from 'undici';
import { type AddressPolicy, addressCheck, addressesOf } from './addresses.js';
import { openConnection } from './connections.js';
import { sharedNetwork } from './network.js';
import { connectOptions } from './option-table.js';
import type { ConnectOptions } from './options.js';

/** A policy that checks each connection by itself. */
export type ConnectionPolicy = Exclude<AddressPolicy, 'no-inward-redirects'>;

/**
 * A connector for your own undici agent. It connects only to addresses that a policy allows: `new Agent({ connect:
 * addressGuard('public') })`. It resolves a name once, and connects to an address that it has checked.
 *
 * It speaks HTTP/1.1 and has no time limit; `fetchRobots` has one.
 *
 * @param options how connections are made: `ca`, `lookup`, `localAddress`, …
 * @throws {TypeError} if an option is malformed, or the policy is `no-inward-redirects`: a connector does not know what led
 *   to a connection
 * @example
 * ```js
 * import { addressGuard } from '@robotstream/client';
 * import { Agent } from 'undici';
 *
 * // Its requests fail if a host name leads to an address of your own network.
 * const dispatcher = new Agent({ connect: addressGuard('public') });
 * await dispatcher.close();
 * ```
 */
export function addressGuard(
  policy: ConnectionPolicy,
  options: ConnectOptions = {},
): buildConnector.connector {
  checkPolicy(policy);
  connectOptions(options, 'options');
  const isAllowed = addressCheck(policy);
  const search = { network: sharedNetwork, connect: options, isAllowed, redirectedFrom: null };
  return (target, callback) => {
    const connect = async () => {
      const { signal } = new AbortController();
      const addresses = await addressesOf(target.hostname, search, signal);
      return openConnection(target, addresses, options, signal);
    };
    connect().then(
      (socket) => callback(null, socket),
      (error) => callback(error, null),
    );
  };
}

function checkPolicy(policy: unknown): void {
  if (policy !== 'any' && policy !== 'public' && typeof policy !== 'function') {
    throw misshapen(policy, 'policy', "'any', 'public' or a function");
  }
}
