/**
 * What grouping hands to matching: the rules that bear on one caller, as places in the document's octets.
 */

/** Rules in file order, as a struct of arrays. */
export interface RuleTable {
  /** The octets that the places refer to. */
  readonly octets: Uint8Array;
  /** How many rules there are. */
  readonly count: number;
  /** {@link RULE_STRIDE} integers a rule, at the `RULE_…` offsets below. */
  readonly rows: readonly number[];
}

export const RULE_STRIDE = 4;
/** The rule's line, from 1. */
export const RULE_LINE = 0;
/** 1 for allow, 0 for disallow. */
export const RULE_IS_ALLOW = 1;
/** Where the pattern begins, octet offset. */
export const RULE_PATTERN_START = 2;
/** Where the pattern ends, octet offset, exclusive; equal to the start for a rule without a value. */
export const RULE_PATTERN_END = 3;
