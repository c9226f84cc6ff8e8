/** How much of a text the scanner reads. */
import { lendScanMemory } from '../../src/stream/memory.js';
import { octetsOf } from './octets.js';

const INDEX = /^\d+$/;

/** How often `read` reads a single octet of a text in the scanner's memory. Words of four octets are not counted. */
export function octetsReadBy(read: (file: Uint8Array) => void, text: string): number {
  return lendScanMemory((memory) => {
    const { octets } = memory;
    let reads = 0;
    memory.octets = new Proxy(octets, {
      get(target, key) {
        if (typeof key === 'string' && INDEX.test(key)) reads++;
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    try {
      read(octetsOf(text));
    } finally {
      memory.octets = octets;
    }
    return reads;
  });
}
