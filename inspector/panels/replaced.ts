import type { Fix } from 'robotstream/lint';

/** A file after one fix. Octets outside of it stay as they are. */
export function replaced(file: Uint8Array, { span: { start, end }, text }: Fix): Uint8Array {
  const middle = new TextEncoder().encode(text);
  const whole = new Uint8Array(start + middle.length + file.length - end);
  whole.set(file.subarray(0, start));
  whole.set(middle, start);
  whole.set(file.subarray(end), start + middle.length);
  return whole;
}
