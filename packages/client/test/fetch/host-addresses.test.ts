/** A lookup function of the caller, and the addresses that it finds. */

import { getDefaultResultOrder, setDefaultResultOrder } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import type { LookupFunction } from 'node:net';
import os, { type NetworkInterfaceInfo } from 'node:os';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type AddressSearch, addressesOf, byFamily } from '../../src/fetch/addresses.js';
import { Network } from '../../src/fetch/network.js';
import { lookupThat } from './support/fetching.js';

const forever = (): AbortSignal => new AbortController().signal;

describe('the addresses of a host', () => {
  const search = (lookup: LookupFunction, options: Partial<Omit<AddressSearch, 'network'>> = {}) => ({
    network: new Network(),
    connect: { lookup },
    isAllowed: () => true,
    redirectedFrom: null,
    ...options,
  });
  const finding = (...addresses: readonly string[]): LookupFunction =>
    ((_name, _options, callback) => callback(null, addresses as never)) as LookupFunction;
  const failing = (error: unknown): LookupFunction =>
    ((_name, _options, callback) => callback(error as null, [])) as LookupFunction;

  test.each([
    ['127.0.0.1', 4],
    ['::1', 6],
  ] as const)('that is one are that alone: %s', async (address, family) => {
    const { network, ...rest } = search(failing(new Error('not called')));
    expect(await addressesOf(address, { network, ...rest }, forever())).toEqual([{ address, family }]);
    expect(network.names(rest.connect.lookup).hasOther('')).toBe(false);
  });

  test('are those that may be connected to, and the name has worked', async () => {
    const asked: [string, string | null][] = [];
    const isAllowed = (address: string, from: string | null) => {
      asked.push([address, from]);
      return address !== '10.0.0.1';
    };
    const lookup = finding('10.0.0.1', '1.1.1.1', '::1');
    const options = search(lookup, { isAllowed, redirectedFrom: '8.8.8.8' });
    expect((await addressesOf('a.example', options, forever())).map(({ address }) => address)).toEqual([
      '1.1.1.1',
      '::1',
    ]);
    expect(asked).toEqual(['10.0.0.1', '1.1.1.1', '::1'].map((address) => [address, '8.8.8.8']));
    expect(options.network.names(lookup).hasOther('b.example')).toBe(true);
    expect(options.network.names(lookup).hasOther('a.example')).toBe(false);
  });

  test('none of which may be connected to are refused', async () => {
    const options = search(finding('10.0.0.1', '10.0.0.2'), { isAllowed: () => false });
    await expect(addressesOf('a.example', options, forever())).rejects.toMatchObject({
      code: 'address-refused',
      message: 'a.example may not be connected to: the option addresses does not allow 10.0.0.1, 10.0.0.2',
    });
  });

  test.each<[unknown, string]>([
    [new Error('no network'), 'no network'],
    ['a text', 'a text'],
  ])('that is not known: %s', async (error, text) => {
    await expect(addressesOf('a.example', search(failing(error)), forever())).rejects.toMatchObject({
      code: 'dns-failed',
      message: `a.example could not be resolved: ${text}`,
      cause: error,
    });
  });
});

test.each<[number | undefined, number]>([
  [4, 4],
  [6, 6],
  [0, 0],
  [undefined, 0],
  [5, 0],
])('the option connect.family %s asks a lookup for the family %d', async (family, asked) => {
  const lookup = vi.fn(lookupThat('127.0.0.1'));
  const search = { network: new Network(), connect: { lookup, family }, isAllowed: () => true };
  await addressesOf('a.example', { ...search, redirectedFrom: null }, forever());
  expect(lookup.mock.calls[0][1]).toMatchObject({ family: asked, all: true });
});

test('the successes of a proxy tell nothing of another proxy, nor of https', () => {
  const network = new Network();
  const [proxy, other, http, https] = ['http://a:1', 'http://b:1', 'http://c', 'https://c'].map(
    (url) => new URL(url),
  );
  network.tunnels(proxy, http).note('http://c');
  const seen = [
    [proxy, http],
    [other, http],
    [proxy, https],
  ].map(([by, url]) => network.tunnels(by, url).hasOther(''));
  expect(seen).toEqual([true, false, false]);
});

type Order = Parameters<typeof setDefaultResultOrder>[0];

/** Sets what the order depends on, until the test has finished. */
function machineWith(interfaces: object, order: Order): void {
  const [oldOrder, oldInterfaces] = [getDefaultResultOrder(), os.networkInterfaces];
  onTestFinished(() => {
    setDefaultResultOrder(oldOrder as Order);
    os.networkInterfaces = oldInterfaces;
    syncBuiltinESMExports();
  });
  setDefaultResultOrder(order);
  os.networkInterfaces = () => interfaces as Record<string, NetworkInterfaceInfo[]>;
  syncBuiltinESMExports();
}

const ipv6 = (address: string, internal = false) => ({ family: 'IPv6', internal, address });
const GLOBAL = { none: undefined, lo: [ipv6('::1', true)], eth0: [ipv6('fe80::1'), ipv6('2001:db8::1')] };

test.each<[string, object, Order, string]>([
  ['no network', {}, 'verbatim', '46'],
  ['IPv6 within the machine alone', { lo: [ipv6('::1', true)] }, 'verbatim', '46'],
  ['IPv6 of its link alone', { eth0: [ipv6('fe80::1')] }, 'verbatim', '46'],
  ['IPv4 alone', { eth0: [{ family: 'IPv4', internal: false, address: '192.0.2.1' }] }, 'verbatim', '46'],
  ['IPv6 that reaches further', GLOBAL, 'verbatim', '64'],
  ['IPv6 that is not wanted first', GLOBAL, 'ipv4first', '46'],
  ['IPv6 that is wanted first, though it has none', {}, 'ipv6first' as Order, '64'],
])('on a machine with %s', (_, interfaces, order, expected) => {
  machineWith(interfaces, order);
  expect(
    byFamily(['192.0.2.7'], ['2001:db8::7'])
      .map(({ family }) => family)
      .join(''),
  ).toBe(expected);
});

test('of one family in their order', () => {
  machineWith(GLOBAL, 'verbatim');
  expect(byFamily(['192.0.2.7', '192.0.2.1'], [])).toEqual([
    { address: '192.0.2.7', family: 4 },
    { address: '192.0.2.1', family: 4 },
  ]);
  expect(byFamily([], ['2001:db8::7'])).toEqual([{ address: '2001:db8::7', family: 6 }]);
});
