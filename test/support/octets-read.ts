/** How much of a text the scanner reads. */
import { type ScanBuffer, scanBufferOf } from '../../src/stream/scan-buffer.js';
import { octetsOf } from './octets.js';

const INDEX = /^\d+$/;

/** How often `read` reads a single octet of a text. Words of four octets are not counted. */
export function octetsReadBy(read: (buffer: ScanBuffer, length: number) => void, text: string): number {
  const { octets, ...rest } = scanBufferOf(octetsOf(text));
  let reads = 0;
  const counted = new Proxy(octets, {
    get(target, key) {
      if (typeof key === 'string' && INDEX.test(key)) reads++;
      return Reflect.get(target, key);
    },
  });
  read({ ...rest, octets: counted } as ScanBuffer, text.length);
  return reads;
}
