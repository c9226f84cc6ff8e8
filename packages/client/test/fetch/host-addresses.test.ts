/** A lookup function of the caller, and the addresses that it finds. */

import type { LookupFunction } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type AddressSearch, addressesOf, Network } from '../../src/fetch/network.js';

const forever = (): AbortSignal => new AbortController().signal;

describe('the addresses of a host', () => {
  const search = (lookup: LookupFunction, options: Partial<AddressSearch> = {}): AddressSearch => ({
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
