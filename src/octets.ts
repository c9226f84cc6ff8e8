/**
 * What counts as octets, in one place for every function and stream that takes them, and where octets are in a file: offsets count
 * octets from 0 and are end-exclusive. Lines and columns count from 1; columns count octets.
 */
import { shown } from './option-checks.js';

/** Octets, of this realm or another (a vm context, a frame). A Node `Buffer` is a `Uint8Array`. */
export type Octets = Uint8Array | Uint8ClampedArray | DataView | ArrayBuffer | SharedArrayBuffer;

/** A part of a file: octets from `start` up to but not including `end`, counted from 0 at the start of the file. */
export interface Span {
  /** The offset of the first octet in the file, from 0. */
  readonly start: number;
  /** The offset after the last octet. */
  readonly end: number;
}

/** What error messages expect where octets are taken, and where a whole file is. */
export const OCTETS_EXPECTED = 'a Uint8Array, a DataView or an ArrayBuffer';
export const FILE_EXPECTED = 'a Uint8Array, a DataView, an ArrayBuffer or a string';
const FILE_HERE = `${FILE_EXPECTED} (parse() takes streams)`;

/**
 * A new `Uint8Array` on the memory of octets, which may be of a subclass or of another realm. Its length is that of the octets now, even
 * if their buffer is resizable. Calls no method or getter of the value itself: the program's code must not run while a file is read.
 *
 * @returns `undefined` if the value is not octets, or they have lost their memory: the buffer was transferred to a worker, or has
 *   become too short. Elements of more than one octet, such as those of a `Uint16Array`, are not octets
 */
export function plainOctets(value: unknown): Uint8Array | undefined {
  try {
    return octetsIn(value);
  } catch {
    return undefined;
  }
}

/** The error for an argument that is not octets, or for octets without their memory: `misshapen` for octets. */
export function misshapenOctets(value: unknown, name: string, expected: string): TypeError {
  return new TypeError(`${name} is ${shownOctets(value)}; ${expected} is expected`);
}

/** A value as messages show it, which may be octets without their memory. */
export function shownOctets(value: unknown): string {
  try {
    octetsIn(value);
    return shown(value);
  } catch {
    return `${shown(value)} that has lost its memory`;
  }
}

/**
 * {@link plainOctets}
 *
 * @throws {TypeError} the engine's own, if they have lost their memory
 */
function octetsIn(value: unknown): Uint8Array | undefined {
  if (!ArrayBuffer.isView(value)) {
    const length = bufferLength(value);
    return length === undefined ? undefined : new Uint8Array(value as ArrayBufferLike, 0, length);
  }
  const name = typeName(value);
  if (name === undefined) return dataViewOctets(value);
  if (name !== 'Uint8Array' && name !== 'Uint8ClampedArray') return undefined;
  const octets = typedArrayOctets(value);
  // The getters of a typed array whose buffer is too short return 0, and only a copy of it throws. Those of a `DataView` throw.
  return octets.length === 0 ? new Uint8Array(value as Uint8Array) : octets;
}

/**
 * The octets of a whole file, which can also be text, taken as UTF-8. The program's code, such as getters, runs before this returns or not at all.
 *
 * @param argument the argument's name, for the message
 * @throws {TypeError} if it is neither octets nor text
 */
export function octetsOf(file: unknown, argument = 'octets', expected: string = FILE_HERE): Uint8Array {
  const octets = typeof file === 'string' ? encoder.encode(file) : plainOctets(file);
  if (octets === undefined) throw misshapenOctets(file, argument, expected);
  return octets;
}

const encoder = new TextEncoder();

/** The getter of a built-in class, which reads an object of any realm. Throws for an object of another class. */
function getter<Value>(prototype: object, name: PropertyKey): (object: unknown) => Value {
  const { get } = Object.getOwnPropertyDescriptor(prototype, name) as { get: () => Value };
  return (object) => Reflect.apply(get, object, []);
}

/** Reads the octets of a view of a built-in class. */
function viewOctets(prototype: object): (view: unknown) => Uint8Array {
  const buffer = getter<ArrayBufferLike>(prototype, 'buffer');
  const byteOffset = getter<number>(prototype, 'byteOffset');
  const byteLength = getter<number>(prototype, 'byteLength');
  return (view) => new Uint8Array(buffer(view), byteOffset(view), byteLength(view));
}

const typedArrayPrototype: object = Object.getPrototypeOf(Uint8Array.prototype);

/** The name of a typed array's built-in class, such as `Uint8Array`; `undefined` for a `DataView`. */
const typeName = getter<string | undefined>(typedArrayPrototype, Symbol.toStringTag);

const typedArrayOctets = viewOctets(typedArrayPrototype);
const dataViewOctets = viewOctets(DataView.prototype);

/** `SharedArrayBuffer` is missing in a web page that is not isolated from other origins. */
const BUFFERS = typeof SharedArrayBuffer === 'undefined' ? [ArrayBuffer] : [ArrayBuffer, SharedArrayBuffer];

const bufferLengths = BUFFERS.map(({ prototype }) => getter<number>(prototype, 'byteLength'));

/** The length of a buffer; `undefined` for any other value. Unlike `instanceof` and a tag, the answer cannot be forged. */
function bufferLength(value: unknown): number | undefined {
  for (const length of bufferLengths) {
    try {
      return length(value);
    } catch {
      // Not of this class.
    }
  }
  return undefined;
}

/** How many octets or units become text at a time; far below the number of arguments that engines accept. */
const CHUNK_UNITS = 4096;

/** Octets as text, a character each: what sets and maps can hold. */
export const latin1: (octets: Uint8Array) => string = textOfUnits;

/** The text of UTF-16 code units. */
export function textOfUnits(units: Uint8Array | Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += CHUNK_UNITS) {
    // To spread them takes up to ten times as long.
    text += Reflect.apply(String.fromCharCode, null, units.subarray(at, at + CHUNK_UNITS));
  }
  return text;
}
