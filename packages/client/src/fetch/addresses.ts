/**
 * A host and its addresses: which of them are public, which may be connected to. For services that take URLs from strangers.
 */
import { getDefaultResultOrder } from 'node:dns';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { aString } from 'robotstream/internal';
import { AccessError, messageOf } from './faults.js';
import { abortable } from './waiting.js';

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

/** IPv4 addresses that are not public: IANA's special-purpose registry, multicast, and reserved ones. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this host, unspecified (RFC 1122)
  '10.0.0.0/8', // private (RFC 1918)
  '100.64.0.0/10', // shared by carriers' NAT (RFC 6598)
  '127.0.0.0/8', // loopback (RFC 1122)
  '169.254.0.0/16', // link-local, and the metadata services of clouds (RFC 3927)
  '172.16.0.0/12', // private (RFC 1918)
  '192.0.0.0/24', // protocol assignments (RFC 6890)
  '192.0.2.0/24', // documentation (RFC 5737)
  '192.88.99.0/24', // relays of 6to4, no longer in use (RFC 7526)
  '192.168.0.0/16', // private (RFC 1918)
  '198.18.0.0/15', // benchmarks (RFC 2544)
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast (RFC 5771)
  '240.0.0.0/4', // reserved, limited broadcast (RFC 1112)
];

/** The only public IPv6 addresses so far (RFC 4291 §2.4, IANA's registry of global unicast). */
const GLOBAL_UNICAST = '2000::/3';

/** The exceptions within it. */
const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments, Teredo's embedded IPv4 among them (RFC 2928, RFC 4380)
  '2001:db8::/32', // documentation (RFC 3849)
  '2002::/16', // 6to4: an IPv4 address embedded (RFC 3056)
  '3fff::/20', // documentation (RFC 9637)
];

/** IPv6 addresses that contain an IPv4 address in their last 32 bits: mapped (RFC 4291 §2.5.5.2), and by NAT64 (RFC 6052 §2.1). */
const IPV4_PREFIXES = ['::ffff:', '64:ff9b::'];
const IPV4_PREFIX_BITS = 96;

const candidates = new BlockList();
const special = new BlockList();
addRange(candidates, GLOBAL_UNICAST);
for (const prefix of IPV4_PREFIXES) addRange(candidates, `${prefix}0.0.0.0/${IPV4_PREFIX_BITS}`);
for (const range of SPECIAL_IPV6) addRange(special, range);
for (const range of SPECIAL_IPV4) {
  addRange(special, range);
  const [address, bits] = range.split('/');
  for (const prefix of IPV4_PREFIXES)
    addRange(special, `${prefix}${address}/${IPV4_PREFIX_BITS + Number(bits)}`);
}

/**
 * Whether an address is one of the public internet: not loopback, link-local, private, unspecified, multicast, shared by a
 * carrier's NAT, reserved or for documentation, nor an IPv6 address that contains such an IPv4 address. An operator's own
 * NAT64 prefix cannot be recognized.
 *
 * @param address IPv4 or IPv6, without brackets; anything else is not a public address
 * @example
 * ```js
 * import { isPublicAddress } from '@robotstream/client';
 *
 * console.log(isPublicAddress('93.184.215.14'), isPublicAddress('192.168.1.1')); // → true false
 * ```
 */
export function isPublicAddress(address: string): boolean {
  aString(address, 'address');
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4');
    case 6:
      return candidates.check(address, 'ipv6') && !special.check(address, 'ipv6');
    default:
      return false;
  }
}

function addRange(list: BlockList, range: string): void {
  const [address, bits] = range.split('/');
  list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
}

/**
 * The addresses that a `lookup` function finds.
 *
 * @throws its error (rejects); an error with the code `ENOTFOUND` if it finds none
 */
export function lookupAll(
  lookup: LookupFunction,
  hostname: string,
  family: 0 | 4 | 6,
  hints?: number,
): Promise<ResolvedAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(hostname, { all: true, family, hints }, (error, found) => {
      if (error) {
        reject(error);
        return;
      }
      const addresses = [found].flat().map((one) => (typeof one === 'string' ? one : one.address));
      const valid = addresses.flatMap((address) => {
        const version = isIP(address);
        return version === 4 || version === 6 ? [{ address, family: version } as const] : [];
      });
      if (valid.length > 0) resolve(valid);
      else reject(Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' }));
    });
  });
}

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

export interface ResolvedName {
  /** In the order in which to try them; never empty. */
  readonly addresses: readonly ResolvedAddress[];
  /** How long they are valid, in milliseconds. */
  readonly ttlMs: number;
}

/**
 * Addresses in the order in which to try them: as `dns.setDefaultResultOrder` says, and by default IPv6 first where this
 * machine has an IPv6 address that reaches beyond its link.
 */
export function byFamily(ipv4: readonly string[], ipv6: readonly string[]): ResolvedAddress[] {
  const four = ipv4.map((address) => ({ address, family: 4 }) as const);
  const six = ipv6.map((address) => ({ address, family: 6 }) as const);
  return six.length > 0 && prefersIPv6() ? [...six, ...four] : [...four, ...six];
}

function prefersIPv6(): boolean {
  // @types/node 20 does not have `ipv6first`, which Node has from 22.1 on.
  const order: string = getDefaultResultOrder();
  return order === 'ipv6first' || (order === 'verbatim' && hasGlobalIPv6());
}

function hasGlobalIPv6(): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(
      ({ family, internal, address }) => family === 'IPv6' && !internal && !address.startsWith('fe80:'),
    ),
  );
}

/** Whether a host name is `localhost` or a name below it (RFC 6761 §6.3), with or without the dot of the root. */
export function isLocalhost(hostname: string): boolean {
  return /(?:^|\.)localhost\.?$/i.test(hostname);
}

/**
 * A host without the dot of the root: `example.com.` and `example.com` are one name (RFC 1034 §3.1). They are still two authorities,
 * each with a robots.txt of its own (docs/semantics.md §6.2).
 */
export function dnsNameOf(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
}

/** The host of a URL. An IPv6 address is without its brackets, which no other host has. */
export function bareHostname({ hostname }: URL): string {
  return hostname.replace(/[[\]]/g, '');
}

/** How to find addresses, and which may be used. */
export interface AddressSearch {
  /** The resolver of the network, and who is told which names resolved. */
  readonly network: {
    readonly resolver: {
      resolve(name: string, family: 0 | 4 | 6, signal: AbortSignal): Promise<readonly ResolvedAddress[]>;
    };
    names(lookup: LookupFunction | undefined): { note(name: string): void };
  };
  /** `lookup`, `family` and `hints` of the connection's options. */
  readonly connect: {
    readonly lookup?: LookupFunction | undefined;
    readonly family?: number | undefined;
    readonly hints?: number | undefined;
  };
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
  const refused = found.map(({ address }) => address);
  throw refusedAddress(hostname, refused);
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
