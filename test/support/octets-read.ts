/** How much of a text the scanner reads. */
import { scanMemory } from '../../src/stream/memory.js';
import { octetsOf } from './octets.js';

const INDEX = /^\d+$/;

/** How often `read` reads a single octet of a text in the scanner's memory. Words of four octets are not counted. */
export function octetsReadBy(read: (file: Uint8Array) => void, text: string): number {
  const { octets } = scanMemory;
  let reads = 0;
  scanMemory.octets = new Proxy(octets, {
    get(target, key) {
      if (typeof key === 'string' && INDEX.test(key)) reads++;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  try {
    read(octetsOf(text));
  } finally {
    scanMemory.octets = octets;
  }
  return reads;
}
