/**
 * The known name that a misspelled one probably means, for error messages.
 */

/** A name of this many characters may be the beginning or the end of the one that is meant. */
const MIN_PART_CHARACTERS = 3;

/** One typing error is forgiven for this many characters. */
const CHARACTERS_PER_ERROR = 3;

/**
 * Finds the known name that is closest to a given one. Letter case, `-` and `_` do not count. A name that continues
 * the given one counts as close (`total` gives `totalMs`), and so does one that ends with it.
 *
 * @returns undefined if none is close
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const wanted = plain(given);
  let nearest: string | undefined;
  let fewest = Math.max(1, Math.floor(wanted.length / CHARACTERS_PER_ERROR)) + 1;
  for (const name of known) {
    const candidate = plain(name);
    // Each character that one has more is an error. Comparing a name of a megabyte would take seconds.
    if (Math.abs(wanted.length - candidate.length) >= fewest) continue;
    const errors = typingErrors(wanted, candidate);
    if (errors >= fewest) continue;
    nearest = name;
    fewest = errors;
  }
  if (nearest !== undefined || wanted.length < MIN_PART_CHARACTERS) return nearest;
  return known.find((name) => plain(name).startsWith(wanted) || plain(name).endsWith(wanted));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

/** How many single-character insertions, deletions, substitutions and swaps of neighbours lead from one name to the other. */
function typingErrors(from: string, to: string): number {
  let twoBefore: number[] = [];
  let before = Array.from({ length: to.length + 1 }, (_, length) => length);
  for (let i = 1; i <= from.length; i++) {
    const current = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      current[j] = Math.min(before[j - 1] + (isSame ? 0 : 1), before[j] + 1, current[j - 1] + 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwap) current[j] = Math.min(current[j], twoBefore[j - 2] + 1);
    }
    twoBefore = before;
    before = current;
  }
  return before[to.length];
}
