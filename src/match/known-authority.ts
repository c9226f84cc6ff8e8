/**
 * The scheme and authority of the last plain URL. A crawler asks about one site many times in a row, and comparing four
 * octets at a time with the last authority is much faster than checking each octet again.
 */

/** Longer beginnings are not remembered. */
const MAX_OCTETS = 64;

const WORD_OCTETS = 4;
const ALL_ONES = 0xff;

/** By the number of octets that count in a word: a mask of ones for them. */
const MASKS = Array.from({ length: WORD_OCTETS }, (_, count) => {
  const octets = new Uint8Array(WORD_OCTETS).fill(ALL_ONES, 0, count);
  return new Int32Array(octets.buffer)[0];
});

/** The remembered octets, for `readRequestPath` to compare; none at first, and none for a long authority. */
export class KnownAuthority {
  /** How many octets are remembered. */
  length = 0;
  /** How many whole words they fill. */
  wholeWords = 0;
  /** A mask of ones for the octets that count in the word after these. */
  lastMask = 0;
  /** How many authorities have been remembered so far. */
  version = 0;
  readonly words = new Int32Array(MAX_OCTETS / WORD_OCTETS + 1);

  /**
   * Remembers the first octets of a text.
   *
   * @param words the text as words; its first is `words[from]`
   * @param length how many octets to remember; 0 for none
   */
  remember(words: Int32Array, from: number, length: number): void {
    this.version++;
    this.length = length > MAX_OCTETS ? 0 : length;
    this.wholeWords = this.length >> 2;
    this.lastMask = MASKS[this.length % WORD_OCTETS];
    for (let i = 0; i <= this.wholeWords; i++) this.words[i] = words[from + i];
  }
}
