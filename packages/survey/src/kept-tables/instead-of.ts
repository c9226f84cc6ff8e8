/**
 * Errors of the operating system that are an answer.
 */

/** Handles an error of the operating system: gives a value in its place if it has one of some codes, and throws it otherwise. */
export function insteadOf<Value>(
  codes: readonly string[],
  value: Value,
): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (codes.includes(error.code ?? '')) return value;
    throw error;
  };
}
