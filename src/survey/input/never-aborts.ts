/**
 * A signal for decoders that end with their input, and by nothing else.
 */

export const NEVER_ABORTS: AbortSignal = new AbortController().signal;
