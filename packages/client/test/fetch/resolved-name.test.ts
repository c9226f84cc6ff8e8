/** In which order the addresses of a name are tried. */
import { getDefaultResultOrder, setDefaultResultOrder } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import os, { type NetworkInterfaceInfo } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { byFamily } from '../../src/fetch/addresses.js';

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
