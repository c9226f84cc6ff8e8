/**
 * The text of anything that was thrown.
 */

/** The message of an error, or the text of whatever else was thrown. Never throws, which a value without a prototype would. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'something that cannot be written as text';
  }
}
