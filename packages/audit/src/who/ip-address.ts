/**
 * Addresses of IPv4 and IPv6, and prefixes of them.
 */
import { BlockList, isIP } from 'node:net';

export interface IpAddress {
  readonly version: 4 | 6;
  /** As Node writes it, without a zone. */
  readonly text: string;
}

/** An address of IPv4 within IPv6 (RFC 4291 §2.5.5.2). */
const MAPPED = /^::ffff:(?=[\d.]+$)/i;

/** An address; undefined if the text is none. An address of IPv4 that is written as one of IPv6 is one of IPv4. */
export function ipAddress(text: string): IpAddress | undefined {
  const plain = (text.split('%', 1)[0] as string).replace(MAPPED, '');
  const version = isIP(plain);
  return version === 0 ? undefined : { version: version as 4 | 6, text: plain };
}

const GROUPS = 8;
const GROUP_DIGITS = 4;

/** The name under which DNS has the names of an address (RFC 1035 §3.5, RFC 3596 §2.5). */
export function reverseName({ version, text }: IpAddress): string {
  if (version === 4) return `${text.split('.').reverse().join('.')}.in-addr.arpa`;
  const [head = [], tail = []] = new URL(`http://[${text}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: GROUPS - head.length - tail.length }, () => '0');
  const digits = [...head, ...zeros, ...tail].map((group) => group.padStart(GROUP_DIGITS, '0')).join('');
  return `${[...digits].reverse().join('.')}.ip6.arpa`;
}

/** Prefixes of addresses. */
export class IpPrefixes {
  readonly #list = new BlockList();

  /** How many prefixes there are. */
  get size(): number {
    return this.#list.rules.length;
  }

  /**
   * Adds a prefix, such as `192.0.2.0/24`, or an address.
   *
   * @returns false if it is neither
   */
  add(text: string): boolean {
    const [, written = '', length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
    const address = ipAddress(written);
    if (address === undefined) return false;
    const [bits, family] = address.version === 4 ? ([32, 'ipv4'] as const) : ([128, 'ipv6'] as const);
    const prefixLength = length === undefined ? bits : Number(length);
    if (prefixLength > bits) return false;
    this.#list.addSubnet(address.text, prefixLength, family);
    return true;
  }

  has({ version, text }: IpAddress): boolean {
    return this.#list.check(text, version === 4 ? 'ipv4' : 'ipv6');
  }
}
