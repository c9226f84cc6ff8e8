/**
 * Listeners of a program, called where nothing of the program can catch what they throw, such as in the handler of a message.
 */

/**
 * A listener that aborts work with what the program's listener throws, instead of throwing it.
 *
 * @param listener undefined for none
 */
export function endingIfItThrows<Event>(
  listener: ((event: Event) => void) | undefined,
  work: AbortController,
): (event: Event) => void {
  return (event) => {
    try {
      listener?.(event);
    } catch (error) {
      work.abort(error);
    }
  };
}
