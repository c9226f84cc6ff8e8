/**
 * Suggestions for misspelled names of commands, options and values.
 */
import { nearestName } from 'robotstream/crawlers/internal';

/** The end of a message about an unknown name: `; did you mean check?`; empty if no known name is close. */
export function didYouMean(given: string, known: readonly string[]): string {
  const nearest = nearestName(given, known);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}
