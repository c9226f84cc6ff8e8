/** Counts the work of matching, in steps: an octet compared, a rule looked at, an entry of a list passed. */
export class Meter {
  /** Steps that may still be taken; under 0 once too many were. */
  left = 0;
}

/** Steps that are always granted. */
export const FREE_STEPS = 1024;

/** Steps granted for each octet of the document and of the path. */
const PATIENCE = 8;

/** The steps that a question may take before it is given to the index, whose cost has a bound. */
export function grantedSteps(documentOctets: number, pathOctets: number): number {
  return FREE_STEPS + PATIENCE * (documentOctets + pathOctets);
}
