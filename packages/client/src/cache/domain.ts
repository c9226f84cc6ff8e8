/**
 * The registrable domain of a host, by the Public Suffix List of the package tldts. The package is optional because few programs need it.
 */
import { optionalPackage } from './optional-package.js';

type DomainPackage = typeof import('tldts');

let loaded: DomainPackage | undefined;

/**
 * The registrable domain of a host: `example.co.uk` of `www.example.co.uk`. The private part of the list counts, so that `a.github.io` and
 * `b.github.io` are two domains.
 *
 * @param host a name in ASCII without a final dot, or an address
 * @returns null if the host has no domain: an address, `localhost`, a public suffix
 * @throws {RobotsError} (rejects) `pacing-package-missing`
 */
export async function domainOf(host: string): Promise<string | null> {
  loaded ??= await optionalPackage(
    'tldts',
    "pacing.by 'domain'",
    () => import('tldts'),
    'pacing-package-missing',
  );
  return loaded.getDomain(host, { allowPrivateDomains: true, extractHostname: false });
}
