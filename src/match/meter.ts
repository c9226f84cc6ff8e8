/** Counts the work of matching, in steps: an octet compared, a rule looked at, an entry of a list passed. */
export class Meter {
  /** Steps that may still be taken; under 0 once too many were. */
  left = 0;
}
