/**
 * The key by which a URL takes turns, as the option `pacing.by` says.
 */

import { misshapen } from 'robotstream/internal';
import { addressesOf, bareHostname, dnsNameOf } from '../fetch/addresses.js';
import { AccessError } from '../fetch/faults.js';
import { optionalPackage } from '../fetch/optional-package.js';
import type { Settings } from '../fetch/settings.js';
import { networkOf } from './limiter.js';
import type { PacingOptions } from './pacing-options.js';

/**
 * The key by which a URL takes turns.
 *
 * @param url of scheme http, https or ftp
 * @throws {TypeError} (rejects) if the function `pacing.by` does not return a string with at least one character
 * @throws {RobotsError} (rejects) `pacing-package-missing`
 * @throws the signal's reason (rejects) if it aborts; what the function throws
 */
export async function turnKeyOf(
  by: PacingOptions['by'],
  url: URL,
  access: Settings,
  signal: AbortSignal,
): Promise<string> {
  const host = dnsNameOf(url.hostname);
  if (by === 'domain') return (await domainOf(host)) ?? host;
  if (by === 'address') return (await addressKeyOf(bareHostname(url), access, signal)) ?? host;
  if (by === 'host') return host;
  const { href } = url;
  const key: unknown = by(url);
  if (typeof key === 'string' && key !== '') return key;
  throw misshapen(key, `pacing.by(${href})`, 'a text that is not empty');
}

/**
 * The address that stands for a host, in whatever order the DNS lists its addresses: the lowest IPv4 address or, if there is none, the lowest
 * /64 network of an IPv6 address, as text. Undefined if the name cannot be resolved.
 */
async function addressKeyOf(
  hostname: string,
  { network, connect }: Settings,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const search = { network, connect, isAllowed: () => true, redirectedFrom: null };
    const found = await addressesOf(hostname, search, signal);
    const ofIPv4 = found.filter(({ family }) => family === 4);
    const keys = (ofIPv4.length > 0 ? ofIPv4 : found).map(({ address }) => networkOf(address));
    return keys.sort()[0];
  } catch (error) {
    if (error instanceof AccessError) return undefined;
    throw error;
  }
}

type DomainOf = (host: string) => string | null;

let ofPacing: DomainOf | undefined;

/**
 * The registrable domain of a host, for pacing: see {@link domainsFor}.
 *
 * @throws {RobotsError} (rejects) `pacing-package-missing`
 */
export async function domainOf(host: string): Promise<string | null> {
  ofPacing ??= await domainsFor("pacing.by 'domain'", 'pacing-package-missing');
  return ofPacing(host);
}

/**
 * Loads what finds the registrable domain of a host: `example.co.uk` of `www.example.co.uk`. The private part of the list counts, so that
 * `a.github.io` and `b.github.io` are two domains. The host is a name in ASCII without a final dot, or an address. The domain is null if there is
 * none: of an address, `localhost`, a public suffix.
 *
 * @param what what needs domains, for the message
 * @throws {RobotsError} (rejects) `code` if the package is not installed
 */
export async function domainsFor(
  what: string,
  code: 'pacing-package-missing' | 'report-package-missing',
): Promise<DomainOf> {
  const { getDomain } = await optionalPackage('tldts', what, () => import('tldts'), code);
  return (host) => getDomain(host, { allowPrivateDomains: true, extractHostname: false });
}
