import { joinedOctets } from 'robotstream/internal';
import type { Fix } from 'robotstream/lint';

/** A file after one fix. Octets outside of it stay as they are. */
export function replaced(file: Uint8Array, { span: { start, end }, text }: Fix): Uint8Array {
  return joinedOctets([file.subarray(0, start), new TextEncoder().encode(text), file.subarray(end)]);
}
