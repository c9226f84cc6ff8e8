/**
 * Octets as the caller gave them, without the caller's code: a subclass or an object of another realm may bring methods of
 * its own, and what they do must not come between the steps of a reading.
 */

const TYPED_ARRAY = Object.getPrototypeOf(Uint8Array.prototype);
const typeNameOf = getter(TYPED_ARRAY, Symbol.toStringTag);
const bufferOf = getter(TYPED_ARRAY, 'buffer');
const offsetOf = getter(TYPED_ARRAY, 'byteOffset');
const lengthOf = getter(TYPED_ARRAY, 'length');
const byteLengthOf = getter(ArrayBuffer.prototype, 'byteLength');

/**
 * A new `Uint8Array` on the memory of a `Uint8Array` or an `ArrayBuffer`, which may be of a subclass or of another realm.
 * Calls nothing that the value brings with it.
 *
 * @returns null if the value is neither
 */
export function plainOctets(value: unknown): Uint8Array | null {
  if (typeNameOf.call(value) === 'Uint8Array') {
    return new Uint8Array(
      bufferOf.call(value) as ArrayBuffer,
      offsetOf.call(value) as number,
      lengthOf.call(value) as number,
    );
  }
  return isArrayBuffer(value) ? new Uint8Array(value) : null;
}

function isArrayBuffer(value: unknown): value is ArrayBuffer {
  if (typeof value !== 'object' || value === null) return false;
  try {
    // Throws for what is no `ArrayBuffer`; unlike `instanceof` and a tag, it cannot be fooled.
    byteLengthOf.call(value);
    return true;
  } catch {
    return false;
  }
}

function getter(prototype: object, name: string | symbol): (this: unknown) => unknown {
  const { get } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
  if (get === undefined) throw new Error(`This engine has no getter ${String(name)}`);
  return get;
}
