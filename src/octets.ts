/**
 * What counts as octets, in one place for every function and stream that takes them.
 */
import { misshapen } from './option-checks.js';

/** Octets, of this realm or another (a vm context, a frame). A Node `Buffer` is a `Uint8Array`. */
export type Octets = Uint8Array | Uint8ClampedArray | DataView | ArrayBuffer | SharedArrayBuffer;

/** What error messages expect where octets are taken, and where a whole file is. */
export const OCTETS_EXPECTED = 'a Uint8Array, a DataView or an ArrayBuffer';
export const FILE_EXPECTED = 'a Uint8Array, a DataView, an ArrayBuffer or a string';

/**
 * A new `Uint8Array` on the memory of octets, which may be of a subclass or of another realm. Calls no method or getter
 * of the value itself: the program's code must not run while a file is read.
 *
 * @returns `undefined` if the value is not octets; elements of more than one octet, such as those of a `Uint16Array`, are not
 */
export function plainOctets(value: unknown): Uint8Array | undefined {
  if (!ArrayBuffer.isView(value)) return isBuffer(value) ? new Uint8Array(value) : undefined;
  const view = OCTET_VIEWS.get(typeName(value));
  return view && new Uint8Array(view.buffer(value), view.byteOffset(value), view.byteLength(value));
}

/**
 * The octets of a whole file, which can also be text, taken as UTF-8.
 *
 * @returns `undefined` if the value is neither text nor octets
 */
export function fileOctets(value: unknown): Uint8Array | undefined {
  return typeof value === 'string' ? encoder.encode(value) : plainOctets(value);
}

/**
 * The octets of an argument named `octets`. The program's code, such as getters, runs before this returns or not at all.
 *
 * @throws {TypeError} if it is neither octets nor text
 */
export function octetsOf(file: Octets | string): Uint8Array {
  const octets = fileOctets(file);
  if (octets === undefined) throw misshapen(file, 'octets', `${FILE_EXPECTED} (parse() takes streams)`);
  return octets;
}

const encoder = new TextEncoder();

type Getter<Value> = (object: unknown) => Value;

/** The getter of a built-in class, which reads an object of any realm. Throws for an object of another class. */
function getter<Value>(prototype: object, name: PropertyKey): Getter<Value> {
  const { get } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
  if (get === undefined) throw new Error(`This engine has no getter ${String(name)}`);
  return (object) => Reflect.apply(get, object, []);
}

interface ViewGetters {
  readonly buffer: Getter<ArrayBufferLike>;
  readonly byteOffset: Getter<number>;
  readonly byteLength: Getter<number>;
}

function viewGetters(prototype: object): ViewGetters {
  return {
    buffer: getter(prototype, 'buffer'),
    byteOffset: getter(prototype, 'byteOffset'),
    byteLength: getter(prototype, 'byteLength'),
  };
}

const typedArrayPrototype: object = Object.getPrototypeOf(Uint8Array.prototype);

/** The name of a typed array's built-in class, such as `Uint8Array`; `undefined` for a `DataView`. */
const typeName = getter<string | undefined>(typedArrayPrototype, Symbol.toStringTag);

const typedArray = viewGetters(typedArrayPrototype);

/** The views whose elements are octets, by type name. */
const OCTET_VIEWS = new Map<string | undefined, ViewGetters>([
  ['Uint8Array', typedArray],
  ['Uint8ClampedArray', typedArray],
  [undefined, viewGetters(DataView.prototype)],
]);

/** `SharedArrayBuffer` is missing in a web page that is not isolated from other origins. */
const BUFFERS = typeof SharedArrayBuffer === 'undefined' ? [ArrayBuffer] : [ArrayBuffer, SharedArrayBuffer];

const bufferLengths = BUFFERS.map(({ prototype }) => getter<number>(prototype, 'byteLength'));

function isBuffer(value: unknown): value is ArrayBufferLike {
  return (
    typeof value === 'object' && value !== null && bufferLengths.some((length) => hasGetter(length, value))
  );
}

/** Whether a getter is one of the object's class. Unlike `instanceof` and a tag, the answer cannot be forged. */
function hasGetter(get: Getter<unknown>, object: object): boolean {
  try {
    get(object);
    return true;
  } catch {
    return false;
  }
}
