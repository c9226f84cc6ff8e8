/** Waits for something that has no event of its own. */

/** Waits, turn by turn of the event loop, until a condition holds. If it never holds, the test hangs. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}
