/**
 * URLs in the memory that they need together: a crawler may have millions of questions waiting, and those of a site begin alike.
 */

/** How many URLs are packed together. */
const PACK_URLS = 32;

/** Some URLs: what they begin with, and the rest of each in one text. */
interface Pack {
  readonly prefix: string;
  readonly rests: string;
  /** Where each rest ends. */
  readonly ends: readonly number[];
}

/** URLs, which are taken in the order in which they were added. */
export class PackedUrls {
  /** How many there have been. */
  size = 0;
  readonly #packs: Pack[] = [];
  /** Those after the last pack. */
  #loose: string[] = [];
  /** The pack from which URLs are taken, and how many have been taken from it. */
  #pack = 0;
  #taken = 0;

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
    const { prefix, rests, ends } = pack;
    const nth = this.#taken++;
    const url = prefix + rests.slice(nth === 0 ? 0 : ends[nth - 1], ends[nth]);
    if (this.#taken === ends.length) {
      this.#pack++;
      this.#taken = 0;
    }
    return url;
  }
}

function packed(urls: readonly string[]): Pack {
  const prefix = commonPrefix(urls);
  const rests = urls.map((url) => url.slice(prefix.length));
  let end = 0;
  // A text that is joined is a copy, and does not keep the URLs in memory.
  return {
    prefix: prefix.split('').join(''),
    rests: rests.join(''),
    ends: rests.map((rest) => (end += rest.length)),
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
