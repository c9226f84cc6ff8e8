/** Recent successes of other names and addresses: evidence of a network that works. */
import { describe, expect, test } from 'vitest';
import { MINUTE } from '../../../../test/support/manual-clock.js';
import { Network, RecentSuccesses } from '../../src/fetch/network.js';

describe('recent successes', () => {
  test('of others count for a minute', () => {
    let now = 1000;
    const successes = new RecentSuccesses(() => now);
    expect(successes.hasOther('a')).toBe(false);
    successes.note('a');
    expect([successes.hasOther('a'), successes.hasOther('b')]).toEqual([false, true]);
    now += MINUTE;
    expect(successes.hasOther('b')).toBe(true);
    now += 1;
    expect(successes.hasOther('b')).toBe(false);
  });

  test('of two keys are remembered, so that a frequent one hides no other', () => {
    let now = 0;
    const successes = new RecentSuccesses(() => now);
    successes.note('a');
    successes.note('b');
    successes.note('b');
    expect([successes.hasOther('a'), successes.hasOther('b')]).toEqual([true, true]);
    now += MINUTE + 1;
    successes.note('b');
    expect([successes.hasOther('a'), successes.hasOther('b')]).toEqual([true, false]);
  });

  test('of one key are not those of another, however often it works', () => {
    const successes = new RecentSuccesses(() => 0);
    successes.note('a');
    successes.note('a');
    expect([successes.hasOther('a'), successes.hasOther('b')]).toEqual([false, true]);
    successes.note('b');
    successes.note('b');
    expect([successes.hasOther('a'), successes.hasOther('b')]).toEqual([true, true]);
  });

  test('of a network are kept apart by lookup, dispatcher, and kind of address', () => {
    const network = new Network();
    const lookups = [() => {}, () => {}] as never[];
    const dispatchers = [{}, {}] as never[];
    const all = [
      network.names(undefined),
      ...lookups.map((lookup) => network.names(lookup)),
      ...dispatchers.map((dispatcher) => network.origins(dispatcher)),
      network.addressesLike('1.1.1.1'),
      network.addressesLike('10.0.0.1'),
      network.addressesLike('2600::1'),
      network.addressesLike('1.1.1.1', '10.0.0.2'),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(network.names(undefined)).toBe(all[0]);
    expect(network.names(lookups[0])).toBe(all[1]);
    expect(network.addressesLike('8.8.8.8')).toBe(network.addressesLike('1.1.1.1', ''));
  });

  test('of proxies are forgotten after a thousand others, but not those of a proxy in use', () => {
    const network = new Network();
    const site = new URL('https://a.example');
    const tunnelsOf = (name: string) => network.tunnels(new URL(`http://${name}.example`), site);
    tunnelsOf('unused').note(site.origin);
    tunnelsOf('used').note(site.origin);
    for (let session = 0; session < 1000; session++) {
      tunnelsOf('used');
      tunnelsOf(`session-${session}`);
    }
    expect(tunnelsOf('used').hasOther('https://b.example')).toBe(true);
    expect(tunnelsOf('unused').hasOther('https://b.example')).toBe(false);
  });
});
