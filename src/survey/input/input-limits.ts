/**
 * Limits of the batches that an input is read in.
 */

/** How many octets of decoded payloads a batch may have before it is yielded: a few octets of an input may decode to many. */
export const MAX_DECODED_BATCH_OCTETS = 4 * 1024 * 1024;

/** How many lines of an input that is text are read at a time. A line takes far more memory than its octets. */
export const MAX_BATCH_LINES = 1000;
