/**
 * The beginning of the last URL that was written plainly, scheme and authority. A crawler asks about one site many times in a
 * row; four octets at a time, what has been checked is known again in a fraction of the time that checking takes.
 */

/** Longer beginnings are not remembered. */
const MAX_OCTETS = 64;

const WORD_OCTETS = 4;
const ALL_ONES = 0xff;

export class KnownAuthority {
  private length = 0;
  private readonly octets = new Uint8Array(MAX_OCTETS);
  private readonly words = new Int32Array(this.octets.buffer);
  /** For the last word: ones for its octets that count. */
  private lastMask = 0;

  /** Remembers `text[start..end)`, or nothing if that is long. */
  remember(text: Uint8Array, start: number, end: number): void {
    this.length = end - start > MAX_OCTETS ? 0 : end - start;
    this.octets.fill(0);
    this.octets.set(text.subarray(start, start + this.length));
    const mask = new Uint8Array(WORD_OCTETS);
    mask.fill(ALL_ONES, 0, this.length % WORD_OCTETS);
    this.lastMask = new Int32Array(mask.buffer)[0];
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
    const differing = this.lastMask === 0 ? 0 : (words[from + wholeWords] ^ mine[wholeWords]) & this.lastMask;
    return differing === 0 ? this.length : 0;
  }
}
