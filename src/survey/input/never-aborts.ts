/**
 * A signal that never aborts, for decoders that end with their input.
 */

export const NEVER_ABORTS: AbortSignal = new AbortController().signal;
