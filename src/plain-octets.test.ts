import { expect, test } from 'vitest';
import { plainOctets } from './plain-octets.js';

class Unreadable extends Uint8Array {
  override get length(): number {
    throw new Error('length was read');
  }
  override get buffer(): ArrayBuffer {
    throw new Error('buffer was read');
  }
  override subarray(): never {
    throw new Error('subarray was called');
  }
}

test('a plain view of the same memory', () => {
  const memory = Uint8Array.of(1, 2, 3, 4);
  const plain = plainOctets(memory.subarray(1, 3));
  expect(plain).toEqual(Uint8Array.of(2, 3));
  memory[1] = 9;
  expect(plain?.[0]).toBe(9);
  expect(plainOctets(memory.buffer)).toEqual(Uint8Array.of(1, 9, 3, 4));
});

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
  ['text'],
  [[1, 2]],
  [new Uint8ClampedArray(1)],
  [new Uint16Array(1)],
  [new DataView(new ArrayBuffer(1))],
  [{ length: 1, 0: 1 }],
  [{ [Symbol.toStringTag]: 'Uint8Array' }],
  [{ [Symbol.toStringTag]: 'ArrayBuffer', byteLength: 1 }],
  [Object.create(Uint8Array.prototype)],
  [Object.create(ArrayBuffer.prototype)],
  [new Proxy(new Uint8Array(1), {})],
])('%# is no octets', (value) => {
  expect(plainOctets(value)).toBeNull();
});
