/**
 * Statements of usage: a value is split into path pattern and preference (docs/semantics.md §7.2).
 */
import { HTAB, SLASH, SP } from '../ascii.js';
import type { RecordNode } from '../ast/nodes.js';

/** A usage record, split into its parts. */
export interface UsageStatement {
  readonly line: number;
  /** The path pattern; empty if the statement is for the whole site. */
  readonly pattern: Uint8Array;
  /** The octets after the pattern and white space. */
  readonly preference: Uint8Array;
  /** The offset in the file of the first octet of `preference`. */
  readonly preferenceStart: number;
}

/** Splits a record's value. A value that begins with `/` has a path pattern, up to the first SP or HTAB. */
export function statementOf({ line, value }: RecordNode): UsageStatement {
  const { octets, start } = value;
  let patternEnd = 0;
  if (octets[0] === SLASH) {
    while (patternEnd < octets.length && !separates(octets[patternEnd])) patternEnd++;
  }
  let preference = patternEnd;
  while (preference < octets.length && separates(octets[preference])) preference++;
  return {
    line,
    pattern: octets.subarray(0, patternEnd),
    preference: octets.subarray(preference),
    preferenceStart: start + preference,
  };
}

function separates(octet: number): boolean {
  return octet === SP || octet === HTAB;
}
