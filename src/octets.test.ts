import { describe, expect, test } from 'vitest';
import { octetsOf, plainOctets } from './octets.js';

const OCTETS = [0xc3, 0xa9, 0x0a];
const memory = Uint8Array.of(0, 0, ...OCTETS, 0).buffer;

describe('octets of every class', () => {
  test.each<[string, unknown]>([
    ['Uint8Array', Uint8Array.from(OCTETS)],
    ['a part of a Uint8Array', new Uint8Array(memory, 2, 3)],
    ['Uint8ClampedArray', new Uint8ClampedArray(memory, 2, 3)],
    ['DataView', new DataView(memory, 2, 3)],
    ['ArrayBuffer', Uint8Array.from(OCTETS).buffer],
  ])('%s', (_, value) => {
    const octets = plainOctets(value) as Uint8Array;
    expect(Object.getPrototypeOf(octets)).toBe(Uint8Array.prototype);
    expect([...octets]).toEqual(OCTETS);
    expect(octetsOf(value)).toEqual(octets);
  });

  test('the memory is shared', () => {
    const octets = Uint8Array.from(OCTETS);
    const plain = plainOctets(new DataView(octets.buffer, 1));
    octets[1] = 7;
    expect(plain?.[0]).toBe(7);
  });
});

class Unreadable extends Uint8Array {
  override get length(): number {
    throw new Error('length was read');
  }
  override get buffer(): ArrayBuffer {
    throw new Error('buffer was read');
  }
  override get byteOffset(): number {
    throw new Error('byteOffset was read');
  }
  override get byteLength(): number {
    throw new Error('byteLength was read');
  }
  override subarray(): never {
    throw new Error('subarray was called');
  }
}

test('nothing of a subclass, or of the object itself, is called', () => {
  expect(plainOctets(Unreadable.of(1, 2))).toEqual(Uint8Array.of(1, 2));
  const own = Uint8Array.of(1, 2);
  for (const name of ['length', 'buffer', 'constructor', 'subarray', Symbol.toStringTag]) {
    Object.defineProperty(own, name, {
      get() {
        throw new Error(`${String(name)} was read`);
      },
    });
  }
  expect([...(plainOctets(own) ?? [])]).toEqual([1, 2]);
});

test.each([
  [undefined],
  [null],
  [5],
  [() => {}],
  [[1, 2]],
  [new Uint16Array(1)],
  [new BigInt64Array(1)],
  [{ length: 1, 0: 1 }],
  [{ buffer: memory, byteOffset: 0, byteLength: 1 }],
  [{ [Symbol.toStringTag]: 'Uint8Array' }],
  [{ [Symbol.toStringTag]: 'ArrayBuffer', byteLength: 1 }],
  [Object.create(Uint8Array.prototype)],
  [Object.create(ArrayBuffer.prototype)],
  [new Proxy(new Uint8Array(1), {})],
])('case %#: neither octets nor text', (value) => {
  expect(plainOctets(value)).toBeUndefined();
  expect(() => octetsOf(value)).toThrow(TypeError);
});

test('text is not octets; as a file it is encoded as UTF-8', () => {
  expect(plainOctets('é\n')).toBeUndefined();
  expect([...octetsOf('é\n')]).toEqual(OCTETS);
});
