/**
 * Places in a file, said once: offsets are zero-based octets and end-exclusive; lines and columns are one-based,
 * columns in octets.
 */

/** The octets `start` up to but not including `end`, counted from 0 at the start of the file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
