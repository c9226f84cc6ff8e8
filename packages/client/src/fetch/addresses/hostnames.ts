/**
 * Names of hosts, and what they resolve to.
 */
import { getDefaultResultOrder } from 'node:dns';
import { networkInterfaces } from 'node:os';

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
