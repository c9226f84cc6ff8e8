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

export class KnownAuthority {
  private length = 0;
  private readonly words = new Int32Array(MAX_OCTETS / WORD_OCTETS);

  /**
   * Remembers the beginning of a text, or nothing if it is long.
   *
   * @param words the text begins with the word `words[from]`
   * @param length how many octets to remember
   */
  remember(words: Int32Array, from: number, length: number): void {
    this.length = length > MAX_OCTETS ? 0 : length;
    for (let i = 0; i * WORD_OCTETS < this.length; i++) this.words[i] = words[from + i];
  }

  /**
   * How many octets are known of a text: all that are remembered, or none.
   *
   * @param words the text begins with the word `words[from]`
   * @param length its length in octets
   */
  known(words: Int32Array, from: number, length: number): number {
    const { words: mine } = this;
    if (this.length > length) return 0;
    const wholeWords = this.length >> 2;
    for (let i = 0; i < wholeWords; i++) {
      if (words[from + i] !== mine[i]) return 0;
    }
    const lastMask = MASKS[this.length % WORD_OCTETS];
    const differing = lastMask === 0 ? 0 : (words[from + wholeWords] ^ mine[wholeWords]) & lastMask;
    return differing === 0 ? this.length : 0;
  }
}
