/**
 * The address that a proxy is asked to connect to. It is one that was checked here, because the proxy could resolve the name to
 * another address.
 */
import { type AddressCheck, type AddressPolicy, addressCheck } from './address-policy.js';
import { AccessError } from './faults.js';
import type { Hop } from './hop.js';
import { addressesOf } from './host-addresses.js';
import { isPublicAddress } from './public-addresses.js';
import type { Settings } from './settings.js';

/**
 * The address that a proxy is asked for; null if it is asked for the name, because the policy leaves the address to it.
 *
 * @throws {AccessError} (rejects) `address-refused`; `dns-failed` if the name has to be checked and cannot be resolved here
 * @throws the signal's reason (rejects) if it aborts
 */
export async function addressForProxy(
  hop: Hop,
  settings: Settings,
  signal: AbortSignal,
): Promise<string | null> {
  const { network, connect, addresses: policy } = settings;
  if (policy === 'any') return null;
  const search = { network, connect, isAllowed: checkFor(policy, hop), redirectedFrom: hop.redirectedFrom };
  try {
    hop.addresses = await addressesOf(hop.hostname, search, signal);
  } catch (error) {
    const isUnresolved = error instanceof AccessError && error.code === 'dns-failed';
    // The first request goes to any address. Within many networks only the proxy resolves names.
    if (isUnresolved && policy === 'no-inward-redirects' && isSameHost(hop)) return null;
    throw error;
  }
  // A proxy may lack IPv6, and does not try a second address.
  const [first] = hop.addresses;
  return (hop.addresses.find(({ family }) => family === 4) ?? first).address;
}

/** The check of a policy. Under `no-inward-redirects`, a server that only the proxy could find counts as public. */
function checkFor(policy: AddressPolicy, { from }: Hop): AddressCheck {
  const isFromUnknown = from !== null && from.address === null;
  return policy === 'no-inward-redirects' && isFromUnknown ? isPublicAddress : addressCheck(policy);
}

/** Whether a request goes to the host of the first one. */
function isSameHost({ hostname, from }: Hop): boolean {
  return from === null || (hostname === from.hostname && isSameHost(from));
}
