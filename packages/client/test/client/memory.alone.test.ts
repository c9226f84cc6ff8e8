import { expect, onTestFinished, test } from 'vitest';
import { program } from '../../../../test/support/program.js';

const MIB = 1024 * 1024;

/** The error of the measurement. */
const NOISE_OCTETS = 150_000;

test('a client that has heard of far more small sites than fit takes no more than its bound, and uses it', async () => {
  const crawler = await program(new URL('./support/bounded-crawler.ts', import.meta.url));
  onTestFinished(() => crawler.remove());
  const maxOctets = 8 * MIB;
  const child = crawler.start({ sites: 15_000, maxOctets });
  const { real, said, entries } = await child.next<{ real: number; said: number; entries: number }>();
  expect(await child.ended).toBe(0);
  console.log(`${entries} small files: really ${real} octets, said ${said}, of ${maxOctets}`);
  // Back-offs of evicted sites come on top.
  const most = maxOctets * 1.375;
  expect(said).toBeLessThanOrEqual(most);
  expect(said).toBeGreaterThan(0.9 * maxOctets);
  expect(real).toBeLessThan(most + NOISE_OCTETS);
  expect(entries).toBeGreaterThan(maxOctets / 4096);
});
