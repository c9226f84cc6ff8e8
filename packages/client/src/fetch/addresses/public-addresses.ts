/**
 * Which addresses belong to the public internet.
 */
import { BlockList, isIP, isIPv4 } from 'node:net';
import { aString } from 'robotstream/internal';

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
