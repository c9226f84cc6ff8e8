/** The address guard: for services that take URLs from strangers. */
import { Agent } from 'undici';
import { describe, expect, test, vi } from 'vitest';
import { addressGuard, type FetchOptions, isPublicAddress } from '../../src/index.js';
import { FILE, get, getFrom, inWords, lookupThat } from './support/fetching.js';
import { FtpPeer, serving } from './support/ftp-peer.js';
import { always, Peer } from './support/peer.js';

const REFUSED = 'unreachable, disallow-all (address-refused)';

test.each(
  `1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0 172.15.255.255
  172.32.0.0 192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255 2600::1 2606:4700:4700::1111 2a00:1450::1
  ::ffff:8.8.8.8 ::ffff:808:808 64:ff9b::8.8.8.8`.split(/\s+/),
)('%s is of the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ['within IPv6', '::127.0.0.1 ::7f00:1 ::8.8.8.8 0:0:0:0:0:ffff:7f00:0001 ::FFFF:a9fe:a9fe 64:ff9b::7f00:1'],
  ['of IPv6', ':: ::1 0:0:0:0:0:0:0:1 fe80::1 fe80::1%eth0 ff02::1 fc00::1 fdff::1 fec0::1 5f00::1 100::1'],
  ['of IPv6, in its public range', '2001:db8::1 3fff::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:20::1'],
  [
    'of local NAT64, or of 6to4, also of a public address',
    '64:ff9b:1::808:808 2002:7f00:1::1 2002:808:808::1',
  ],
  ['no address', 'localhost 127.0.0.1.'],
])('not of the public internet are addresses %s: %s', (_, addresses) => {
  for (const address of ['', ...addresses.split(' ')])
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
});

test('only a text can be an address', () => {
  expect(() => isPublicAddress(7 as never)).toThrow(/^address is 7; a string/);
});

describe('up to its first and last address, a range is not public', () => {
  /** RFC 6890 and IANA's registry of special-purpose addresses. */
  test.each(
    `0.0.0.0-0.255.255.255 10.0.0.0-10.255.255.255 100.64.0.0-100.127.255.255 127.0.0.0-127.255.255.255 169.254.0.0-169.254.255.255
    172.16.0.0-172.31.255.255 192.0.0.0-192.0.0.255 192.0.2.0-192.0.2.255 192.88.99.0-192.88.99.255 192.168.0.0-192.168.255.255
    198.18.0.0-198.19.255.255 198.51.100.0-198.51.100.255 203.0.113.0-203.0.113.255 224.0.0.0-239.255.255.255 240.0.0.0-255.255.255.255`
      .split(/\s+/)
      .map((range) => range.split('-')),
  )('IPv4, also within IPv6: %s to %s', (first, last) => {
    for (const prefix of ['', '::ffff:', '64:ff9b::']) {
      const isPublic = (address: string) => isPublicAddress(prefix + address);
      expect([isPublic(first), isPublic(last)]).toEqual([false, false]);
      // The last two ranges are neighbours. Otherwise the addresses before and after a range are public.
      if (first !== '0.0.0.0' && first !== '240.0.0.0') expect(isPublic(neighbour(first, -1))).toBe(true);
      if (first < '224') expect(isPublic(neighbour(last, 1))).toBe(true);
    }
  });

  const toEnd = (start: string): string => start + ':ffff'.repeat(8 - start.split(':').length);

  test.each([
    ['2000', '2001::', '2001:1ff', '2001:200::'],
    ['2001:db7', '2001:db8::', '2001:db8', '2001:db9::'],
    ['2001', '2002::', '2002', '2003::'],
    ['3ffe', '3fff::', '3fff:fff', '3fff:1000::'],
  ])('IPv6, between the end of %s and', (before, first, last, after) => {
    const addresses = [toEnd(before), first, toEnd(last), after];
    expect(addresses.map(isPublicAddress)).toEqual([true, false, false, true]);
  });

  test('IPv6 that is not global unicast, and IPv4 within another prefix', () => {
    expect(['2000::', '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'].map(isPublicAddress)).toEqual([true, true]);
    const others = [
      '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
      '4000::',
      '::fffe:8.8.8.8',
      '::1:0:8.8.8.8',
      '64:ff9b::1:8.8.8.8',
      '64:ff9a:ffff:ffff:ffff:ffff:8.8.8.8',
    ];
    expect(others.map(isPublicAddress)).toEqual(others.map(() => false));
  });

  /** The IPv4 address so many after another. */
  function neighbour(address: string, distance: number): string {
    const octets = Buffer.from(address.split('.').map(Number));
    octets.writeUInt32BE(octets.readUInt32BE() + distance);
    return octets.join('.');
  }
});

describe('with addresses: public', () => {
  const addresses = 'public';

  test.each(['127.0.0.1', '0.0.0.0', '2130706433', '0x7f.1', '127.1', '[::1]', '[::ffff:127.0.0.1]', '[::]'])(
    'http://%s is refused',
    async (host) => {
      const peer = await Peer.start(always(200, FILE));
      for (const scheme of ['http', 'https', 'ftp']) {
        expect(inWords(await get(`${scheme}://${host}:${peer.port}/`, { addresses }))).toBe(REFUSED);
      }
      expect(peer.connections).toBe(0);
    },
  );

  test('a name that resolves to such an address is refused', async () => {
    const peer = await Peer.start(always(200, FILE));
    for (const scheme of ['http', 'https', 'ftp']) {
      const lookup = lookupThat(['127.0.0.1', '::1', '10.0.0.1']);
      const result = await get(`${scheme}://site.example:${peer.port}/`, { addresses, connect: { lookup } });
      expect(inWords(result)).toBe(REFUSED);
      expect(result.cause?.message).toContain('127.0.0.1, ::1, 10.0.0.1');
    }
    expect(peer.connections).toBe(0);
  });

  test('localhost is refused, by the resolver of the machine', async () => {
    const peer = await Peer.start(always(200, FILE));
    expect(inWords(await get(`http://localhost:${peer.port}/`, { addresses }))).toBe(REFUSED);
  });
});

describe('with a function of the caller', () => {
  const onlyFirst = (address: string): boolean => address === '127.0.0.1';

  test('an address that it allows is connected to', async () => {
    const peer = await Peer.start(always(200, FILE));
    expect(inWords(await getFrom(peer, { addresses: onlyFirst }))).toBe('success, rules');
  });

  test.each([
    ['an address', '127.0.0.2'],
    ['a name', 'other.example'],
  ])('a redirect to %s that it does not allow is not followed', async (_, host) => {
    const there = await Peer.start(always(200, FILE), { host: '127.0.0.2' });
    for (const location of [`http://${host}:${there.port}/`, `ftp://${host}:${there.port}/robots.txt`]) {
      const peer = await Peer.start(always(301, '', { Location: location }));
      const lookup = lookupThat('127.0.0.2');
      const result = await getFrom(peer, { addresses: onlyFirst, connect: { lookup } });
      expect(inWords(result)).toBe(REFUSED);
      expect(result.redirects).toHaveLength(1);
    }
    expect(there.connections).toBe(0);
  });

  test('of the addresses of a name, only those that it allows are connected to', async () => {
    const forbidden = await Peer.start(always(404), { host: '127.0.0.2' });
    const lookup = lookupThat(['127.0.0.2', '127.0.0.3']);
    // Nothing listens on the address that is left.
    const result = await get(`http://site.example:${forbidden.port}/`, {
      addresses: (address) => address === '127.0.0.3',
      connect: { lookup },
    });
    expect(inWords(result)).toBe('unreachable, disallow-all (connect-failed)');
    expect(forbidden.connections).toBe(0);
  });

  test('a name is resolved once, so that resolving to another address later gains nothing', async () => {
    const peer = await Peer.start(always(200, FILE));
    const forbidden = await Peer.start(always(200, FILE), { host: '127.0.0.2' });
    const lookup = vi.fn(lookupThat('127.0.0.1', '127.0.0.2'));
    const options: Partial<FetchOptions> = { addresses: onlyFirst, connect: { lookup } };
    expect(inWords(await get(`http://site.example:${peer.port}/`, options))).toBe('success, rules');
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(inWords(await get(`http://site.example:${forbidden.port}/`, options))).toBe(REFUSED);
    expect(lookup).toHaveBeenCalledTimes(2);
    expect(forbidden.connections).toBe(0);
  });

  test('it applies to FTP, whose data connection goes to the same address', async () => {
    const peer = await FtpPeer.start(serving(FILE));
    const seen: string[] = [];
    const addresses = (address: string): boolean => seen.push(address) > 0;
    expect(inWords(await get(peer.origin, { addresses }))).toBe('success, rules');
    expect(seen).toEqual(['127.0.0.1']);
    const elsewhere = await FtpPeer.start({
      ...serving(FILE),
      EPSV: '500 what?',
      PASV: `227 Entering Passive Mode (10,0,0,1,${peer.port >> 8},${peer.port & 255})`,
    });
    const result = await get(elsewhere.origin, { addresses });
    expect(inWords(result)).toBe('unreachable, disallow-all (ftp-failed)');
    expect(result.cause?.message).toContain('10.0.0.1');
    await elsewhere.closed();
  });

  test('one that throws refuses the address', async () => {
    const peer = await Peer.start(always(200, FILE));
    const addresses = (): boolean => {
      throw new Error('oh');
    };
    const lookup = lookupThat('127.0.0.1');
    expect(inWords(await get(peer.origin, { addresses }))).toBe(REFUSED);
    expect(inWords(await get('http://site.example/', { addresses, connect: { lookup } }))).toBe(REFUSED);
  });
});

describe('addressGuard', () => {
  test('guards an agent of the caller', async () => {
    const peer = await Peer.start(always(200, FILE));
    const open = new Agent({ connect: addressGuard('any') });
    const guarded = new Agent({ connect: addressGuard('public') });
    const named = new Agent({ connect: addressGuard('public', { lookup: lookupThat('127.0.0.1') }) });
    expect(inWords(await get(peer.origin, { dispatcher: open }))).toBe('success, rules');
    expect(inWords(await get(peer.origin, { dispatcher: guarded }))).toBe(REFUSED);
    expect(inWords(await get(`http://site.example:${peer.port}`, { dispatcher: named }))).toBe(REFUSED);
    for (const agent of [open, guarded, named]) await agent.destroy();
    expect(peer.connections).toBe(1);
  });

  test('asks a function of the caller about each address', async () => {
    const peer = await Peer.start(always(200, FILE));
    const asked: string[] = [];
    const dispatcher = new Agent({ connect: addressGuard((address) => asked.push(address) > 0) });
    expect(inWords(await get(peer.origin, { dispatcher }))).toBe('success, rules');
    await dispatcher.destroy();
    expect(asked).toEqual(['127.0.0.1']);
  });

  test.each([
    ['a policy about redirects', 'no-inward-redirects', {}, /^policy is "no-inward-redirects"/],
    ['a misspelled policy', 'publik', {}, /^policy is "publik".*'any', 'public' or a function/],
    ['a host to connect to', 'public', { host: '127.0.0.1' }, /^options.host cannot be set/],
  ])('refuses %s', (_, policy, options, message) => {
    expect(() => addressGuard(policy as 'public', options as object)).toThrow(message);
  });
});
