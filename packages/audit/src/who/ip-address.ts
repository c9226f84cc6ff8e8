/**
 * Addresses of IPv4 and IPv6 as numbers, and prefixes of them.
 */

/** How many bits an address of each version has. */
const BITS = { 4: 32, 6: 128 } as const;

/** An address of IPv4 within IPv6 (RFC 4291 §2.5.5.2) begins with these 96 bits. */
const MAPPED = 0xffffn << 32n;

const GROUP_BITS = 16n;

export interface IpAddress {
  readonly version: 4 | 6;
  readonly value: bigint;
}

/** An address; undefined if the text is none. An address of IPv4 that is written as one of IPv6 is one of IPv4. */
export function ipAddress(text: string): IpAddress | undefined {
  const v4 = ipv4(text);
  if (v4 !== undefined) return { version: 4, value: v4 };
  const v6 = ipv6(text.split('%', 1)[0] as string);
  if (v6 === undefined) return undefined;
  return v6 >> 32n === MAPPED >> 32n ? { version: 4, value: v6 & 0xffff_ffffn } : { version: 6, value: v6 };
}

function ipv4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255))
    return undefined;
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function ipv6(text: string): bigint | undefined {
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const last = tail === null ? undefined : ipv4(tail[2] as string);
  if (tail !== null && last === undefined) return undefined;
  const plain =
    last === undefined
      ? text
      : `${tail?.[1]}${(last >> GROUP_BITS).toString(16)}:${(last & 0xffffn).toString(16)}`;
  const halves = plain.split('::');
  if (halves.length > 2) return undefined;
  const [head = [], rest = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - rest.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...rest];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return groups.reduce((value, group) => (value << GROUP_BITS) | BigInt(`0x${group}`), 0n);
}

/** The name under which DNS has the names of an address (RFC 1035 §3.5, RFC 3596 §2.5); empty if the text is no address. */
export function reverseName(text: string): string {
  const address = ipAddress(text);
  if (address === undefined) return '';
  const { version, value } = address;
  const [bits, base, domain] = version === 4 ? [8n, 10, 'in-addr.arpa'] : [4n, 16, 'ip6.arpa'];
  const parts: string[] = [];
  for (let shift = 0n; shift < BigInt(BITS[version]); shift += bits) {
    parts.push(((value >> shift) & ((1n << bits) - 1n)).toString(base));
  }
  return `${parts.join('.')}.${domain}`;
}

/** Prefixes of addresses: a set for each length, so that a look-up takes a step for each length. */
export class IpPrefixes {
  readonly #sets = new Map<
    string,
    { readonly version: 4 | 6; readonly drop: bigint; readonly values: Set<bigint> }
  >();
  #size = 0;

  /** How many prefixes there are. */
  get size(): number {
    return this.#size;
  }

  /**
   * Adds a prefix, such as `192.0.2.0/24`, or an address.
   *
   * @returns false if it is neither
   */
  add(text: string): boolean {
    const [, address = '', length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
    const parsed = ipAddress(address);
    if (parsed === undefined) return false;
    const bits = BITS[parsed.version];
    const prefixLength = length === undefined ? bits : Number(length);
    if (prefixLength > bits) return false;
    const key = `${parsed.version}/${prefixLength}`;
    const set = this.#sets.get(key) ?? {
      version: parsed.version,
      drop: BigInt(bits - prefixLength),
      values: new Set(),
    };
    this.#sets.set(key, set);
    set.values.add(parsed.value >> set.drop);
    this.#size++;
    return true;
  }

  has({ version, value }: IpAddress): boolean {
    for (const set of this.#sets.values()) {
      if (set.version === version && set.values.has(value >> set.drop)) return true;
    }
    return false;
  }
}
