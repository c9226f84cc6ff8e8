/**
 * Whether a request comes from the operator of the crawler that it names.
 */

import type { Claim } from './claim.js';
import { DnsCheck, type DnsOptions } from './dns-check.js';
import { ipAddress } from './ip-address.js';
import { type AddressRanges, checkRanges } from './ranges.js';

/**
 * What an address says: it is the operator's, it is not, or that cannot be checked. `elsewhere`: it is not in a list that does not say whose
 * addresses it has; that counts as spoofed only if other requests of the crawler are in the list.
 */
export type Trust = 'verified' | 'spoofed' | 'elsewhere' | 'unknown';

/** How many answers are remembered. */
const MAX_ANSWERS = 100_000;

/** Checks addresses by lists, by names, or by both: what one of them verifies is verified. */
export class AddressCheck {
  readonly dns: DnsCheck | undefined;
  readonly #ranges: readonly AddressRanges[];
  readonly #answers = new Map<string, Trust>();

  constructor(ranges: readonly AddressRanges[], dns: DnsCheck | undefined) {
    this.#ranges = ranges;
    this.dns = dns;
  }

  trust(claim: Claim, address: string): Trust {
    const key = `${claim.name} ${address}`;
    let trust = this.#answers.get(key);
    if (trust === undefined) {
      trust = this.#find(claim, address);
      if (this.#answers.size >= MAX_ANSWERS) this.#answers.clear();
      this.#answers.set(key, trust);
    }
    return trust;
  }

  #find(claim: Claim, text: string): Trust {
    const address = ipAddress(text);
    if (address === undefined) return 'unknown';
    const name = claim.name.toLowerCase();
    const named = this.#ranges.filter(({ crawlers }) =>
      crawlers?.some((crawler) => crawler.toLowerCase() === name),
    );
    const unnamed = this.#ranges.filter(({ crawlers }) => crawlers === undefined);
    const lists = named.length > 0 ? named : unnamed;
    if (lists.some(({ prefixes }) => prefixes.has(address))) return 'verified';
    const byName = this.dns?.answer(claim, text) ?? 'unknown';
    if (byName !== 'unknown') return byName;
    if (lists.length === 0) return 'unknown';
    return named.length > 0 ? 'spoofed' : 'elsewhere';
  }
}

/**
 * The check that options ask for; undefined if they ask for none.
 *
 * @throws {TypeError | RangeError} if an option is not accepted
 */
export function addressCheck(ranges: unknown, verifyDns: boolean | DnsOptions): AddressCheck | undefined {
  checkRanges(ranges, 'ranges');
  const dns = verifyDns === false ? undefined : new DnsCheck(verifyDns === true ? {} : verifyDns);
  return ranges.length === 0 && dns === undefined ? undefined : new AddressCheck(ranges, dns);
}
