import type { Fix } from 'robotstream/lint';
import { joinedOctets } from '../../src/compare/joined-octets.js';

/** A file after one fix. Octets outside of it stay as they are. */
export function replaced(file: Uint8Array, { span: { start, end }, text }: Fix): Uint8Array {
  return joinedOctets([file.subarray(0, start), new TextEncoder().encode(text), file.subarray(end)]);
}
