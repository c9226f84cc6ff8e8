/**
 * The registrable domain of a host, by the Public Suffix List of the package tldts. The package is optional because few programs need it.
 */
import { optionalPackage } from '../store/optional-package.js';

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
