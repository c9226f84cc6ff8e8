/**
 * The beginning of the last URL that was written plainly, scheme and authority. A crawler asks about one site many times in a
 * row; four octets at a time, what has been checked is known again in a fraction of the time that checking takes.
 */

/** Longer beginnings are not remembered. */
const MAX_OCTETS = 64;

const WORD_OCTETS = 4;
const ALL_ONES = 0xff;

/** For a word of which so many octets count: ones for these. */
const MASKS = Array.from({ length: WORD_OCTETS }, (_, count) => {
  const octets = new Uint8Array(WORD_OCTETS).fill(ALL_ONES, 0, count);
  return new Int32Array(octets.buffer)[0];
});

/** What is remembered; who reads URLs compares it (`readRequestPath`). At first, and where it would be long, nothing. */
export class KnownAuthority {
  /** How many octets it has: */
  length = 0;
  /** so many words, */
  wholeWords = 0;
  /** and of one more word the octets for which there are ones here. */
  lastMask = 0;
  readonly words = new Int32Array(MAX_OCTETS / WORD_OCTETS + 1);

  /**
   * Remembers the beginning of a text.
   *
   * @param words the text begins with the word `words[from]`
   * @param length how many octets to remember
   */
  remember(words: Int32Array, from: number, length: number): void {
    this.length = length > MAX_OCTETS ? 0 : length;
    this.wholeWords = this.length >> 2;
    this.lastMask = MASKS[this.length % WORD_OCTETS];
    for (let i = 0; i <= this.wholeWords; i++) this.words[i] = words[from + i];
  }
}
