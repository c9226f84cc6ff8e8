/**
 * Which addresses may be connected to: for services that take URLs from strangers.
 */

import { AccessError } from '../faults.js';
import { isPublicAddress } from './public-addresses.js';

/**
 * Which addresses may be connected to:
 * - `'any'`: all of them;
 * - `'no-inward-redirects'`: all, except that a server at a public address cannot redirect to one that is not public
 *   (docs/semantics.md §6.7);
 * - `'public'`: public addresses alone ({@link isPublicAddress});
 * - a function: those for which it returns true. It is called with each address right before the connection.
 */
export type AddressPolicy = 'any' | 'no-inward-redirects' | 'public' | ((address: string) => boolean);

/**
 * Whether an address may be connected to.
 *
 * @param redirectedFrom the address of the server that redirected here; null if this is not a redirect, or it is unknown
 */
export type AddressCheck = (address: string, redirectedFrom: string | null) => boolean;

/** The check of a policy. A function that throws, or returns anything but true, refuses the address. */
export function addressCheck(policy: AddressPolicy): AddressCheck {
  switch (policy) {
    case 'any':
      return () => true;
    case 'public':
      return isPublicAddress;
    case 'no-inward-redirects':
      return (address, redirectedFrom) =>
        redirectedFrom === null || !isPublicAddress(redirectedFrom) || isPublicAddress(address);
    default:
      return (address) => {
        try {
          return policy(address) === true;
        } catch {
          return false;
        }
      };
  }
}

/** The fault of a host none of whose addresses may be connected to. */
export function refusedAddress(hostname: string, addresses: readonly string[]): AccessError {
  return new AccessError(
    'address-refused',
    `${hostname} may not be connected to: the option addresses does not allow ${addresses.join(', ')}`,
  );
}
