/**
 * URLs in the memory that they need together: a crawler may have millions of questions waiting, and those of a site begin alike.
 */

/** How many URLs are packed together. */
const PACK_URLS = 32;

/** Some URLs: what they begin with, and the rest of each in one text. */
interface Pack {
  readonly prefix: string;
  readonly rests: string;
  /** The length of each rest, as two UTF-16 code units: a text takes a quarter of the memory of an array of numbers. */
  readonly lengths: string;
}

const UNIT = 2 ** 16;

/** URLs, which are taken in the order in which they were added. */
export class PackedUrls {
  /** How many there have been. */
  size = 0;
  readonly #packs: Pack[] = [];
  /** Those after the last pack. */
  #loose: string[] = [];
  /** The pack from which URLs are taken, how many have been taken from it, and where the next rest begins. */
  #pack = 0;
  #taken = 0;
  #start = 0;

  add(url: string): void {
    this.size++;
    this.#loose.push(url);
    if (this.#loose.length < PACK_URLS) return;
    this.#packs.push(packed(this.#loose));
    this.#loose = [];
  }

  /** Takes the next URL; undefined if there is none. */
  take(): string | undefined {
    const pack = this.#packs[this.#pack];
    if (pack === undefined) return this.#loose[this.#taken++];
    const { prefix, rests, lengths } = pack;
    const at = 2 * this.#taken++;
    const end = this.#start + lengths.charCodeAt(at) * UNIT + lengths.charCodeAt(at + 1);
    const url = prefix + rests.slice(this.#start, end);
    this.#start = end;
    if (this.#taken === PACK_URLS) {
      this.#pack++;
      this.#taken = 0;
      this.#start = 0;
    }
    return url;
  }
}

function packed(urls: readonly string[]): Pack {
  const prefix = commonPrefix(urls);
  const rests = urls.map((url) => url.slice(prefix.length));
  // A text that is joined is a copy, and does not keep the URLs in memory.
  return {
    prefix: prefix.split('').join(''),
    rests: rests.join(''),
    lengths: rests
      .map(({ length }) => String.fromCharCode(Math.floor(length / UNIT), length % UNIT))
      .join(''),
  };
}

function commonPrefix([first, ...others]: readonly string[]): string {
  let length = first.length;
  for (const url of others) {
    let same = 0;
    while (same < length && url.charCodeAt(same) === first.charCodeAt(same)) same++;
    length = same;
  }
  return first.slice(0, length);
}
