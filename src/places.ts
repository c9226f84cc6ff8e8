/**
 * Places in a file. Offsets count octets from 0 and are end-exclusive. Lines and columns count from 1; columns count octets.
 */

/** A part of a file: octets from `start` up to but not including `end`, counted from 0 at the start of the file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
