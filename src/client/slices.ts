/**
 * Slices of a long computation. Between two of them, the rest of the process runs.
 */
import { urlText } from '../urls.js';

/** How many characters of URLs are judged in a slice. With ordinary URLs that takes a millisecond. */
const SLICE_CHARACTERS = 64 * 1024;

export class Slices {
  #characters = 0;

  /** Counts a URL that was judged. @returns whether the slice ends with it */
  endWith(url: string | URL): boolean {
    this.#characters += urlText(url).length;
    if (this.#characters < SLICE_CHARACTERS) return false;
    this.#characters = 0;
    return true;
  }
}

/** Lets the rest of the process run. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
