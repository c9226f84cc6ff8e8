/** Counts the work of a question in steps: an octet compared, a rule checked, a list entry passed. */
export class Meter {
  /** Steps that may still be taken; below 0 after too many. */
  left = 0;
  /** Searches for parts of patterns once `left` is below 0; `null` to give the question up instead. */
  fallback: PartFinder | null = null;
}

/** Finds parts of patterns in one path. */
export interface PartFinder {
  /**
   * Finds where the first occurrence of a part in `path[from..end)` ends.
   *
   * @param text the part is `text[partStart..partEnd)`, and not empty
   * @returns -1 if there is none
   */
  endOfPart(
    text: Uint8Array,
    partStart: number,
    partEnd: number,
    from: number,
    end: number,
    meter: Meter,
  ): number;
}

/** Steps that every question may take. */
export const FREE_STEPS = 1024;

/** Further steps for each octet of the document and of the path. */
const STEPS_PER_OCTET = 8;

/** The steps that a question may take before it goes to the index, whose cost has a bound. */
export function grantedSteps(documentOctets: number, pathOctets: number): number {
  return FREE_STEPS + STEPS_PER_OCTET * (documentOctets + pathOctets);
}
