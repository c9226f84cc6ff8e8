/** A lookup function of the caller, and the addresses that it finds. */
import type { LookupFunction } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type AddressSearch, addressesOf, pinnedLookup } from '../../src/fetch/addresses/host-addresses.js';
import { lookupAll } from '../../src/fetch/addresses/resolver.js';
import { Network } from '../../src/fetch/network.js';

const forever = (): AbortSignal => new AbortController().signal;

describe('a function that looks names up', () => {
  /** A lookup with a fixed result, and the questions that it got. */
  const finding = (found: unknown, error: Error | null = null) => {
    const asked: unknown[] = [];
    const lookup = ((name, options, callback) => {
      asked.push([name, options]);
      callback(error as null, found as []);
    }) as LookupFunction;
    return { asked, lookup };
  };

  test.each<[string, unknown, string[]]>([
    [
      'addresses with their families',
      [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ],
      ['::1 6', '127.0.0.1 4'],
    ],
    ['addresses with a family that is wrong', [{ address: '::1', family: 4 }], ['::1 6']],
    ['addresses as text', ['127.0.0.1', '::1'], ['127.0.0.1 4', '::1 6']],
    ['one address', '127.0.0.1', ['127.0.0.1 4']],
    ['some that are no addresses', ['localhost', '127.0.0.1', ''], ['127.0.0.1 4']],
  ])('finds %s', async (_, found, expected) => {
    const addresses = await lookupAll(finding(found).lookup, 'a.example', 0);
    expect(addresses.map(({ address, family }) => `${address} ${family}`)).toEqual(expected);
  });

  test('finds nothing: an error like that of the DNS', async () => {
    for (const found of [[], ['localhost']]) {
      await expect(lookupAll(finding(found).lookup, 'a.example', 0)).rejects.toMatchObject({
        code: 'ENOTFOUND',
        message: 'a.example has no address',
      });
    }
    const { lookup } = finding(undefined, new Error('no network'));
    await expect(lookupAll(lookup, 'a.example', 0)).rejects.toThrow('no network');
  });

  test('is asked for all addresses of a family, with the hints of the caller alone', async () => {
    const { asked, lookup } = finding('127.0.0.1');
    await lookupAll(lookup, 'a.example', 4);
    await lookupAll(lookup, 'a.example', 0, 32);
    expect(asked).toEqual([
      ['a.example', { all: true, family: 4 }],
      ['a.example', { all: true, family: 0, hints: 32 }],
    ]);
  });
});

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

  test('of a family that the caller wants', async () => {
    for (const [family, asked] of [
      [4, 4],
      [6, 6],
      [0, 0],
      [undefined, 0],
    ] as const) {
      const families: unknown[] = [];
      const lookup = ((_name, options, callback) => {
        families.push(options.family);
        callback(null, ['1.1.1.1'] as never);
      }) as LookupFunction;
      await addressesOf('a.example', search(lookup, { connect: { lookup, family } }), forever());
      expect(families).toEqual([asked]);
    }
  });

  test('are pinned for a socket, which asks for all or for one', async () => {
    const lookup = pinnedLookup([
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]);
    const found = (all: boolean) =>
      new Promise<unknown[]>((resolve) => lookup('any', { all }, (...results) => resolve(results)));
    expect(await found(false)).toEqual([null, '::1', 6]);
    expect(await found(true)).toEqual([
      null,
      [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ],
    ]);
  });
});
